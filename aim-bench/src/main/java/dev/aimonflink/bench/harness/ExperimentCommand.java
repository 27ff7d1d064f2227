package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.OutOptions;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.ReportPrinter;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.local.SeparateBroker;
import dev.aimonflink.matrix.model.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code aim bench EXPERIMENT}: runs one or several experiments on one broker. */
@Command(mixinStandardHelpOptions = true)
public final class ExperimentCommand implements Callable<Integer> {
    private static final String REPEAT = "--repeat";

    /** The options that are not passed on to each run. */
    private static final Set<String> NOT_OF_A_RUN = Set.of(REPEAT, "--out", "--output");

    private final Environment environment;
    private final List<Experiment> experiments;

    /** Run after them, each with the given {@code --quick}, {@code --out} and {@code --output}. */
    private final List<CommandLine> others;

    @Mixin
    private PlanOptions options;

    @Mixin
    private OutOptions out;

    @Mixin
    private OutputOptions output;

    @Option(
            names = REPEAT,
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Run in so many fresh JVMs one after another and pool what they find, which is what aim bench compare"
                            + " needs. Each run leaves its result in DIR/EXPERIMENT-runs. Default: ${DEFAULT-VALUE}")
    private int repeats;

    @Spec
    private CommandSpec spec;

    /** Null until an experiment needs it, and after a failed one. */
    private SeparateBroker broker;

    private ExperimentCommand(Environment environment, List<Experiment> experiments, List<CommandLine> others) {
        this.environment = environment;
        this.experiments = experiments;
        this.others = others;
    }

    public static CommandLine of(Environment environment, Experiment experiment) {
        return commandLine(
                new ExperimentCommand(environment, List.of(experiment), List.of()),
                experiment.name(),
                experiment.summary());
    }

    public static CommandLine of(
            Environment environment, String name, List<Experiment> experiments, List<CommandLine> others) {
        Stream<String> names = Stream.concat(
                experiments.stream().map(Experiment::name), others.stream().map(CommandLine::getCommandName));
        return commandLine(
                new ExperimentCommand(environment, experiments, others),
                name,
                "Run " + names.collect(Collectors.joining(", ")));
    }

    private static CommandLine commandLine(ExperimentCommand command, String name, String summary) {
        CommandLine commandLine = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        commandLine
                .getCommandSpec()
                .name(name)
                .usageMessage()
                .description(
                        summary + ".",
                        "",
                        "Kafka, where it is measured, runs in a process of its own, all else in this one. Answers are compared with"
                                + " those that the same calls give when they are counted the plain way; figures beside a"
                                + " wrong answer are not reported, and the exit code is 1. It is 5 if a figure is out of"
                                + " its bounds or a question has no answer in time. Written are DIR/EXPERIMENT.json and the latencies as DIR/EXPERIMENT.hlog.")
                .footer(
                        "",
                        "Examples:",
                        "  aim bench " + name,
                        "  aim bench " + name + " --quick --out results",
                        "  aim bench " + name + " --parallelism 2 --warm-up 120 --seconds 60 --output json",
                        "  aim bench " + name + " --repeat 7 --out before");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Limits.requireWithin("repeat", repeats, 1, Repeats.MAX);
        // All options are checked before the first experiment runs.
        List<BenchPlan> plans = experiments.stream().map(options::plan).toList();
        Path directory = out.createDirectory(options.isQuick());
        Map<String, Integer> exitCodes = new LinkedHashMap<>();
        try {
            for (int i = 0; i < experiments.size(); i++) {
                exitCodes.put(experiments.get(i).name(), survive(experiments.get(i), plans.get(i), directory));
            }
        } finally {
            closeBroker();
        }
        for (CommandLine other : others) {
            exitCodes.put(other.getCommandName(), other.execute(options(directory)));
        }
        return worst(exitCodes);
    }

    private String[] options(Path directory) {
        List<String> given = new ArrayList<>(List.of("--out=" + directory));
        if (options.isQuick()) {
            given.add("--quick");
        }
        given.add("--output=" + output.format().label());
        return given.toArray(String[]::new);
    }

