package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.bench.experiment.OutOptions;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.ReportPrinter;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim bench jmh}. */
@Command(
        name = "jmh",
        description = {
            "Measure the engine by itself, without Kafka and Flink: updates, scans, and the planning of texts.",
            "",
            "Options of JMH itself, such as -wi, -i, -f, -p and -prof, are taken as they are; -l lists the benchmarks.",
            "",
            "Each benchmark runs in a JVM of its own and checks what it computes. All of them take about half an hour and"
                    + " up to 6 GB. Written are DIR/jmh.json with figures and checks, DIR/jmh-samples.json with every"
                    + " sample as JMH writes it, and DIR/jmh.log. The exit code is 1 if a benchmark failed or computed"
                    + " something wrong, and 5 if a figure is out of its bounds."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench jmh",
            "  aim bench jmh '^scan' --output json",
            "  aim bench jmh '^update' --quick",
            "  aim bench jmh '^update' -p model=payments -p subscribers=1000000",
            "  aim bench jmh '^scan' -p rows=10000000 -p kernels=vector -f 3 -prof stack"
        },
        mixinStandardHelpOptions = true)
public final class JmhCommand implements Callable<Integer> {
    private static final String EXPERIMENT = "jmh";

    /** The parameter for what is kept. */
    private static final String MODEL = "model";

    private final Environment environment;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATTERN",
            description = "A regular expression that is to be found in the label of a benchmark, such as scan.q1."
                    + " Default: all")
    private List<String> jmhArguments = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "With small sizes and few samples: whether everything runs and is right. Its figures mean"
                    + " little, so nothing is demanded of them.")
    private boolean quick;

    @Mixin
    private OutOptions out;

    @Mixin
    private OutputOptions output;

    private JmhCommand(Environment environment) {
        this.environment = environment;
    }

    public static CommandLine of(Environment environment) {
        return new CommandLine(new JmhCommand(environment)).setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() {
        CommandLineOptions options = options();
        if (options.shouldList()) {
            JmhRun.benchmarks(OutputFormatFactory.createFormatInstance(environment.out(), VerboseMode.SILENT))
                    .keySet()
                    .forEach(environment.out()::println);
            return ExitCode.OK;
        }
        Path directory = out.createDirectory(quick);
        Path logFile = directory.resolve(EXPERIMENT + ".log");
        List<RunResult> results = new ArrayList<>();
        int failures = 0;
        try (PrintStream stream = new PrintStream(logFile.toFile(), StandardCharsets.UTF_8)) {
            OutputFormat log = OutputFormatFactory.createFormatInstance(stream, VerboseMode.NORMAL);
            requireModel(options);
            Map<String, String> chosen = chosen(JmhRun.benchmarks(log), options.getIncludes());
            JmhRun jmh = new JmhRun(quick, options, log);
            try (ProgressLine progress = new ProgressLine(environment, "benchmarks", chosen.size())) {
                int done = 0;
                for (Map.Entry<String, String> benchmark : chosen.entrySet()) {
                    try {
                        results.addAll(jmh.run(benchmark.getValue()));
                    } catch (RunnerException e) {
                        failures++;
                        environment
                                .err()
                                .println(benchmark.getKey() + " failed, and " + logFile + " says why: "
                                        + e.getMessage());
                    }
                    progress.stepTo(++done);
                }
            }
        } catch (IOException e) {
            throw new ClientException("Cannot write " + logFile + ": " + e.getMessage(), e);
        }
        writeSamples(directory.resolve(EXPERIMENT + OutOptions.SAMPLES), results);
        Report report = report(results.stream().map(JmhRun::measured).toList(), failures);
        report.write(directory);
        new ReportPrinter(output.output(environment), environment.out()).print(report, directory);
        return report.exitCode();
    }

    private CommandLineOptions options() {
        try {
            CommandLineOptions options = new CommandLineOptions(jmhArguments.toArray(String[]::new));
            if (options.getResult().hasValue() || options.getResultFormat().hasValue()) {
                throw new InvalidInputException(
                        "JMH's options -rf and -rff have no effect here, because its samples are"
                                + " written as JSON to DIR/" + EXPERIMENT + OutOptions.SAMPLES + ". Leave them out.");
            }
            return options;
        } catch (CommandLineOptionException e) {
            throw new InvalidInputException("JMH does not know these options: " + e.getMessage()
                    + ". Its own are listed by `java -cp 'aim-bench/target/lib/*' org.openjdk.jmh.Main -h`.");
        }
    }

    /** Checks models before JVMs are started for them. */
    private static void requireModel(CommandLineOptions options) {
        options.getParameter(MODEL).orElse(List.of()).forEach(MeasuredModel::of);
    }

    private static Map<String, String> chosen(Map<String, String> benchmarks, List<String> patterns) {
        String pattern = String.join("|", patterns);
        Pattern wanted;
        try {
            wanted = Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException("pattern=" + pattern + " is no regular expression: " + e.getDescription()
                    + ". Give one such as ^scan.");
        }
        String all = String.join(", ", benchmarks.keySet());
        benchmarks.keySet().removeIf(label -> !wanted.matcher(label).find());
        if (benchmarks.isEmpty()) {
            throw new InvalidInputException(
                    "pattern=" + pattern + " is in no benchmark's label. There are " + all + ".");
        }
        return benchmarks;
    }

    private static void writeSamples(Path file, List<RunResult> results) {
        try (PrintStream stream = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private Report report(List<JmhRun.Measured> runs, int failures) {
        Map<String, Object> asked = new LinkedHashMap<>();
        asked.put("options", String.join(" ", jmhArguments));
        asked.put("quick", quick);
        return new Report(
                EXPERIMENT,
                MachineFacts.environment(),
                asked,
                runs.stream().map(Figures::of).flatMap(List::stream).toList(),
                quick ? List.of() : EngineChecks.of(runs),
                new Answers(runs.size(), failures));
    }
}
