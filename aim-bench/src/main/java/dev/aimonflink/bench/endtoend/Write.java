package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Recording;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measures how many events a second the matrix takes in: made by the job itself, as in the papers, and from a backlog in Kafka as fast as
 * possible. The events are calls, or those of a model; without checkpoints, like in the papers, and with them.
 */
public final class Write extends Experiment {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLION = 1e6;

    /** The demanded event rate of a partition, relative to a thread of the papers' Flink. */
    private static final double TIMES_FLINK = 6;

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration QUICK_INTERVAL = Duration.ofSeconds(1);

    /** A limit, because publishing a backlog takes longer than reading it. */
    private static final long MAX_BACKLOG = 20_000_000;

    private static final long QUICK_MAX_BACKLOG = 500_000;

    public Write() {
        super(
                "write",
                "Measure how many events a second are taken in, made inside the job and from Kafka",
                new Defaults("546", List.of(1, 2), 20, 2, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        for (int parallelism : bench.plan().parallelism()) {
            Setup without = bench.setup(parallelism);
            Samples perSecond = generated(bench, without, name());
            BesideFlink.demand(bench, name(), BesideFlink.EVENTS, without, perSecond.median(), TIMES_FLINK);
            generated(bench, without.with(bench.plan().quick() ? QUICK_INTERVAL : INTERVAL), name());
            fromKafka(bench, without, perSecond.max());
        }
    }

    /** Measures events that are made inside the job, and returns how many a second there were. */
    public static Samples generated(Bench bench, Setup setup, String name) throws InterruptedException {
        try (Deployment deployment = bench.start(setup)) {
            deployment.openTap();
            bench.warmUp(deployment, deployment.job()::callsApplied);
            bench.say("Events are made inside the job ...");
            List<Samples> perSecond;
            try (Recording recording = record(bench, deployment)) {
                long warmNanos = System.nanoTime();
                bench.measure(deployment, () -> false);
                perSecond = recording.perSecond(warmNanos, Long.MAX_VALUE);
            }
            report(bench, setup, name + ".generated", perSecond);
            bench.examine(deployment);
            return perSecond.get(0);
        }
    }

    /** @param mostPerSecond the job's greatest intake */
    private void fromKafka(Bench bench, Setup setup, double mostPerSecond) throws InterruptedException {
        double seconds = bench.plan().warmUpSeconds() + bench.plan().seconds();
        long backlog = Math.min(
                bench.plan().quick() ? QUICK_MAX_BACKLOG : MAX_BACKLOG, Math.max(1, (long) (mostPerSecond * seconds)));
        try (Deployment deployment = new Deployment(bench.broker(), setup)) {
            bench.say(backlog + " events are published ...");
            deployment.publishAll(backlog);
            deployment.startJob();
            deployment.awaitRows();
            bench.warmUp(deployment, deployment.job()::callsApplied);
            // A warm-up to the plateau may use up the backlog, so another job in this JVM reads it again.
            deployment.restartJob();
            bench.say("The backlog is read ...");
            try (Recording recording = record(bench, deployment)) {
                deployment.awaitRows();
                bench.warmUp(deployment);
                long warmNanos = System.nanoTime();
                bench.measure(deployment, () -> deployment.job().callsSettled() >= backlog);
                List<Samples> perSecond = recording.perSecond(warmNanos, backlog);
                if (perSecond.isEmpty()) {
                    bench.found().verification().complain(backlog + " events were read before that could be measured");
                } else {
                    report(bench, setup, name() + ".kafka", perSecond);
                }
            }
            bench.examine(deployment);
        }
    }

    /** Records events, our processor time in nanoseconds, and the broker's. */
    private static Recording record(Bench bench, Deployment deployment) {
        return new Recording(deployment.job()::callsApplied, MachineFacts::processCpuNanos, () -> bench.broker()
                .cpuTime()
                .toNanos());
    }

    /** @param perSecond of what is recorded */
    private static void report(Bench bench, Setup setup, String figure, List<Samples> perSecond) {
        Map<String, String> parameters = setup.parameters(
                "checkpoints",
                setup.running().checkpoints().isZero()
                        ? "off"
                        : setup.running().checkpoints().toSeconds() + "s");
        Samples events = perSecond.get(0);
        bench.found().rate(figure, parameters, "events/s", events);
        bench.found()
                .time(
                        figure + ".cpu",
                        parameters,
                        "CPU-s/million events",
                        perSecond.get(1).overOrAll(events).map(nanos -> nanos * MILLION / NANOS_PER_SECOND));
        bench.found()
                .time(
                        figure + ".broker-cpu",
                        parameters,
                        "CPU-s/s",
                        perSecond.get(2).map(nanos -> nanos / NANOS_PER_SECOND));
    }
}
