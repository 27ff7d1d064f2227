package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.peers.AdHocQueries;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures planning a text: the benchmark's queries in SQL, and those asked of the peers. A number in a comment makes each text new, so
 * that no plan is cached.
 */
@Warmup(iterations = 20)
@Measurement(iterations = 20)
public class SqlPlanBenchmark extends EngineBenchmark {
    private static final int TEXTS_OF_A_SAMPLE = 5_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<String> texts = new ArrayList<>();
    private final Histogram nanos = new Histogram(3);
    private SqlText sql;
    private int planned;
    private int scans;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Percentiles {
        public double medianMs;
        public double p99Ms;
    }

    @Setup
    public void begin() {
        MatrixSchema schema = CallModel.schema(CallModel.AGGREGATES_PER_COPY);
        sql = new SqlText(
                new MatrixTables(schema, PresetModels.tables(), CallModel.tableAliases()), AnswerLimits.USUAL);
        Catalogue.BENCHMARK.forEach(id -> texts.add(QueryPool.text(AskedQuery.withDefaults(id))));
        AdHocQueries.names().forEach(name -> texts.add(AdHocQueries.ours(name)));
    }

    @Setup(Level.Invocation)
    public void forget() {
        nanos.reset();
        scans = 0;
    }

    @Benchmark
    public void plan(Percentiles percentiles) {
        for (int i = 0; i < TEXTS_OF_A_SAMPLE; i++) {
            String text = "/* " + planned++ + " */ " + texts.get(i % texts.size());
            long startNanos = System.nanoTime();
            Query query = sql.query(text, List.of());
            nanos.recordValue(System.nanoTime() - startNanos);
            scans += query instanceof SqlQuery ? 1 : 0;
        }
        percentiles.medianMs = nanos.getValueAtPercentile(50) / NANOS_PER_MILLI;
        percentiles.p99Ms = nanos.getValueAtPercentile(99) / NANOS_PER_MILLI;
    }

    @TearDown(Level.Invocation)
    public void check() {
        expectEqual("The number of scans", scans, TEXTS_OF_A_SAMPLE);
    }
}
