package dev.aimonflink.rules.report;

import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Query;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Some of the alerts that shadow rules would have made, newest last. Every partition answers at once. */
public record ShadowsReport() implements Query {
    /** Not in a model's catalogue. */
    public static final String ID = "shadows";

    private static final GroupLimit LIMIT = GroupLimit.orFail(100_000);

    /** @param atMs when it would have been */
    public record Sample(long atMs, byte[] alert) {}

    public static AskedQuery asked() {
        return AskedQuery.withDefaults(ID);
    }

    public Partial partial(List<Sample> samples) {
        Keys keys = Keys.inUsualOrder(2);
        samples.forEach(each -> keys.add(each.atMs, new String(each.alert, StandardCharsets.UTF_8)));
        return Partial.ofGroups(LIMIT, keys, List.of());
    }

    @Override
    public List<String> answerColumns() {
        return List.of("time", "alert");
    }

    @Override
    public List<String> answerTypes() {
        return List.of("timestamptz", "text");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> answer = new ArrayList<>();
        for (int row = 0; row < merged.rows(); row++) {
            Instant at = Instant.ofEpochMilli((Long) merged.keys().value(row, 0));
            answer.add(Arrays.asList(at.toString(), merged.keys().value(row, 1)));
        }
        return answer;
    }
}
