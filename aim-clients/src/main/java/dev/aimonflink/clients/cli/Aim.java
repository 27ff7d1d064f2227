package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.KafkaClasses;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.cli.ask.EntityCommand;
import dev.aimonflink.clients.cli.ask.QueryCommand;
import dev.aimonflink.clients.cli.ask.SqlCommand;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.model.ModelCommand;
import dev.aimonflink.clients.cli.operate.AlertsCommand;
import dev.aimonflink.clients.cli.operate.ColumnsCommand;
import dev.aimonflink.clients.cli.operate.DeadLettersCommand;
import dev.aimonflink.clients.cli.operate.DoctorCommand;
import dev.aimonflink.clients.cli.operate.ForgetCommand;
import dev.aimonflink.clients.cli.operate.ScansCommand;
import dev.aimonflink.clients.cli.operate.TopicsCommand;
import dev.aimonflink.clients.cli.publish.PublishCommand;
import dev.aimonflink.clients.cli.rule.RulesCommand;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code aim}. */
@Command(
        name = "aim",
        description = {"Analytics on fast data: publish events, ask queries over all entities."},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  aim topics create",
            "  aim publish profiles --entities 100000",
            "  aim publish events --rate 10000 --seconds 60",
            "  aim query q1 --alpha 2",
            "  aim query all --count 700 --clients 8",
            "  aim sql -c \"SELECT count(*) FROM subscribers\"",
            "  aim entity 7 --output json",
            "  aim forget 7",
            "  aim model show aim-42",
            "  aim rules check rules.yaml",
            "  aim doctor",
            "  aim scans --mode s2",
            "  aim dead-letters --limit 3",
            "  aim alerts --follow",
            "",
            "Environment:",
            "  AIM_BOOTSTRAP    the Kafka broker, where --bootstrap is not given; else a local cluster",
            "  AIM_CONFIG       a properties file of Kafka's clients, where --kafka-properties is not given",
            "  AIM_HOME         the folder of client.properties, history and local cluster; ~/.aim unless set",
            "  AIM_MODEL        the model, for where --model is not given and the job is not to be asked",
            "  AIM_PAGER        shows what is larger than the terminal; PAGER, or less, unless set; may be empty",
            "  AIM_SQL_HISTORY  where `aim sql` keeps its lines, where --history is not given",
            "  AIM_LOG_LEVEL    error (unless set), warn, info or debug; logs go to stderr",
            "  AIM_JAVA_OPTS    options for the JVM, such as -Xmx8g",
            "  JAVA_HOME        the JDK to use; otherwise that of the java on the PATH",
            "",
            "Data goes to stdout, everything else to stderr; bars and live lines are for terminals only."
        })
public final class Aim {
    private static final int HELP_WIDTH = 100;

    /** Commands that end within a second and that people wait for. */
    private static final Set<String> ASKING =
            Set.of("query", "sql", "entity", "doctor", "topics", "dead-letters", "rules", "alerts", "scans");

    private Aim() {}

    public static void main(String[] args) {
        if (args.length > 0 && ASKING.contains(args[0])) {
            KafkaClasses.loadInBackground();
        }
        System.exit(run(Environment.system(), args));
    }

    /** Runs one command line and returns its {@link ExitCode}. */
    public static int run(Environment environment, String... args) {
        return commandLine(environment, args.length == 0 ? "" : args[0]).execute(args);
    }

    public static CommandLine commandLine(Environment environment) {
        CommandLine aim = new CommandLine(new Aim());
        aim.addSubcommand(new HelpCommand());
        ownCommands().values().forEach(command -> aim.addSubcommand(command.apply(environment)));
        aim.addSubcommand(new CompletionCommand(environment));
        for (SubcommandProvider provider : ServiceLoader.load(SubcommandProvider.class)) {
            provider.subcommands(environment).forEach(aim::addSubcommand);
        }
        return prepared(aim, environment);
    }

    /** With only one of our own commands if that is wanted: reflecting on all of them takes longer than a query. */
    private static CommandLine commandLine(Environment environment, String wanted) {
        Function<Environment, Object> command = ownCommands().get(wanted);
        if (command == null) {
            return commandLine(environment);
        }
        CommandLine aim = new CommandLine(new Aim());
        aim.addSubcommand(command.apply(environment));
        return prepared(aim, environment);
    }

    /** Commands for which the launcher starts another module: a misspelled one ends here. */
    static final List<String> OF_OTHER_MODULES = List.of("demo", "cluster", "bench", "chaos");

