package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** This project: one partition per thread, whole passes without a job, and merged partials. */
final class Engine implements Contender {
    /** Longer than a scan of as many rows as fit the memory. */
    private static final Duration SCAN_LIMIT = Duration.ofMinutes(10);

    /** Nothing else waits for the threads, so a statement may take its time. */
    private static final AnswerLimits UNLIMITED = new AnswerLimits(
            AnswerLimits.USUAL.rows(),
            AnswerLimits.USUAL.groups(),
            AnswerLimits.USUAL.values(),
            AnswerLimits.USUAL.movedRows(),
            SCAN_LIMIT.toNanos());

    private final Kernels kernels = KernelChoice.chosen().kernels();
    private final Catalogue catalogue;
    private final SqlText sql;
    private final List<Matrix> partitions = new ArrayList<>();

    /** For all partitions but the first, which the caller's thread scans. */
    private final ExecutorService others;

    Engine(Population population, Collection<String> columns, int threads) {
        catalogue = Catalogues.of(population.schema());
        sql = new SqlText(
                new MatrixTables(population.schema(), PresetModels.tables(), CallModel.tableAliases()), UNLIMITED);
        others = Executors.newFixedThreadPool(Math.max(1, threads - 1));
        for (int partition = 0; partition < threads; partition++) {
            partitions.add(Matrix.of(population, columns, kernels, new Part.Source(partition, threads, 0)));
        }
    }

    @Override
    public String name() {
        return "aim";
    }

    @Override
    public Map<String, Object> configuration() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("threads", partitions.size());
        facts.put("kernels", kernels.name());
        facts.put("partitions", partitions.size());
        facts.put("columns", "those that the queries scan");
        facts.put("dimensions", "joined when a profile arrives; int codes");
        facts.put("measured", "a pass, merging, and the rows of the answer; the query is bound before");
        return facts;
    }

    @Override
    public Map<String, Question> prepare(AskedQuery call) {
        ScanQuery query = (ScanQuery)
                (AdHocQueries.has(call.query())
                        ? sql.query(AdHocQueries.ours(call.query()), List.of())
                        : catalogue.bind(call));
        return Map.of("scan", () -> query.answer(scan(query)));
    }

    private Partial scan(ScanQuery query) {
        List<CompletableFuture<Partial>> parts = partitions.stream()
                .skip(1)
                .map(partition -> CompletableFuture.supplyAsync(() -> partition.scan(query), others))
                .toList();
        Partial merged = partitions.get(0).scan(query);
        for (CompletableFuture<Partial> part : parts) {
            merged = merged.merge(Waiting.forResult(part, SCAN_LIMIT, "A partition could not be scanned"));
        }
        return merged;
    }

    @Override
    public void close() {
        others.shutdown();
    }
}