    /** A wrong answer is worse than a slow one. */
    private int worst(Map<String, Integer> exitCodes) {
        List<String> failed = exitCodes.entrySet().stream()
                .filter(each -> each.getValue() != ExitCode.OK && each.getValue() != ExitCode.REGRESSION)
                .map(Map.Entry::getKey)
                .toList();
        if (exitCodes.size() > 1 && !failed.isEmpty()) {
            environment.err().println("Failed: " + String.join(", ", failed) + ".");
        }
        return failed.isEmpty() ? Collections.max(exitCodes.values()) : ExitCode.FAILURE;
    }

    /** A failed experiment does not stop those after it. */
    private int survive(Experiment experiment, BenchPlan plan, Path directory) throws InterruptedException {
        try {
            Optional<Report> before = measuredBefore(experiment, plan, directory);
            if (before.isPresent()) {
                environment
                        .err()
                        .println(experiment.name() + " was measured before, by the same code on this machine. Delete "
                                + directory.resolve(experiment.name() + Report.EXTENSION) + " to measure it again.");
                return print(before.get(), directory);
            }
            forget(experiment, directory);
            return repeats > 1 ? repeat(experiment, directory) : run(experiment, plan, directory);
        } catch (RuntimeException e) {
            if (experiments.size() == 1) {
                throw e;
            }
            environment.err().println(experiment.name() + " failed: " + e);
            e.printStackTrace(environment.err());
            closeBroker();
            return ExitCode.FAILURE;
        }
    }

    /** The result of an earlier run of several experiments, which may have ended while it wrote the file. */
    private Optional<Report> measuredBefore(Experiment experiment, BenchPlan plan, Path directory) {
        Path file = directory.resolve(experiment.name() + Report.EXTENSION);
        if (experiments.size() == 1 || repeats > 1 || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Report.read(file))
                    .filter(report -> report.isLike(MachineFacts.environment(), plan.describe()));
        } catch (ClientException unreadable) {
            return Optional.empty();
        }
    }

    /** Deletes the results of an earlier run, so that they do not pass for results of this one. */
    private static void forget(Experiment experiment, Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(experiment.name() + Report.EXTENSION));
            Files.deleteIfExists(directory.resolve(experiment.name() + LatencyLog.EXTENSION));
        } catch (IOException e) {
            throw new ClientException("Cannot delete earlier results in " + directory + ": " + e.getMessage(), e);
        }
    }

    private int run(Experiment experiment, BenchPlan plan, Path directory) throws InterruptedException {
        Bench bench;
        try (LiveLine line = new LiveLine(environment)) {
            bench = new Bench(
                    plan,
                    this::broker,
                    sentence -> line.show(experiment.name() + ": " + sentence),
                    found -> found.write(experiment.name(), directory, true));
            experiment.run(bench);
        }
        // What was kept meanwhile may belong to answers that have since turned out to be wrong.
        forget(experiment, directory);
        Report report = bench.found().write(experiment.name(), directory, false);
        bench.found().verification().complaints().forEach(environment.err()::println);
        return print(report, directory);
    }

    private int print(Report report, Path directory) {
        new ReportPrinter(output.output(environment), environment.out()).print(report, directory);
        return report.exitCode();
    }

    private SeparateBroker broker() {
        if (broker == null) {
            broker = SeparateBroker.start();
        }
        return broker;
    }

    private void closeBroker() {
        if (broker != null) {
            broker.close();
            broker = null;
        }
    }

    private int repeat(Experiment experiment, Path directory) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("bench", experiment.name()));
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!NOT_OF_A_RUN.contains(option.longestName())) {
                String name = option.longestName();
                boolean isFlag = option.arity().max() == 0;
                arguments.add(isFlag ? name : name + "=" + String.join(",", option.originalStringValues()));
            }
        }
        Optional<Report> pooled = new Repeats(experiment.name(), repeats, directory, environment.err()::println)
                .pool(folder -> Repeats.inFreshJvm(Stream.concat(arguments.stream(), Stream.of("--out=" + folder))
                        .toList()));
        int exitCode = pooled.map(report -> print(report, directory)).orElse(ExitCode.FAILURE);
        boolean isWhole = pooled.map(report -> report.parameters().get(Pooled.REPEATS))
                .filter(runs -> runs.equals(repeats))
                .isPresent();
        return isWhole ? exitCode : ExitCode.FAILURE;
    }
}
