package dev.aimonflink.bench.harness;

import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What every experiment on the whole system takes; a mixin. */
final class PlanOptions {
    static final int QUICK_SUBSCRIBERS = 20_000;
    static final int PAPER_SUBSCRIBERS = 10_000_000;
    static final int PAPER_THREADS = 10;

    @Option(
            names = "--subscribers",
            paramLabel = "N",
            description = "Rows before anything is measured. Default: by experiment, mostly " + Defaults.SUBSCRIBERS
                    + "; " + QUICK_SUBSCRIBERS + " with --quick, " + PAPER_SUBSCRIBERS + " with --paper")
    private Integer subscribers;

    @Option(
            names = "--aggregates",
            paramLabel = "N|FILE",
            description = "For each subscriber: a multiple of 42, a schema's name or a file. Default: by experiment")
    private String aggregates;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            split = ",",
            description = "Partitions of the matrix, or several with commas. Default: by experiment")
    private List<Integer> parallelism;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long each thing is measured, after a warm-up. Default: by experiment")
    private Double seconds;

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            description = "How many ask at a time, each again when it is answered, or several with commas. Default: by"
                    + " experiment")
    private List<Integer> clients;

    @Option(
            names = "--rate",
            paramLabel = "N",
            split = ",",
            description =
                    "Events a second, or several with commas; of queries there are as many as --clients get answered."
                            + " Default: by experiment")
    private List<Integer> rates;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "The same seed gives the same subscribers, calls and questions. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--quick",
            description = "Small and short: whether everything runs and is right. Its figures mean little, so nothing"
                    + " is demanded of them.")
    private boolean quick;

    @Option(
            names = "--paper",
            description = "The size of the papers: " + PAPER_SUBSCRIBERS + " subscribers, 1 to " + PAPER_THREADS
                    + " partitions.")
    private boolean paper;

    boolean isQuick() {
        return quick;
    }

    Plan plan(Defaults defaults) {
        return new Plan(
                subscribers != null ? subscribers : defaultSubscribers(defaults),
                aggregates != null ? aggregates : defaults.aggregates(),
                parallelism != null ? parallelism : defaultParallelism(defaults),
                seconds != null ? seconds : defaultSeconds(defaults),
                clients != null ? clients : defaults.clients(),
                rates != null ? rates : defaults.rates(),
                seed,
                quick);
    }

    private double defaultSeconds(Defaults defaults) {
        return quick ? defaults.quickSeconds() : defaults.seconds();
    }

    private int defaultSubscribers(Defaults defaults) {
        if (quick) {
            return QUICK_SUBSCRIBERS;
        }
        return paper ? PAPER_SUBSCRIBERS : defaults.subscribers();
    }

    private List<Integer> defaultParallelism(Defaults defaults) {
        if (!paper) {
            return defaults.parallelism();
        }
        return defaults.parallelism().size() == 1
                ? List.of(PAPER_THREADS)
                : IntStream.rangeClosed(1, PAPER_THREADS).boxed().toList();
    }
}
