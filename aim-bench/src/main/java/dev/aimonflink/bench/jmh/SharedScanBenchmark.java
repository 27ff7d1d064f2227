package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures one pass for many queries, and right before it a pass for each; both must give the same answers. */
@Warmup(iterations = 10)
@Measurement(iterations = 20)
public class SharedScanBenchmark extends EngineBenchmark {
    static final String SEPARATE = "separateMs";

    @Param("10000000")
    int rows;

    @Param({"1", "4", "16", "64"})
    int queries;

    private Matrix matrix;
    private List<ScanQuery> mix;
    private List<List<List<Object>>> separateAnswers;
    private double separateMs;
    private List<Part> results;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double separateMs;
    }

    @Setup
    public void fill() {
        MatrixSchema schema = CallModel.schema(CallModel.AGGREGATES_PER_COPY);
        matrix = Matrix.of(new Population(schema, rows), kernelsOf(VECTOR));
        mix = mix(schema, queries);
    }

    /** The seven queries in rotation, with parameters drawn as in the papers. */
    static List<ScanQuery> mix(MatrixSchema schema, int queries) {
        Catalogue catalogue = Catalogues.of(schema);
        Map<String, Catalogue.Entry> entries = new HashMap<>();
        catalogue.entries().forEach(entry -> entries.put(entry.id(), entry));
        CallGenerator calls = new CallGenerator(Population.SEED, ParameterRanges.PAPER, 1);
        List<ScanQuery> mix = new ArrayList<>();
        for (int i = 0; i < queries; i++) {
            String id = Catalogue.BENCHMARK.get(i % Catalogue.BENCHMARK.size());
            mix.add((ScanQuery) catalogue.bind(calls.next(entries.get(id), Map.of())));
        }
        return mix;
    }

    @Setup(Level.Invocation)
    public void scanSeparately() {
        separateAnswers = new ArrayList<>();
        separateMs = 0;
        for (ScanQuery query : mix) {
            long startNanos = System.nanoTime();
            List<Part> alone = matrix.scanTogether(List.of(query));
            separateMs += (System.nanoTime() - startNanos) / 1e6;
            separateAnswers.add(query.answer(alone.get(0).readPartial()));
        }
    }

    @Benchmark
    public void shared(Beside beside) {
        beside.separateMs = separateMs;
        results = matrix.scanTogether(mix);
    }

    @TearDown(Level.Invocation)
    public void check() {
        List<List<List<Object>>> answers = new ArrayList<>();
        for (int i = 0; i < mix.size(); i++) {
            answers.add(mix.get(i).answer(results.get(i).readPartial()));
        }
        expectEqual("What the queries answer together", answers, separateAnswers);
    }
}
