package dev.aimonflink.bench.columns;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures questions over a column that is not kept: the first, which waits until the column has been read from the records, beside a plain
 * loop over the same records; and the next ones, beside a column that is always kept. Without Kafka; records are in a hash map.
 */
public final class AnyColumn extends Experiment {
    private static final int TURNS = 9;
    private static final int QUICK_TURNS = 3;

    /** Before measuring, so that the code is compiled. */
    private static final int WARM_UP_TURNS = 3;

    private static final int DRAWN_QUESTIONS = 100;
    private static final double FIRST_AT_MOST = 1.3;
    private static final double NEXT_AT_MOST = 1.2;

    public AnyColumn() {
        super(
                "columns",
                "Measure questions over columns that are not kept, first and later, beside plain loops and kept ones",
                new Defaults("546", List.of(1), 1, 1, List.of(1), List.of(1)));
    }

    @Override
    public void run(Bench bench) {
        bench.say("Rows are made ...");
        AskedColumns asked = new AskedColumns(
                MeasuredModel.of("aim-" + bench.plan().aggregates()),
                bench.plan().subscribers(),
                bench.plan().seed(),
                bench.found().verification());
        Map<String, String> parameters = new TreeMap<>(Map.of(
                "aggregates",
                bench.plan().aggregates(),
                "subscribers",
                Integer.toString(bench.plan().subscribers())));
        bench.say("Columns are asked ...");
        List<AskedColumns.Turn> turns = new ArrayList<>();
        final int measured = bench.plan().quick() ? QUICK_TURNS : TURNS;
        for (int i = 0; i < WARM_UP_TURNS + measured; i++) {
            AskedColumns.Turn turn = asked.turn();
            if (i >= WARM_UP_TURNS) {
                turns.add(turn);
            }
        }
        Samples first = Samples.of(turns, AskedColumns.Turn::firstNanos);
        Samples loop = Samples.of(turns, AskedColumns.Turn::loopNanos);
        Samples next = Samples.of(turns, AskedColumns.Turn::nextNanos);
        Samples kept = Samples.of(turns, AskedColumns.Turn::keptNanos);
        bench.found().time(name() + ".first", parameters, "ns/row", first);
        bench.found().time(name() + ".loop", parameters, "ns/row", loop);
        bench.found().time(name() + ".next", parameters, "ns/row", next);
        bench.found().time(name() + ".kept", parameters, "ns/row", kept);
        bench.found()
                .demand(Demand.atMost(
                        "first question over a loop over the records",
                        first.over(loop).median(),
                        FIRST_AT_MOST));
        bench.found()
                .demand(Demand.atMost(
                        "next questions over a column always kept",
                        next.over(kept).median(),
                        NEXT_AT_MOST));
        bench.say(DRAWN_QUESTIONS + " drawn questions are asked ...");
        asked.ask(DRAWN_QUESTIONS);
    }
}
