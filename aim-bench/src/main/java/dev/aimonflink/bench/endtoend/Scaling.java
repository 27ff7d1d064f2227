package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.RunningJob.Checkpoint;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Measures what a job takes at several sizes, fits each cost as a sum of few terms, and compares the prediction for one more size with a run
 * of it.
 */
public final class Scaling extends Experiment {
    /** How far a prediction may be from the run that was not used. */
    private static final double AT_MOST = 0.2;

    /** Quick runs have a twentieth of the entities. */
    private static final int QUICK = 20;

    private static final int MIN_ENTITIES = 1_000;
    private static final double BYTES_PER_MIB = 1 << 20;
    private static final int COLLECTIONS = 10;

    /** Of which the median counts. */
    private static final int CHECKPOINTS = 5;

    private static final long PAUSE_MS = 500;

    /** What is deployed. */
    private record Size(int entities, int aggregates, int partitions) {
        double of(Term term) {
            return switch (term) {
                case ONE -> 1;
                case AGGREGATES -> aggregates;
                case ENTITIES -> entities;
                case CELLS -> (double) entities * aggregates;
                case ROWS_OF_PARTITION -> (double) entities / partitions;
                case ROWS_OF_CORE -> (double) entities / busyCores();
                case CELLS_OF_CORE -> (double) entities * aggregates / busyCores();
            };
        }

        private int busyCores() {
            return Math.min(partitions, Runtime.getRuntime().availableProcessors());
        }
    }

    private enum Term {
        ONE,
        AGGREGATES,
        ENTITIES,
        CELLS,
        ROWS_OF_PARTITION,
        ROWS_OF_CORE,
        CELLS_OF_CORE
    }

    private enum Cost {
        HEAP("MiB"),
        COLUMNS("MiB"),
        CHECKPOINT_SIZE("MiB"),
        CHECKPOINT_TIME("ms"),
        EVENT("CPU-ns"),
        SCAN("ms");

        private final String unit;

        Cost(String unit) {
            this.unit = unit;
        }

