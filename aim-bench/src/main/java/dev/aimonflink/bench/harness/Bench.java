package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.local.SeparateBroker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Starts the deployments of an experiment and runs its measurements, whose {@link Findings} it collects. */
public final class Bench {
    private static final double NANOS_PER_MS = 1e6;
    private static final double PER_CENT = 100;
    private static final double LOOK_SECONDS = 1.5;

    private final BenchPlan plan;
    private final Supplier<SeparateBroker> broker;
    private final Consumer<String> progress;
    private final Consumer<Findings> keeper;
    private final Findings found;

    Bench(BenchPlan plan, Supplier<SeparateBroker> broker, Consumer<String> progress, Consumer<Findings> keeper) {
        this.plan = plan;
        this.broker = broker;
        this.progress = progress;
        this.keeper = keeper;
        found = new Findings(plan);
    }

    public BenchPlan plan() {
        return plan;
    }

    public SeparateBroker broker() {
        return broker.get();
    }

    /** To be added to. */
    public Findings found() {
        return found;
    }

    /** Writes the findings so far, in case a long experiment does not finish. */
    public void keep() {
        keeper.accept(found);
    }

    public void say(String sentence) {
        progress.accept(sentence);
    }

    /** The plan's deployment without checkpoints; {@link BenchPlan#checkpoints} is for experiments that take them. */
    public Setup setup(int parallelism) {
        Setup ofCalls = setup(parallelism, plan.aggregates());
        return plan.model().map(ofCalls::of).orElse(ofCalls);
    }

    public Setup setup(int parallelism, String aggregates) {
        return new Setup(plan.subscribers(), aggregates, parallelism, plan.seed(), plan.feed()).scanning(plan.scans());
    }

    /** Starts and fills a deployment; {@link #examine} it at its end. */
    public Deployment start(Setup setup) {
        say(setup.subscribers() + " x " + setup.aggregates() + " on " + setup.parallelism() + " ...");
        return Deployment.start(broker(), setup);
    }

    @FunctionalInterface
    public interface Measurement {
        void on(Deployment deployment) throws InterruptedException;
    }

    /** Measures on a deployment of each size with each number of partitions, and examines it at the end. */
    public void onEachDeployment(Measurement measurement) throws InterruptedException {
        onEachDeployment(setup -> setup, measurement);
    }

    public void onEachDeployment(UnaryOperator<Setup> change, Measurement measurement) throws InterruptedException {
        for (int subscribers : plan.sizes()) {
            for (int parallelism : plan.parallelism()) {
                Setup setup = setup(parallelism).of(plan.ofAll(subscribers, parallelism));
                try (Deployment deployment = start(change.apply(setup))) {
                    measurement.on(deployment);
                    examine(deployment);
                }
            }
        }
    }

    /** Compares the matrix and its answers with the truth. */
    public void examine(Deployment deployment) {
        say("Answers are recomputed ...");
        deployment.examine(found.verification());
    }

    public void warmUp(Deployment deployment) throws InterruptedException {
        warmUp(deployment.job()::requireHealthy);
    }

    private void warmUp(Runnable health) throws InterruptedException {
        Spread.sleep(plan.warmUpSeconds(), health);
    }

    /** Waits for the planned warm-up, and longer while the rate of a count rises, up to a limit. */
    public void warmUp(Deployment deployment, LongSupplier count) throws InterruptedException {
        warmUp(deployment.job()::requireHealthy, count);
    }

    /** The same for any system. */
    public void warmUp(Runnable health, LongSupplier count) throws InterruptedException {
        final long startNanos = System.nanoTime();
        Rates rates = new Rates(count);
        warmUp(health);
        rates.ended(secondsSince(startNanos));
        Plateau plateau = new Plateau();
        while (!plateau.isReached(rates.last()) && secondsSince(startNanos) < plan.longestWarmUpSeconds()) {
            long lookNanos = System.nanoTime();
            Spread.sleep(LOOK_SECONDS, health);
            rates.ended(secondsSince(lookNanos));
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / Spread.NANOS_PER_SECOND;
    }

    /**
     * Measures each way once without counting it, since nothing is compiled, and then as often as there are turns.
     *
     * @return what each way had, by turn
     */
    public <W, R> Map<W, List<R>> turns(String name, int turns, Map<W, Supplier<R>> ways) {
        Map<W, List<R>> found = new LinkedHashMap<>();
        for (int turn = 0; turn <= turns; turn++) {
            for (Map.Entry<W, Supplier<R>> way : ways.entrySet()) {
                say(name + " " + way.getKey() + ", turn " + (turn + 1) + " of " + (turns + 1) + " ...");
                R measured = way.getValue().get();
                if (turn > 0) {
                    found.computeIfAbsent(way.getKey(), any -> new ArrayList<>())
                            .add(measured);
                }
            }
        }
        return found;
    }

    /** Waits for the time of a measurement, and calls a listener at the end of each interval. */
    public void measure(Deployment deployment, DoubleConsumer listener) throws InterruptedException {
        measure(deployment.job()::requireHealthy, listener);
    }

    /** The same for any system. */
    public void measure(Runnable health, DoubleConsumer listener) throws InterruptedException {
        Spread.run(plan.seconds(), health, listener);
    }

    /** Waits for the time of a measurement, or until it is over. */
    public void measure(Deployment deployment, BooleanSupplier isOver) throws InterruptedException {
        Spread.sleepUntil(plan.seconds(), deployment.job()::requireHealthy, isOver);
    }

    /** Measures warm clients: answers a second, and latencies. */
    public Latencies measure(
            Deployment deployment,
            QueryClients clients,
            String name,
            Map<String, String> parameters,
            DoubleConsumer also)
            throws InterruptedException {
        Latencies latencies = new Latencies();
        Rates answered = new Rates(clients::answered);
        Rates cpuNanos = new Rates(MachineFacts::processCpuNanos);
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
        if (latencies.isEmpty()) {
            // Answered was what had been asked before, at the very end: the next questions are of another interval.
            final long nowAnswered = clients.answered();
            long startNanos = System.nanoTime();
            deployment.job().await("Another answer of " + name, () -> clients.answered() > nowAnswered);
            listener.accept(secondsSince(startNanos));
            await(deployment, name, parameters, latencies);
        }
        Samples perSecond = answered.samples();
        latencies.answersPerSecond(perSecond);
        found.rate(name + ".queries", parameters, "queries/s", perSecond);
        found.time(
                name + ".cpu",
                parameters,
                "CPU-ms/query",
                cpuNanos.samples().overOrAll(perSecond).map(nanos -> nanos / NANOS_PER_MS));
        // Equal questions that wait for one pass are scanned once: this bounds how much a rate owes to that.
        found.time(
                name + ".equal",
                parameters,
                "%",
                equal.samples().overOrAll(perSecond).map(share -> share * PER_CENT));
        if (latencies.isEmpty()) {
            found.verification().complain(name + " " + parameters + ": no question was due while it was measured");
        } else {
            found.percentiles(name, parameters, latencies, 50, 99);
        }
        return latencies;
    }

    /** Waits until everything due in a measurement has ended, and keeps its latencies. */
    public void await(Deployment deployment, String name, Map<String, String> parameters, Latencies latencies) {
        deployment.job().await("The last answers", latencies::isComplete);
        found.keep(name, parameters, latencies);
    }
}
