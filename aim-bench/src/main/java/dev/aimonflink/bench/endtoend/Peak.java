package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.lab.meter.CallMarkers;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.meter.Freshness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures how old answers are before, during and after a peak of ten times the events, and how long it takes until they are as fresh again as
 * they were.
 */
public final class Peak extends Experiment {
    private static final int TIMES = 10;

    /** As fresh as before: a second in which no marker is older than the oldest of before, or than this. */
    private static final double FRESH_MS = 100;

    private static final int LONGEST_RECOVERY_SECONDS = 120;
    private static final int NONE = -1;

    public Peak() {
        super(
                "peak",
                "Measure how old answers are while ten times the events come, and how long until they are fresh again",
                new Defaults("546", List.of(1), 30, 2, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            Freshness freshness = new Freshness(
                    new CallMarkers(deployment.events(), deployment.setup().parallelism()),
                    deployment.client()::ask,
                    bench.plan().subscribers());
            for (int rate : bench.plan().rates()) {
                measure(bench, deployment, freshness, rate);
            }
            freshness.failures().forEach(bench.found().verification()::complain);
        });
    }

    private void measure(Bench bench, Deployment deployment, Freshness freshness, int rate)
            throws InterruptedException {
        final int seconds = (int) Math.ceil(bench.plan().seconds());
        Map<String, String> parameters =
                deployment.setup().parameters("rate", rate, "times", TIMES, "seconds", seconds);
        List<DueLatencies.Interval> before;
        List<DueLatencies.Interval> during;
        List<DueLatencies.Interval> after;
        final double oldestMs;
        try (FreshnessMarkers markers = new FreshnessMarkers(freshness, deployment.events())) {
            before = under(deployment, rate, () -> {
                bench.warmUp(deployment);
                markers.next();
                bench.say("Events come as usual ...");
                return intervals(deployment, markers, seconds);
            });
            during = under(deployment, TIMES * rate, () -> {
                bench.say(TIMES + " times the events come ...");
                return intervals(deployment, markers, seconds);
            });
            oldestMs = Math.max(FRESH_MS, oldestMs(deployment, before));
            after = under(deployment, rate, () -> {
                bench.say("Events come as usual again ...");
                return untilFresh(deployment, markers, oldestMs);
            });
        }
        report(bench, deployment, "before", parameters, before);
        report(bench, deployment, "during", parameters, during);
        report(bench, deployment, "after", parameters, after);
        final int recovery = firstFresh(after, oldestMs);
        if (recovery == NONE) {
            bench.found()
                    .verification()
                    .complain("Answers are not as fresh as before " + after.size() + " s after the peak");
        } else {
            bench.found().time(name() + ".recovery", parameters, "s", new Samples(recovery));
        }
        if (deployment.events().skipped() > 0) {
            bench.found()
                    .demand(Demand.atMost(
                            "events of the peak that were not sent in time",
                            (double) deployment.events().skipped(),
                            0));
        }
    }

    /** What is seen while events come at a rate. */
    private interface Watching {
        List<DueLatencies.Interval> watch() throws InterruptedException;
    }

    private static List<DueLatencies.Interval> under(Deployment deployment, int rate, Watching watching)
            throws InterruptedException {
        EventStream.Traffic traffic = new EventStream.Traffic(deployment.events(), rate);
        try {
            return watching.watch();
        } finally {
            traffic.close();
        }
    }

    /** The seconds up to when one of them turns out to be as fresh as that, or too many. */
    private static List<DueLatencies.Interval> untilFresh(
            Deployment deployment, FreshnessMarkers markers, double oldestMs) throws InterruptedException {
        List<DueLatencies.Interval> seconds = new ArrayList<>();
        do {
            seconds.addAll(intervals(deployment, markers, 1));
        } while (seconds.size() < LONGEST_RECOVERY_SECONDS && firstFresh(seconds, oldestMs) == NONE);
        return seconds;
    }

    /** The index of the first second whose markers are all shown, none of them older than that. */
    private static int firstFresh(List<DueLatencies.Interval> seconds, double oldestMs) {
        for (int second = 0; second < seconds.size(); second++) {
            Latencies ages = ages(seconds.subList(second, second + 1));
            if (ages.isComplete() && !ages.isEmpty() && ages.percentileMs(100) <= oldestMs) {
                return second;
            }
        }
        return NONE;
    }

    /** The ages of the markers that were due in each of so many seconds. */
    private static List<DueLatencies.Interval> intervals(Deployment deployment, FreshnessMarkers markers, int seconds)
            throws InterruptedException {
        List<DueLatencies.Interval> intervals = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            TimeUnit.SECONDS.sleep(1);
            deployment.job().requireHealthy();
            intervals.add(markers.next());
        }
        return intervals;
    }

    private static double oldestMs(Deployment deployment, List<DueLatencies.Interval> intervals) {
        Latencies ages = ages(intervals);
        deployment.job().await("The last markers", ages::isComplete);
        return ages.isEmpty() ? 0 : ages.percentileMs(100);
    }

    private static Latencies ages(List<DueLatencies.Interval> intervals) {
        Latencies ages = new Latencies();
        intervals.forEach(ages::add);
        return ages;
    }

    private void report(
            Bench bench,
            Deployment deployment,
            String when,
            Map<String, String> parameters,
            List<DueLatencies.Interval> intervals) {
        Latencies ages = ages(intervals);
        bench.await(deployment, name() + "." + when, parameters, ages);
        if (ages.isEmpty()) {
            bench.found().verification().complain("No answer showed a marker " + when + " the peak");
        } else {
            bench.found().percentiles(name() + "." + when, parameters, ages, 50, 99, 100);
        }
    }
}