        List<Term> terms() {
            return switch (this) {
                case HEAP, CHECKPOINT_SIZE -> List.of(Term.ONE, Term.ENTITIES, Term.CELLS);
                // Partitions write at the same time.
                case CHECKPOINT_TIME -> List.of(Term.ONE, Term.ROWS_OF_CORE, Term.CELLS_OF_CORE);
                case COLUMNS -> List.of(Term.ONE, Term.ENTITIES);
                case EVENT -> List.of(Term.ONE, Term.AGGREGATES);
                case SCAN -> List.of(Term.ONE, Term.ROWS_OF_PARTITION);
            };
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private record Measured(Size size, Map<Cost, Double> costs) {}

    private static final List<Size> FITTED = List.of(
            new Size(100_000, 42, 1),
            new Size(100_000, 546, 1),
            new Size(100_000, 42, 4),
            new Size(400_000, 546, 1),
            new Size(400_000, 42, 2),
            new Size(400_000, 546, 2),
            new Size(1_000_000, 42, 1),
            new Size(1_000_000, 42, 2));

    private static final Size PREDICTED = new Size(700_000, 252, 2);

    public Scaling() {
        super(
                "scaling",
                "Measure what entities, aggregates and partitions cost, and predict what another size does",
                new Defaults("546", List.of(2), 10, 1, List.of(1), List.of(0)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        Size first = sized(bench, FITTED.get(0));
        bench.say("Warms up ...");
        deployed(bench, setup(bench, first), first);
        List<Measured> fitted = new ArrayList<>();
        for (Size size : FITTED) {
            fitted.add(measured(bench, size));
            bench.keep();
        }
        Measured other = measured(bench, PREDICTED);
        for (Cost cost : Cost.values()) {
            predict(bench, cost, fitted, other);
        }
    }

    private static Size sized(Bench bench, Size full) {
        return bench.plan().quick()
                ? new Size(Math.max(MIN_ENTITIES, full.entities / QUICK), full.aggregates, full.partitions)
                : full;
    }

    private static Setup setup(Bench bench, Size size) {
        return bench.setup(size.partitions, Integer.toString(size.aggregates)).of(size.entities);
    }

    private Measured measured(Bench bench, Size full) throws InterruptedException {
        Size size = sized(bench, full);
        Setup setup = setup(bench, size);
        Map<Cost, Double> costs = deployed(bench, setup, size);
        costs.put(Cost.HEAP, costs.get(Cost.HEAP) - usedMib());
        costs.forEach((cost, value) -> bench.found()
                .time(
                        name() + "." + cost.label(),
                        setup.parameters("entities", size.entities),
                        cost.unit,
                        new Samples(value)));
        return new Measured(size, costs);
    }

    /** With the heap as it is before the deployment ends. A method of its own, because its variables keep a job alive. */
    private Map<Cost, Double> deployed(Bench bench, Setup setup, Size size) throws InterruptedException {
        Map<Cost, Double> costs = new EnumMap<>(Cost.class);
        try (Deployment deployment = bench.start(setup)) {
            costs.put(Cost.COLUMNS, deployment.job().counted(AimMetrics.COLUMN_BYTES) / BYTES_PER_MIB);
            // The first one writes more than later ones, whose times differ by a quarter.
            deployment.job().checkpoint();
            List<Checkpoint> checkpoints = Stream.generate(deployment.job()::checkpoint)
                    .limit(CHECKPOINTS)
                    .toList();
            costs.put(Cost.CHECKPOINT_SIZE, checkpoints.get(0).stateBytes() / BYTES_PER_MIB);
            costs.put(
                    Cost.CHECKPOINT_TIME,
                    Samples.of(checkpoints, checkpoint -> (double) checkpoint.millis())
                            .median());
            costs.put(Cost.SCAN, scanMs(bench, deployment, size));
            costs.put(Cost.EVENT, eventNanos(bench, deployment));
            bench.examine(deployment);
            costs.put(Cost.HEAP, usedMib());
        }
        return costs;
    }

    /** What is in use once the collector finds nothing more: threads of an ended job end a little later. */
    private static double usedMib() throws InterruptedException {
        double used = Double.MAX_VALUE;
        for (int still = 0; still < COLLECTIONS; ) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            double now =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MIB;
            still = now < used - 1 ? 0 : still + 1;
            used = Math.min(used, now);
        }
        return used;
    }

    /** Of the seven queries, one after another. */
    private double scanMs(Bench bench, Deployment deployment, Size size) throws InterruptedException {
        UnderLoad load = new UnderLoad(bench, deployment, EventStream.Traffic.NONE);
        Latencies latencies = load.measure(
                load.closedLoop(1), name() + ".queries", load.parameters("entities", size.entities, "clients", 1));
        return latencies.isEmpty() ? Double.NaN : latencies.percentileMs(50);
    }

    /**
     * The processor time of all threads, with compiler and collector, by events that are made inside the job as fast as it takes them in. By the
     * clock, a second partition costs the first one time, because it leaves no core to those threads.
     */
    private static double eventNanos(Bench bench, Deployment deployment) throws InterruptedException {
        deployment.openTap();
        bench.warmUp(deployment, deployment.job()::callsApplied);
        final long before = deployment.job().callsApplied();
        final long beganNanos = MachineFacts.processCpuNanos();
        bench.measure(deployment, () -> false);
        final double nanos = MachineFacts.processCpuNanos() - beganNanos;
        return nanos / Math.max(1, deployment.job().callsApplied() - before);
    }

    private void predict(Bench bench, Cost cost, List<Measured> fitted, Measured other) {
        double[] factors = factors(cost, fitted);
        double predicted = 0;
        for (int i = 0; i < factors.length; i++) {
            Term term = cost.terms().get(i);
            predicted += factors[i] * other.size.of(term);
            String one = term.name().toLowerCase(Locale.ROOT).replace('_', '-');
            bench.found()
                    .time(
                            name() + "." + cost.label() + ".factor",
                            Map.of("of", one),
                            cost.unit,
                            new Samples(factors[i]));
        }
        final double measured = other.costs.get(cost);
        bench.found().time(name() + "." + cost.label() + ".predicted", Map.of(), cost.unit, new Samples(predicted));
        bench.found()
                .demand(Demand.atMost(
                        cost.label() + " of the run that was not used, off by",
                        Math.abs(predicted / measured - 1),
                        AT_MOST));
    }

    /** By least squares of what is off, in parts of what was measured: otherwise only the largest size would count. */
    private static double[] factors(Cost cost, List<Measured> fitted) {
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.setNoIntercept(true);
        ToDoubleFunction<Measured> value = each -> each.costs.get(cost);
        regression.newSampleData(
                fitted.stream().mapToDouble(each -> 1).toArray(),
                fitted.stream()
                        .map(each -> cost.terms().stream()
                                .mapToDouble(term -> each.size.of(term) / value.applyAsDouble(each))
                                .toArray())
                        .toArray(double[][]::new));
        return regression.estimateRegressionParameters();
    }
}
