package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.Asker;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.PartitionClocks;
import dev.aimonflink.query.pass.Scannable;
import dev.aimonflink.query.request.AskedQuery;
import dev.aimonflink.query.request.Catalogue;
import dev.aimonflink.query.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** A partition that answers queries by whole passes on the calling thread, without a job. */
public final class Matrix {
    private final MatrixSchema schema;
    private final Catalogue catalogue;
    private final Partition partition;
    /** By the keys of their requests. */
    private final Map<String, Part> results = new LinkedHashMap<>();

    private List<String> requestKeys = List.of();

    /**
     * @param source which of how many partitions this is
     * @param records finds a record for {@link Partition#verify}
     */
    public Matrix(
            MatrixSchema schema,
            Collection<String> columns,
            Kernels kernels,
            Part.Source source,
            LongFunction<EntityRecord> records) {
        this.schema = schema;
        catalogue = Catalogues.of(schema);
        partition = new Partition(
                source,
                new PartitionSettings(new ColumnSet(schema, columns), PresetModels.tables(), Moment.ZONE, kernels),
                key -> records.apply(key.number()),
                PartitionClocks.SYSTEM,
                result -> results.put(result.requestKey(), result));
        partition.advanceTo(Moment.NOW_MS);
    }

    /** The columns that the catalogue scans and rows for the whole population, whose records are not kept. */
    public static Matrix of(Population population, Kernels kernels) {
        return of(population, kernels, new Part.Source(0, 1, 0));
    }

    /** The same for the share of one of n partitions. */
    public static Matrix of(Population population, Kernels kernels, Part.Source source) {
        return of(population, Catalogues.scannedColumns(population.schema()), kernels, source);
    }

    /** The same with other columns. */
    public static Matrix of(Population population, Collection<String> columns, Kernels kernels, Part.Source source) {
        Matrix matrix = new Matrix(population.schema(), columns, kernels, source, population::subscriber);
        for (int id = source.partition(); id < population.size(); id += source.partitions()) {
            matrix.partition.restore(population.subscriber(id));
        }
        return matrix;
    }

    public MatrixSchema schema() {
        return schema;
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

    /** Answers queries, by one pass unless one of them takes far longer than another. The results are in the queries' order. */
    public List<Part> scanTogether(List<? extends Scannable> queries) {
        submit(queries);
        while (partition.hasWork()) {
            partition.runSlice(Long.MAX_VALUE);
        }
        return results();
    }

    /** Queues queries for a pass that the caller runs. */
    public void submit(List<? extends Scannable> queries) {
        results.clear();
        requestKeys =
                IntStream.range(0, queries.size()).mapToObj(i -> "bench " + i).toList();
        for (int i = 0; i < queries.size(); i++) {
            // Each of a client of its own, so that all share one pass.
            partition.submit(new Asker(requestKeys.get(i), "client " + i, Long.MAX_VALUE), queries.get(i));
        }
    }

    /** The results that there are of the queries that were submitted last, in their order. */
    public List<Part> results() {
        for (Part result : results.values()) {
            if (result.error() != null) {
                throw new IllegalStateException("A query failed: " + result.error());
            }
        }
        return requestKeys.stream()
                .filter(results::containsKey)
                .map(results::get)
                .toList();
    }

    public List<List<Object>> answer(String id) {
        ScanQuery query = query(id);
        return query.answer(scan(query));
    }
}
