package dev.aimonflink.bench.streams;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Several ways to compute the same, in turns: a first turn that does not count, since nothing is compiled, and then some that do. */
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
        Map<String, List<FlinkProgram.Done>> found = new LinkedHashMap<>();
        final int turns = 1 + (bench.plan().quick() ? QUICK_TURNS : TURNS);
        for (int turn = 0; turn < turns; turn++) {
            for (Map.Entry<String, Supplier<FlinkProgram.Done>> way : ways.entrySet()) {
                bench.say(figure + " " + way.getKey() + ", turn " + (turn + 1) + " of " + turns + " ...");
                FlinkProgram.Done done = way.getValue().get();
                if (turn > 0) {
                    found.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                            .add(done);
                }
            }
        }
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
