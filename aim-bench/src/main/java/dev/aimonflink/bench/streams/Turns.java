package dev.aimonflink.bench.streams;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Several ways to compute the same, in turns. */
final class Turns {
    private static final int TURNS = 5;
    private static final int QUICK_TURNS = 1;

    private final Map<String, Supplier<FlinkProgram.Done>> ways = new LinkedHashMap<>();

    Turns way(String name, Supplier<FlinkProgram.Done> run) {
        ways.put(name, run);
        return this;
    }

    Turns flink(String name, FlinkProgram program) {
        return way(name, () -> FlinkProgram.run(program));
    }

    /** Adds how many values each way has in a second, and complains where two differ in what they computed. */
    void run(Bench bench, String figure, Map<String, String> parameters) {
        Map<String, List<FlinkProgram.Done>> found =
                bench.turns(figure, bench.plan().quick() ? QUICK_TURNS : TURNS, ways);
        FlinkProgram.Done first = found.values().iterator().next().get(0);
        found.forEach((name, all) -> {
            bench.found()
                    .rate(figure + "." + name, parameters, "events/s", Samples.of(all, FlinkProgram.Done::perSecond));
            for (FlinkProgram.Done each : all) {
                bench.found().verification().checkCount(figure + "." + name + " events", first.count(), each.count());
                if (each.sum() != first.sum()) {
                    bench.found()
                            .verification()
                            .complain(figure + "." + name + ": the sum is " + each.sum() + " where " + first.sum()
                                    + " is right");
                }
            }
        });
    }
}
