package dev.aimonflink.bench.world;

import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the seven queries in rotation, each time with other parameters, drawn as in the papers. */
public final class QueryMix {
    private QueryMix() {}

    public static List<ScanQuery> of(MatrixSchema schema, int queries) {
        Catalogue catalogue = new Catalogue(schema);
        Map<String, Catalogue.Entry> entries = new HashMap<>();
        catalogue.entries().forEach(entry -> entries.put(entry.id(), entry));
        CallGenerator calls = new CallGenerator(Population.SEED, ParameterRanges.PAPER, DimensionTables.defaults(), 1);
        List<ScanQuery> mix = new ArrayList<>();
        for (int i = 0; i < queries; i++) {
            String id = Catalogue.BENCHMARK.get(i % Catalogue.BENCHMARK.size());
            mix.add((ScanQuery) catalogue.bind(calls.next(entries.get(id), Map.of())));
        }
        return mix;
    }
}
