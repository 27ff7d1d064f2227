package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A partition that answers queries by whole passes on the calling thread, without a job. */
public final class Matrix {
    private final Catalogue catalogue;
    private final Partition partition;
    /** By request key. */
    private final Map<String, Part> results = new HashMap<>();

    public Matrix(MatrixSchema schema, Collection<String> columns, Kernels kernels, Part.Source source) {
        catalogue = Catalogues.of(schema);
        partition = new Partition(
                source,
                new PartitionSettings(new ColumnSet(schema, columns), PresetModels.tables(), BenchTime.ZONE, kernels),
                nobody -> null,
                PartitionClocks.SYSTEM,
                result -> results.put(result.requestKey(), result));
        partition.advanceTo(BenchTime.NOW_MS);
    }

    /** The columns that the catalogue scans and rows for the whole population, whose records are not kept. */
    public static Matrix of(Population population, Kernels kernels) {
        return of(population, Catalogues.scannedColumns(population.schema()), kernels, new Part.Source(0, 1, 0));
    }

    public static Matrix of(Population population, Collection<String> columns, Kernels kernels, Part.Source source) {
        Matrix matrix = new Matrix(population.schema(), columns, kernels, source);
        for (int id = source.partition(); id < population.size(); id += source.partitions()) {
            matrix.partition.restore(population.subscriber(id));
        }
        return matrix;
    }

    public Partition partition() {
        return partition;
    }

    /** A query of the benchmark with its default parameters. */
    public ScanQuery query(String id) {
        return (ScanQuery) catalogue.bind(AskedQuery.withDefaults(id));
    }

    public Partial scan(ScanQuery query) {
        return scanTogether(List.of(query)).get(0).readPartial();
    }

    /** Answers queries in order, by one pass unless one of them takes far longer than another. */
    public List<Part> scanTogether(List<? extends Scannable> queries) {
        results.clear();
        for (int i = 0; i < queries.size(); i++) {
            // Each of its own client, so that all share one pass.
            partition.submit(new Asker("bench " + i, "client " + i, Long.MAX_VALUE), queries.get(i));
        }
        while (partition.hasWork()) {
            partition.runSlice(Long.MAX_VALUE);
        }
        return IntStream.range(0, queries.size())
                .mapToObj(i -> results.get("bench " + i))
                .peek(Matrix::requireAnswer)
                .toList();
    }

    private static void requireAnswer(Part result) {
        if (result.error() != null) {
            throw new IllegalStateException("A query failed: " + result.error());
        }
    }
}
