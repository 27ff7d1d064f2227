package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.OutOptions;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.ReportPrinter;
import dev.aimonflink.clients.cli.Environment;
import dev.aimonflink.clients.cli.ExitCode;
import dev.aimonflink.clients.cli.OutputOptions;
import dev.aimonflink.local.SeparateBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code aim bench EXPERIMENT}: one or several, on one broker. */
@Command(mixinStandardHelpOptions = true)
public final class ExperimentCommand implements Callable<Integer> {
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Environment environment;
    private final List<Experiment> experiments;

    /** Run after them, each with {@code --quick}, {@code --out} and {@code --output} as given here. */
    private final List<CommandLine> others;

    @Mixin
    private PlanOptions options;

    @Mixin
    private OutOptions out;

    @Mixin
    private OutputOptions output;

    private ExperimentCommand(Environment environment, List<Experiment> experiments, List<CommandLine> others) {
        this.environment = environment;
        this.experiments = experiments;
        this.others = others;
    }

    /** The command of one experiment. */
    public static CommandLine of(Environment environment, Experiment experiment) {
        return commandLine(
                new ExperimentCommand(environment, List.of(experiment), List.of()),
                experiment.name(),
                experiment.summary());
    }

    /** The command of many experiments in turn, and of other commands after them. */
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
        CommandLine commandLine = new CommandLine(command);
        commandLine
                .getCommandSpec()
                .name(name)
                .usageMessage()
                .description(
                        summary + ".",
                        "",
                        "Kafka runs in a process of its own, Flink and the clients in this one. Answers are compared with"
                                + " those that the same calls give when they are counted the plain way; figures beside a"
                                + " wrong answer are not reported, and the exit code is 1. It is 5 if a figure is out of"
                                + " its bounds. Written are DIR/EXPERIMENT.json and the latencies as DIR/EXPERIMENT.hlog.")
                .footer(
                        "",
                        "Examples:",
                        "  aim bench " + name,
                        "  aim bench " + name + " --quick --out results",
                        "  aim bench " + name + " --parallelism 2 --seconds 60 --output json");
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        // Whatever is wrong with an option shows before the first of them is run.
        List<Plan> plans =
                experiments.stream().map(each -> options.plan(each.defaults())).toList();
        Path directory = out.createDirectory();
        int worst = ExitCode.OK;
        try (SeparateBroker broker = SeparateBroker.start()) {
            for (int i = 0; i < experiments.size(); i++) {
                worst = worse(worst, run(experiments.get(i), plans.get(i), broker, directory));
            }
        }
        for (CommandLine other : others) {
            worst = worse(worst, other.execute(options(directory)));
        }
        return worst;
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
    private static int worse(int one, int other) {
        return one == ExitCode.FAILURE || other == ExitCode.FAILURE ? ExitCode.FAILURE : Math.max(one, other);
    }

    private int run(Experiment experiment, Plan plan, SeparateBroker broker, Path directory)
            throws InterruptedException {
        try (LatencyLog log = new LatencyLog(directory.resolve(experiment.name() + ".hlog"))) {
            Bench bench = new Bench(plan, broker, log, sentence -> show(experiment.name() + ": " + sentence));
            try {
                experiment.run(bench);
            } finally {
                show("");
            }
            Report report = bench.report(experiment.name());
            report.write(directory);
            new ReportPrinter(output.output(environment), environment.out()).print(report);
            bench.verification().complaints().forEach(environment.err()::println);
            return report.exitCode();
        }
    }

    private void show(String line) {
        if (environment.terminal()) {
            environment.err().print(CLEAR_LINE + line);
            environment.err().flush();
        }
    }
}
