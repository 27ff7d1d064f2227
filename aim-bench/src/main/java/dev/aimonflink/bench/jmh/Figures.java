package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Figure;
import java.util.ArrayList;
import java.util.List;

/** Makes the figures of a run from its own and its secondary results. */
final class Figures {
    /** The suffixes of our secondary results that are times; the others are bytes. */
    private static final String MILLIS = "Ms";

    private static final String NANOS = "Nanos";

    private static final String OF_JMH = "gc.";

    /** JMH's own figure includes the harness's allocations, so it is reported for updates only. */
    private static final String JMH_ALLOCATION = "gc.alloc.rate.norm";

    private Figures() {}

    static List<Figure> of(JmhRun.Measured run) {
        List<Figure> figures = new ArrayList<>();
        if (run.label().endsWith(".update")) {
            figures.add(Figure.highIsGood(
                    run.label(),
                    run.parameters(),
                    "events/s",
                    run.times().map(nanos -> EngineChecks.NANOS_PER_SECOND / nanos)));
        } else {
            figures.add(Figure.lowIsGood(run.label(), run.parameters(), run.unit(), run.times()));
        }
        run.beside().keySet().stream()
                .filter(key -> !key.startsWith(OF_JMH))
                .sorted()
                .forEach(key -> figures.add(beside(run, key, unit(key))));
        if (run.label().equals("update.update") && run.beside().containsKey(JMH_ALLOCATION)) {
            figures.add(beside(run, JMH_ALLOCATION, "B/op"));
        }
        return figures;
    }

    private static String unit(String secondary) {
        return secondary.endsWith(MILLIS) ? "ms" : secondary.endsWith(NANOS) ? "ns" : "B";
    }

    private static Figure beside(JmhRun.Measured run, String key, String unit) {
        return Figure.lowIsGood(run.label() + ":" + key, run.parameters(), unit, run.beside(key));
    }
}
