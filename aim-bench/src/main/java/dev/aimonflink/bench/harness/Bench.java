package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.Machine;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.experiment.SecondsLog;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Deployment.Setup;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.local.SeparateBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Starts the deployments of an experiment, runs its measurements, and collects its figures and checks. */
public final class Bench {
    private static final double NANOS_PER_MS = 1e6;
    private static final double PER_CENT = 100;
    private static final double LOOK_SECONDS = 1.5;

    private final Plan plan;
    private final Supplier<SeparateBroker> broker;
    private final LatencyLog log = new LatencyLog();
    private final SecondsLog seconds = new SecondsLog();
    private final Consumer<String> progress;
    private final AnswerChecks verification = new AnswerChecks();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();

    Bench(Plan plan, Supplier<SeparateBroker> broker, Consumer<String> progress) {
        this.plan = plan;
        this.broker = broker;
        this.progress = progress;
    }

    public Plan plan() {
        return plan;
    }

    public SeparateBroker broker() {
        return broker.get();
    }

    public AnswerChecks verification() {
        return verification;
    }

    /** Shows progress. */
    public void say(String sentence) {
        progress.accept(sentence);
    }

    /** The deployment of the plan, without checkpoints. */
    public Setup setup(int parallelism) {
        Setup ofCalls = setup(parallelism, plan.aggregates());
        return plan.model().map(ofCalls::of).orElse(ofCalls);
    }

    /** The same deployment with other aggregates. */
    public Setup setup(int parallelism, String aggregates) {
        return new Setup(plan.subscribers(), aggregates, parallelism, plan.seed(), plan.feed());
    }

    /** Starts and fills a deployment; {@link #examine} it at its end. */
    public Deployment start(Setup setup) {
        say(setup.subscribers() + " x " + setup.aggregates() + " on " + setup.parallelism() + " ...");
        return Deployment.start(broker(), setup);
    }

    /** Measures on a deployment. */
    @FunctionalInterface
    public interface Measurement {
        void on(Deployment deployment) throws InterruptedException;
    }

    /** Starts a deployment with each number of partitions, measures on it, and examines it at the end. */
    public void onEachDeployment(Measurement measurement) throws InterruptedException {
        onEachDeployment(setup -> setup, measurement);
    }

    /** The same with other setups than the usual ones. */
    public void onEachDeployment(UnaryOperator<Deployment.Setup> change, Measurement measurement)
            throws InterruptedException {
        for (int parallelism : plan.parallelism()) {
            try (Deployment deployment = start(change.apply(setup(parallelism)))) {
                measurement.on(deployment);
                examine(deployment);
            }
        }
    }

    /** Compares the matrix and its answers with the truth. */
    public void examine(Deployment deployment) {
        say("Answers are recomputed ...");
        deployment.examine(verification);
    }

    /** Waits for the planned warm-up. */
    public void warmUp(Deployment deployment) throws InterruptedException {
        Intervals.sleep(plan.warmUpSeconds(), deployment.job()::requireHealthy);
    }

