package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.bench.report.Papers;

/** Compares one of our partitions with one thread of the papers' Flink. */
final class BesideFlink {
    static final String EVENTS = "events/s";
    static final String QUERIES = "queries/s";

    private static final Papers PAPERS = Papers.read();

    private BesideFlink() {}

    /**
     * Demands a multiple of events or queries a second; queries are scaled down for fewer rows. Without rows, because none were measured,
     * nothing is demanded.
     */
    static void demand(Bench bench, String experiment, String unit, Setup setup, double perSecond, double times) {
        boolean areQueries = unit.equals(QUERIES);
        if (setup.model() != null || (areQueries && perSecond == 0)) {
            return;
        }
        double scale = areQueries ? (double) setup.subscribers() / PAPERS.subscribers() : 1;
        PAPERS.flinkPerThread(experiment, Integer.parseInt(setup.aggregates()), unit)
                .ifPresent(theirs -> bench.found()
                        .demand(Demand.atLeast(
                                experiment + ": " + unit + " a partition over those a thread of the papers' Flink, "
                                        + setup.aggregates()
                                        + " aggregates, parallelism " + setup.parallelism()
                                        + (scale == 1 ? "" : ", scaled by rows x " + scale),
                                perSecond * scale / setup.parallelism() / theirs,
                                times)));
    }
}
