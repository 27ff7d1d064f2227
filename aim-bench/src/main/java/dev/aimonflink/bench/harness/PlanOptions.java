package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.installation.CallPattern;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The options of every experiment on the whole system; a mixin. */
final class PlanOptions {
    static final int QUICK_SUBSCRIBERS = 20_000;
    static final int PAPER_SUBSCRIBERS = 10_000_000;
    static final int PAPER_THREADS = 10;
    private static final int QUICK_CLIENTS = 3;
    private static final int NOBODY = 0;

    /** How long a day of moving event time lasts. */
    private static final int SECONDS_OF_A_DAY = 10;

    @Option(
            names = "--subscribers",
            paramLabel = "N",
            split = ",",
            description =
                    "Rows before anything is measured; for mixed and clients also several with commas, each of which"
                            + " is filled once. Default: by experiment, mostly " + Defaults.SUBSCRIBERS
                            + "; " + QUICK_SUBSCRIBERS + " with --quick, " + PAPER_SUBSCRIBERS + " with --paper")
    private List<Integer> subscribers;

    @Option(
            names = "--weak",
            description = "Weak scaling: --subscribers and --rate are those of one partition. For clients")
    private boolean weak;

    @Option(
            names = "--aggregates",
            paramLabel = "N",
            description = "For each subscriber, a multiple of 42. Default: by experiment")
    private String aggregates;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description =
                    "Measure events of this model instead of calls: payments, wide (2000 aggregates), rolling, nexmark,"
                            + " aim-42, aim-546, or a YAML file. For write and turns")
    private String model;

    @Option(
            names = "--window",
            paramLabel = "WINDOW",
            description = "Measure a small model with this window, such as 'last 24 hours' or '1 day'. For turns")
    private String window;

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
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "The least that passes before each measurement; it goes on for up to a minute while what is"
                    + " measured becomes faster. Default: 5")
    private Double warmUp;

    @Option(
            names = "--checkpoints",
            paramLabel = "SECONDS",
            description = "The time between two checkpoints, 0 for none. For mixed. Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private int checkpoints;

    @Option(
            names = "--rules",
            paramLabel = "N",
            description =
                    "How many of the papers' campaigns judge events, of whose alerts 1000 a second are written. For"
                            + " mixed. Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private int rules;

    @Option(
            names = "--scans",
            paramLabel = "MODE",
            description =
                    "Where scans run: s1, s2, s3-is, s3-ni or adaptive, see docs/scan-modes.md#where-scans-run. Default: the job chooses")
    private String scans;

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            description =
                    "A closed loop: how many ask at a time, each again when it is answered, or several with commas."
                            + " For mixed, 0 measures events alone, and queries only if there is a --query-rate. Default:"
                            + " by experiment")
    private List<Integer> clients;

    @Option(
            names = "--queries",
            paramLabel = "MIX",
            split = ",",
            description =
                    "What clients ask: seven, uniformly; q1_w2_w3, 40, 40 and 20 percent; q1_w2, half and half; q1;"
                            + " flat_rate, a query with joins; or several with commas. For mixed and clients. Default: seven")
    private List<QueryPool.Profile> queries;

    @Option(
            names = "--think",
            paramLabel = "MILLIS",
            description = "A closed loop: how long each client waits when it has its answer. Default: ${DEFAULT-VALUE}",
            defaultValue = "0")
    private int think;

    @Option(
            names = "--query-rate",
            paramLabel = "N",
            split = ",",
            description = "An open loop: queries a second that are asked whether the earlier ones are answered or not,"
                    + " timed from when they were due; or several with commas. For mixed, points and gateway. Default: by"
                    + " experiment")
    private List<Integer> queryRates;

    @Option(
            names = "--rate",
            paramLabel = "N",
            split = ",",
            description = "Events a second, or several with commas; 0 for none. Default: by experiment")
    private List<Integer> rates;

    @Option(
            names = "--distribution",
            paramLabel = "uniform|zipf|hot",
            defaultValue = "uniform",
            description =
                    "Which subscribers call: all alike, a few much more often, or one as often as all others together. Default: ${DEFAULT-VALUE}")
    private CallPattern.Spread spread;

    @Option(
            names = "--event-time",
            paramLabel = "fixed|moving|lagging",
            defaultValue = "fixed",
            description =
                    "When calls take place: all at one moment; those that come through Kafka through days and weeks, a"
                            + " day in ten seconds, with some calls late, so that windows turn; or those of a quarter of"
                            + " the subscribers an hour before the others, with a midnight in between. Default:"
                            + " ${DEFAULT-VALUE}")
    private CallPattern.Time time;

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

    /** @throws dev.aimonflink.matrix.model.InvalidInputException if an option is wrong, or not of the experiment */
    BenchPlan plan(Experiment experiment) {
        requireOptionsOf(experiment);
        if (window != null && model != null) {
            throw new InvalidInputException(
                    "window=" + window + " and model=" + model + " both say over which time. Give one of them.");
        }
        if (aggregates != null && experiment.defaultModel().isPresent()) {
            throw new InvalidInputException("aggregates=" + aggregates + " is of calls, and " + experiment.name()
                    + " measures a model. Give --model or --window.");
        }
        if (clients != null
                && clients.contains(NOBODY)
                && !experiment.defaults().clients().contains(NOBODY)) {
            throw new InvalidInputException("clients=0 is for mixed, and " + experiment.name()
                    + " measures nothing without clients. Give 1 or more.");
        }
        return plan(experiment.defaults(), given().or(experiment::defaultModel));
    }

    /** Refuses options that only other experiments take. */
    private void requireOptionsOf(Experiment experiment) {
        String name = experiment.name();
        require(name, "model=" + model, model != null, "write", "turns");
        require(name, "window=" + window, window != null, "turns");
        require(name, "weak=true", weak, "clients");
        require(name, "checkpoints=" + checkpoints, checkpoints != 0, "mixed");
        require(name, "rules=" + rules, rules != 0, "mixed");
        require(name, "query-rate=" + joined(queryRates), queryRates != null, "mixed", "points", "gateway");
        require(
                name,
                "queries="
                        + (queries == null
                                ? ""
                                : joined(queries.stream()
                                        .map(QueryPool.Profile::label)
                                        .toList())),
                queries != null,
                "mixed",
                "clients");
        if (subscribers != null
                && subscribers.size() > 1
                && !List.of("mixed", "clients").contains(name)) {
            throw new InvalidInputException("subscribers=" + joined(subscribers) + " is for mixed and clients, and "
                    + name + " measures one population. Give one number.");
        }
    }

    private static void require(String experiment, String given, boolean isGiven, String... takers) {
        if (isGiven && !List.of(takers).contains(experiment)) {
            throw new InvalidInputException(
                    given + " is for " + String.join(", ", takers).replaceFirst(", (\\w+)$", " and $1") + ", and "
                            + experiment + " would not look at it. Leave it out.");
        }
    }

    private static String joined(List<?> values) {
        return values == null ? "" : values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    BenchPlan plan(Defaults defaults) {
        return plan(defaults, given());
    }

    private Optional<MeasuredModel> given() {
        if (model != null && aggregates != null) {
            throw new InvalidInputException(
                    "model=" + model + " and aggregates=" + aggregates + " both say what is kept. Give one of them.");
        }
        return window != null
                ? Optional.of(MeasuredModel.withWindow(window))
                : Optional.ofNullable(model).map(MeasuredModel::of);
    }

    private BenchPlan plan(Defaults defaults, Optional<MeasuredModel> kept) {
        double measured = seconds != null ? seconds : quick ? defaults.quickSeconds() : defaults.seconds();
        List<Integer> eventRates = rates != null ? rates : defaults.rates();
        return new BenchPlan(
                subscribers != null
                        ? subscribers
                        : List.of(quick ? QUICK_SUBSCRIBERS : paper ? PAPER_SUBSCRIBERS : defaults.subscribers()),
                weak,
                aggregates != null ? aggregates : defaults.aggregates(),
                kept,
                parallelism != null ? parallelism : defaultParallelism(defaults),
                measured,
                warmUp != null ? warmUp : defaultWarmUp(measured),
                Duration.ofSeconds(checkpoints),
                rules,
                Optional.ofNullable(scans).map(label -> ScanSetting.of("scans", label)),
                queries != null ? queries : List.of(QueryPool.Profile.SEVEN),
                clients != null ? clients : defaultClients(defaults.clients()),
                Duration.ofMillis(think),
                queryRates != null ? queryRates : List.of(NOBODY).equals(clients) ? List.of() : defaults.queryRates(),
                eventRates,
                new CallPattern(spread, time, SECONDS_OF_A_DAY * Math.max(1, Collections.max(eventRates))),
                seed,
                quick);
    }

    private double defaultWarmUp(double measured) {
        return quick ? Math.min(measured, BenchPlan.QUICK_WARM_UP_SECONDS) : BenchPlan.WARM_UP_SECONDS;
    }

    /** A quick run takes the first, the middle and the last of many. */
    private List<Integer> defaultClients(List<Integer> all) {
        return quick && all.size() > QUICK_CLIENTS
                ? List.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1))
                : all;
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
