package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.layouts.LaidOutQuery;
import dev.aimonflink.bench.layouts.Layout;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the same calls and the seven queries over one matrix in several layouts: calls alone, queries alone, and both. */
@Warmup(iterations = 10)
@Measurement(iterations = 30)
public class LayoutsBenchmark extends EngineBenchmark {
    static final String OURS = "ours";

    /** The calls of one invocation: few, because the slowest layout takes ten times as long as ours. */
    static final int CALLS = 1 << 17;

    /** The thesis's rate beside its queries. */
    private static final double CALLS_PER_SECOND = 10_000;

    @Param({Layout.ROWS, Layout.PAX_16, Layout.PAX_64, Layout.PAX_1024, Layout.COLUMNS, OURS})
    String layout;

    @Param({"42", "546"})
    int aggregates;

    @Param("1000000")
    int subscribers;

    private final DeclaredEvent event = CallModel.newEvent();
    private Event[] calls;
    private long counted;
    private ModelMatrix ours;

    /** Null for ours. */
    private Layout other;

    private List<SqlQuery> queries;
    private List<Scannable> scans;
    private final List<List<List<Object>>> answers = new ArrayList<>();
    private long lastNanos;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double q1Ms;
        public double q2Ms;
        public double q3Ms;
        public double q4Ms;
        public double q5Ms;
        public double q6Ms;
        public double q7Ms;

        private void took(int query, double ms) {
            switch (query) {
                case 0 -> q1Ms = ms;
                case 1 -> q2Ms = ms;
                case 2 -> q3Ms = ms;
                case 3 -> q4Ms = ms;
                case 4 -> q5Ms = ms;
                case 5 -> q6Ms = ms;
                default -> q7Ms = ms;
            }
        }
    }

    @Setup
    public void fill() {
        fill(CALLS);
    }

    void fill(int different) {
        MatrixSchema schema = CallModel.schema(aggregates);
        ours = new ModelMatrix(
                MeasuredModel.of("aim-" + aggregates),
                Catalogues.scannedColumns(schema),
                kernelsOf(VECTOR),
                new HeapRecords());
        if (layout.equals(OURS)) {
            ours.addRows(subscribers);
        } else {
            other = Layout.of(layout, schema, subscribers);
            for (int id = 0; id < subscribers; id++) {
                // Its record is not kept: its aggregates are in the other layout.
                ours.newRow(id);
            }
        }
        Catalogue catalogue = Catalogues.of(schema);
        queries = Catalogue.BENCHMARK.stream()
                .map(id -> (SqlQuery) catalogue.bind(AskedQuery.withDefaults(id)))
                .toList();
        scans = queries.stream()
                .map(query -> other == null ? query : (Scannable) new LaidOutQuery(query, other))
                .toList();
        EventGenerator drawn = new EventGenerator(Population.SEED, subscribers, Distribution.uniform());
        calls = new Event[different];
        for (int i = 0; i < different; i++) {
            calls[i] = drawn.next(BenchTime.NOW_MS);
        }
        count(different);
        lastNanos = System.nanoTime();
    }

    private void count(long more) {
        for (long i = 0; i < more; i++) {
            Event call = calls[(int) (counted % calls.length)];
            counted++;
            if (other == null) {
                CallModel.fill(event, call);
                ours.apply(event);
            } else {
                other.apply(call);
            }
        }
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @OperationsPerInvocation(CALLS)
    @Warmup(iterations = 4)
    @Measurement(iterations = 8)
    public void update() {
        count(CALLS);
    }

    @Benchmark
    public void read(Beside beside) {
        ask(beside, false);
    }

    /** Each query follows the calls that are due by then. */
    @Benchmark
    public void mixed(Beside beside) {
        ask(beside, true);
    }

    private void ask(Beside beside, boolean isMixed) {
        answers.clear();
        for (int i = 0; i < scans.size(); i++) {
            final long beganNanos = System.nanoTime();
            if (isMixed) {
                count((long) ((beganNanos - lastNanos) / 1e9 * CALLS_PER_SECOND));
                lastNanos = beganNanos;
            }
            ours.submit(scans.get(i));
            while (!ours.isAnswered()) {
                ours.partition().runSlice(Long.MAX_VALUE);
            }
            answers.add(queries.get(i).answer(ours.answer()));
            beside.took(i, (System.nanoTime() - beganNanos) / 1e6);
        }
    }

    @TearDown
    public void check() {
        CallTotals totals = new CallTotals(subscribers);
        for (long i = 0; i < counted; i++) {
            totals.add(calls[(int) (i % calls.length)]);
        }
        if (other == null) {
            expectEqual("The number of wrong cells", ours.partition().verify(), 0L);
        } else {
            expectEqual("The number of wrong cells", other.differences(totals), 0L);
        }
        // In the last invocation calls came between queries.
        ask(new Beside(), false);
        CountedSubscribers truth = new CountedSubscribers(
                totals, totals, ModelProfileGenerator.ofSubscribers(Population.SEED), subscribers);
        for (int i = 0; i < queries.size(); i++) {
            String id = Catalogue.BENCHMARK.get(i);
            expectEqual(id, answers.get(i), truth.answer(AskedQuery.withDefaults(id)));
        }
    }
}