    /** By name, in the order of help. */
    private static Map<String, Function<Environment, Object>> ownCommands() {
        Map<String, Function<Environment, Object>> commands = new LinkedHashMap<>();
        commands.put("topics", TopicsCommand::new);
        commands.put("publish", PublishCommand::commandLine);
        commands.put("query", QueryCommand::new);
        commands.put("sql", SqlCommand::new);
        commands.put("entity", EntityCommand::new);
        commands.put("forget", ForgetCommand::new);
        commands.put("model", ModelCommand::new);
        commands.put("rules", RulesCommand::commandLine);
        commands.put("doctor", DoctorCommand::new);
        commands.put("scans", ScansCommand::new);
        commands.put("columns", ColumnsCommand::new);
        commands.put("dead-letters", DeadLettersCommand::new);
        commands.put("alerts", AlertsCommand::new);
        return commands;
    }

    private static CommandLine prepared(CommandLine aim, Environment environment) {
        addConverters(aim);
        describeExitCodes(aim);
        return aim.setOut(writer(environment.out()))
                .setErr(new PrintWriter(new Printed(environment.err()), true))
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionStrategy(Aim::execute)
                .setParameterExceptionHandler(Aim::explainUsage)
                .setExecutionExceptionHandler(Aim::explainFailure);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Writes characters as texts, not as bytes: only texts are escaped. */
    private static final class Printed extends Writer {
        private final PrintStream stream;

        Printed(PrintStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(char[] characters, int from, int count) {
            stream.print(new String(characters, from, count));
        }

        @Override
        public void flush() {
            stream.flush();
        }

        @Override
        public void close() {
            stream.flush();
        }
    }

    private static void addConverters(CommandLine aim) {
        aim.registerConverter(Duration.class, converter(Durations::parse));
        aim.registerConverter(EventFormat.class, converter(EventFormat::of));
        aim.registerConverter(OutputFormat.class, converter(OutputFormat::of));
        aim.registerConverter(ScanSetting.class, converter(label -> ScanSetting.of("mode", label)));
        aim.registerConverter(ParameterRanges.class, converter(ParameterRanges::of));
        aim.registerConverter(TopicRole.class, converter(TopicRole::of));
        ITypeConverter<Integer> ints = number(Integer::valueOf);
        aim.registerConverter(int.class, ints);
        aim.registerConverter(Integer.class, ints);
        ITypeConverter<Long> longs = number(Long::valueOf);
        aim.registerConverter(long.class, longs);
        aim.registerConverter(Long.class, longs);
    }

    private static <T> ITypeConverter<T> number(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (NumberFormatException none) {
                throw new TypeConversionException("'" + text + "' is not a whole number, or too large");
            }
        };
    }

    private static <T> ITypeConverter<T> converter(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (InvalidInputException e) {
                // The only exception whose message picocli shows unchanged.
                TypeConversionException shown = new TypeConversionException(e.getMessage());
                shown.initCause(e);
                throw shown;
            }
        };
    }

    private static void describeExitCodes(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.descriptions());
        command.getSubcommands().values().forEach(Aim::describeExitCodes);
    }

    /** A command with subcommands does nothing without one, unless it can be called itself. */
    private static int execute(ParseResult parsed) {
        Integer helpGiven = CommandLine.executeHelpRequest(parsed);
        if (helpGiven != null) {
            return helpGiven;
        }
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        Set<String> commands = last.commandSpec().subcommands().keySet();
        if (!commands.isEmpty() && !(last.commandSpec().userObject() instanceof Callable)) {
            throw new ParameterException(
                    last.commandSpec().commandLine(), "Give a command: " + String.join(", ", commands) + ".");
        }
        return new RunLast().execute(parsed);
    }

    private static int explainUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        // Picocli repeats it for an option with a name and a value.
        err.println(e.getMessage().replace("option option", "option"));
        UsageHint.of(e).ifPresentOrElse(err::println, () -> UnmatchedArgumentException.printSuggestions(e, err));
        err.println("See `" + command.getCommandSpec().qualifiedName() + " --help`.");
        return ExitCode.USAGE;
    }

    private static int explainFailure(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (e instanceof InvalidInputException || e instanceof QueryFailure) {
            err.println(e.getMessage());
            return ExitCode.USAGE;
        }
        if (e instanceof ClientException) {
            err.println(e.getMessage());
            return ExitCode.FAILURE;
        }
        if (isJvmEnding()) {
            // Ctrl-C closes what the command works with, so it may fail in any way.
            return ExitCode.FAILURE;
        }
        e.printStackTrace(err);
        err.println("This is a defect of aim. Please report it with the lines above.");
        return ExitCode.FAILURE;
    }

    /** The JVM only tells shutdown hooks. */
    private static boolean isJvmEnding() {
        Thread never = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(never);
            Runtime.getRuntime().removeShutdownHook(never);
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }
}