    /** Waits for the planned warm-up, and goes on while the rate of a count rises, up to a limit. */
    public void warmUp(Deployment deployment, LongSupplier count) throws InterruptedException {
        final long startNanos = System.nanoTime();
        Rates rates = new Rates(count);
        warmUp(deployment);
        rates.ended(secondsSince(startNanos));
        Plateau plateau = new Plateau();
        while (!plateau.isReached(rates.last()) && secondsSince(startNanos) < plan.longestWarmUpSeconds()) {
            long lookNanos = System.nanoTime();
            Intervals.sleep(LOOK_SECONDS, deployment.job()::requireHealthy);
            rates.ended(secondsSince(lookNanos));
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / Intervals.NANOS_PER_SECOND;
    }

    /** Waits for the time of a measurement, and calls a listener at the end of each interval. */
    private void measure(Deployment deployment, DoubleConsumer listener) throws InterruptedException {
        Intervals.run(plan.seconds(), deployment.job()::requireHealthy, listener);
    }

    /** Waits for the time of a measurement, or less if it is over before. */
    public void measure(Deployment deployment, BooleanSupplier isOver) throws InterruptedException {
        Intervals.sleepUntil(plan.seconds(), deployment.job()::requireHealthy, isOver);
    }

    /** Measures clients that are warm: answers a second, and how long they took. */
    public Latencies measure(
            Deployment deployment,
            QueryClients clients,
            String name,
            Map<String, String> parameters,
            DoubleConsumer also)
            throws InterruptedException {
        Latencies latencies = new Latencies();
        Rates answered = new Rates(clients::answered);
        Rates cpuNanos = new Rates(Machine::processCpuNanos);
        Rates equal = new Rates(clients::equal);
        long before = clients.answered();
        DoubleConsumer listener = seconds -> {
            answered.ended(seconds);
            equal.ended(seconds);
            cpuNanos.ended(seconds);
            latencies.add(clients.nextInterval());
            also.accept(seconds);
        };
        clients.nextInterval();
        measure(deployment, listener);
        if (clients.answered() == before) {
            // Slow is not wrong: another interval lasts until the first answer.
            long startNanos = System.nanoTime();
            deployment.job().await("A first answer of " + name, () -> clients.answered() > before);
            listener.accept(secondsSince(startNanos));
        }
        await(deployment, name, parameters, latencies);
        Samples perSecond = answered.samples();
        latencies.answersPerSecond(perSecond);
        rate(name + ".queries", parameters, "queries/s", perSecond);
        time(
                name + ".cpu",
                parameters,
                "CPU-ms/query",
                cpuNanos.samples().overOrAll(perSecond).map(nanos -> nanos / NANOS_PER_MS));
        // Equal questions that wait for one pass are scanned once: this bounds what a rate owes to that.
        time(
                name + ".equal",
                parameters,
                "%",
                equal.samples().overOrAll(perSecond).map(share -> share * PER_CENT));
        if (latencies.isEmpty()) {
            verification.complain(name + " " + parameters + ": no question was due while it was measured");
        } else {
            percentiles(name, parameters, latencies, 50, 99);
        }
        return latencies;
    }

    /** Waits until everything that was due in a measurement has ended, and keeps its latencies. */
    public void await(Deployment deployment, String name, Map<String, String> parameters, Latencies latencies) {
        deployment.job().await("The last answers", latencies::isComplete);
        keep(name, parameters, latencies);
    }

    /** Keeps latencies for the log. */
    void keep(String name, Map<String, String> parameters, Latencies latencies) {
        latencies.nanos().forEach(interval -> log.add(name, parameters, interval));
    }

    /** Keeps what was measured in a second. */
    public void keep(SecondsLog.Row second) {
        seconds.add(second);
    }

    /** Adds percentiles of latencies: {@code NAME.p50}, {@code NAME.p999} or, for 100, {@code NAME.max}. */
    public void percentiles(String name, Map<String, String> parameters, Latencies latencies, double... percentiles) {
        for (double percentile : percentiles) {
            figures.add(latencies.figure(name + Pooled.suffixOf(percentile), parameters, percentile));
        }
    }

    /** Adds a figure of which more is better. */
    public void rate(String name, Map<String, String> parameters, String unit, Samples samples) {
        figures.add(Figure.highIsGood(name, parameters, unit, samples));
    }

    /** Adds a figure of which less is better. */
    public void time(String name, Map<String, String> parameters, String unit, Samples samples) {
        figures.add(Figure.lowIsGood(name, parameters, unit, samples));
    }

    /** Adds a demand, unless this is a quick look. */
    public void demand(Check check) {
        if (!plan.quick()) {
            checks.add(check);
        }
    }

    /** Writes the report and, if all answers are right, the latencies and the seconds. */
    Report write(String experiment, Path directory) {
        Report report = report(experiment);
        report.write(directory);
        if (report.answers().wrong() == 0) {
            log.write(directory.resolve(experiment + LatencyLog.EXTENSION));
            seconds.write(directory.resolve(experiment + SecondsLog.EXTENSION));
        }
        return report;
    }

    /** Leaves out all figures if an answer is wrong. Adds a failed check if there are time-outs. */
    private Report report(String experiment) {
        boolean isRight = verification.answers().wrong() == 0;
        int timeouts = verification.answers().timeouts();
        if (timeouts > 0) {
            checks.add(Check.atMost(
                    "questions without an answer in time, counted as long as they were waited for", timeouts, 0));
        }
        return new Report(
                experiment,
                Machine.environment(),
                plan.describe(),
                isRight ? List.copyOf(figures) : List.of(),
                isRight ? List.copyOf(checks) : List.of(),
                verification.answers());
    }
}
