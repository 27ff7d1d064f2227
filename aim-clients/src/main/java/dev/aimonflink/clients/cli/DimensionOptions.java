package dev.aimonflink.clients.cli;

import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.wire.DimensionTables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The dimension tables; a mixin. */
public final class DimensionOptions {
    @Option(
            names = "--dimensions",
            paramLabel = "FILE",
            description = "A JSON file of dimension tables, those of the job. Default: the benchmark's")
    private Path file;

    public Dimensions dimensions() {
        return file == null ? DimensionTables.defaults() : DimensionTables.read(file);
    }

    /** The keys of the tables, by the names that the models of the benchmark give them. */
    Map<String, List<String>> keysByTable() {
        Dimensions tables = dimensions();
        return Map.of(
                "RegionInfo", keys(tables.regions(), Dimensions.RegionInfo::zip),
                "SubscriptionType", keys(tables.subscriptionTypes(), Dimensions.SubscriptionType::id),
                "SubscriberCategory", keys(tables.categories(), Dimensions.SubscriberCategory::id),
                "CellValueType", keys(tables.cellValueTypes(), Dimensions.CellValueType::id));
    }

    private static <T> List<String> keys(List<T> rows, Function<T, Object> key) {
        return rows.stream().map(key).map(Object::toString).toList();
    }
}
