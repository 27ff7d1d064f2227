package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.installation.Deployment.Setup;
import dev.aimonflink.bench.report.Papers;

/** Compares one of our partitions with one thread of the papers' Flink. */
final class BesideFlink {
    private static final Papers PAPERS = Papers.read();

    private BesideFlink() {}

    /** Demands a number of times as many events a second. */
    static void demandEvents(Bench bench, String experiment, Setup setup, double perSecond, double times) {
        demand(bench, experiment, "events/s", setup, perSecond, 1, times);
    }

    /** Demands a number of times as many queries a second, scaled down where we have fewer rows. */
    static void demandQueries(Bench bench, String experiment, Setup setup, double perSecond, double times) {
        if (perSecond == 0) {
            return;
        }
        demand(
                bench,
                experiment,
                "queries/s",
                setup,
                perSecond,
                (double) setup.subscribers() / PAPERS.subscribers(),
                times);
    }

    private static void demand(
            Bench bench, String experiment, String unit, Setup setup, double perSecond, double scale, double times) {
        if (!setup.aggregates().matches("[0-9]{1,9}")) {
            return;
        }
        PAPERS.flinkPerThread(experiment, Integer.parseInt(setup.aggregates()), unit)
                .ifPresent(theirs -> bench.demand(Check.atLeast(
                        experiment + ": " + unit + " a partition over those a thread of the papers' Flink, "
                                + setup.aggregates()
                                + " aggregates, parallelism " + setup.parallelism()
                                + (scale == 1 ? "" : ", scaled by rows x " + scale),
                        perSecond * scale / setup.parallelism() / theirs,
                        times)));
    }
}
