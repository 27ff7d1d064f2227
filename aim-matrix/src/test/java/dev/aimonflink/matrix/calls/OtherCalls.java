package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.ColumnNames;
import dev.aimonflink.matrix.model.Model;
import java.util.Map;
import java.util.regex.Matcher;

/** Models of the benchmark's calls with other windows and aggregates. */
public final class OtherCalls {
    private OtherCalls() {}

    private static String yaml(String windows, String aggregates) {
        return ModelFile.text(PresetModels.named("aim-42"))
                .replaceFirst("(?m)^aliases:.*\n(  .*\n)+", "")
                .replaceFirst("(?m)^windows: .*$", Matcher.quoteReplacement("windows: " + windows))
                .replaceFirst(
                        "(?m)^aggregates:.*\n(  .*\n)+", Matcher.quoteReplacement("aggregates: " + aggregates + "\n"));
    }

    /** A model of other aggregates of calls. */
    public static Model model(Aggregates aggregates) {
        Model benchmark = CallModel.smallest();
        ColumnNames names = new ColumnNames(benchmark.names().patterns(), Map.of());
        return new Model("calls", benchmark.event(), benchmark.entity(), aggregates, names);
    }

    /**
     * @param windows such as {@code [6 hours]}
     * @param aggregates such as <code>{events: [count], cost: [max]}</code>
     */
    public static Model model(String windows, String aggregates) {
        return ModelFile.parse(yaml(windows, aggregates), "calls.yaml");
    }
}
