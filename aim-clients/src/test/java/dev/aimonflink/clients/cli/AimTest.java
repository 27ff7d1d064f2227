package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.environment.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

import static org.assertj.core.api.Assertions.assertThat;

class AimTest {
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|\\S+");

    private final FakeKafka kafka = new FakeKafka().withTopics();

    private static List<CommandLine> allCommands(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(subcommand -> all.addAll(allCommands(subcommand)));
        return all;
    }

    private static List<CommandLine> allCommands() {
        return allCommands(Aim.commandLine(Environment.system()));
    }

    /** So that passwords are in no list of processes. The setting is one that is refused with its value. */
    @Test
    void shouldTakeArgumentsFromAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("kafka.args"), """
                --kafka-property security.protocol=SASL_SSL
                --kafka-property 'bootstrap.servers=Module required username="a" password="b c";'
                """);
        CommandRun run = CommandRun.of(kafka, "topics", "list", "@" + file).exits(ExitCode.USAGE);
        assertThat(run.err()).contains("bootstrap.servers=Module required username=\"a\" password=\"b c\"; is given");
    }

    @Test
    void shouldTakeTheSettingsOfKafkaFromAFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("client.properties");
        Files.writeString(file, "security.protocol=SASL_SSL\nssl.protocol=TLSv1.2\n");
        kafka.withTopics();
        String option = "--kafka-properties=" + file;
        CommandRun.of(kafka, "topics", "list", "--bootstrap=b:1", option, "--kafka-property=ssl.protocol=TLSv1.3");
        Map<String, String> settings = Map.of("security.protocol", "SASL_SSL", "ssl.protocol", "TLSv1.3");
        assertThat(kafka.connection()).isEqualTo(new Connection("b:1", settings));

        kafka.withLocalCluster("127.0.0.1:19092", null);
        CommandRun.of(kafka, "topics", "list", option);
        assertThat(kafka.connection()).isEqualTo(Connection.to("127.0.0.1:19092"));

        Files.writeString(file, "bootstrap.servers=c:1\n");
        CommandRun.of(kafka, "topics", "list", option);
        assertThat(kafka.connection()).isEqualTo(Connection.to("c:1"));

        CommandRun.of(kafka, "topics", "list", "--kafka-properties=none.properties")
                .says("kafka-properties=none.properties cannot be read: none.properties. Give a Java properties"
                        + " file.\n");
    }

    @Test
    void shouldFindTheLocalClusterOfAnotherFolder(@TempDir Path folder) throws IOException {
        kafka.withTopics().withLocalCluster("127.0.0.1:19092", null);
        String[] list = {"topics", "list", "--bootstrap=b:1", "--dir=" + folder};
        CommandRun.of(kafka, list)
                .refuses("dir=" + folder + " has no cluster that runs. Start it with `aim cluster up --dir " + folder
                        + "`, or give another.\n");

        ProcessHandle self = ProcessHandle.current();
        Files.writeString(folder.resolve(LocalCluster.STATE), """
                {"ports": {"broker": 29092}, "members": [{"role": "BROKER", "process": {"pid": %d, "startedMs": %d}}]}
                """.formatted(
                        self.pid(), ProcessId.startOf(self).orElseThrow()));
        CommandRun.of(kafka, list);
        assertThat(kafka.connection()).isEqualTo(Connection.to("127.0.0.1:29092"));
    }

    @Test
    void shouldHaveTheDocumentedCommands() {
        assertThat(allCommands())
                .extracting(command -> command.getCommandSpec().qualifiedName())
                .contains(
                        "aim",
                        "aim help",
                        "aim topics",
                        "aim topics create",
                        "aim topics list",
                        "aim publish",
                        "aim publish events",
                        "aim publish profiles",
                        "aim query",
                        "aim forget",
                        "aim model",
                        "aim model show",
                        "aim model validate",
                        "aim model new",
                        "aim doctor",
                        "aim dead-letters",
                        "aim completion");
    }

    @Test
    void shouldHaveTheCommandsOfTheLauncher() throws IOException {
        String launcher = Files.readString(Path.of("../aim"));
        assertThat(launcher).contains("-D" + Environment.TERMINAL_PROPERTY + "=");
        assertThat(launcher).contains("-D" + Environment.DATA_TERMINAL_PROPERTY + "=");
        // Help and completion are of all commands.
        assertThat(Aim.commandLine(Environment.system()).getSubcommands().keySet())
                .containsExactlyInAnyOrder(
                        "topics",
                        "publish",
                        "query",
                        "sql",
                        "entity",
                        "forget",
                        "model",
                        "doctor",
                        "rules",
                        "alerts",
                        "scans",
                        "columns",
                        "dead-letters",
                        "help",
                        "completion");
    }

    @Test
    void shouldDescribeEveryCommandAndEveryOption() {
        for (CommandLine command : allCommands()) {
            CommandSpec spec = command.getCommandSpec();
            assertThat(spec.usageMessage().description())
                    .as(spec.qualifiedName())
                    .isNotEmpty();
            assertThat(spec.usageMessage().exitCodeList())
                    .as(spec.qualifiedName())
                    .containsKeys("  0", "  3", "  5", "130");
            for (ArgSpec argument : spec.args()) {
                assertThat(argument.description())
                        .as("%s of %s", argument, spec.qualifiedName())
                        .isNotEmpty();
            }
            assertThat(command.getUsageMessage().lines())
                    .as(spec.qualifiedName())
                    .allMatch(line -> line.length() <= 100);
        }
    }

    @Test
    void shouldShowExamplesOfEveryCommand() {
        for (CommandLine command : allCommands()) {
            String name = command.getCommandSpec().qualifiedName();
            if (!name.equals("aim help")) {
                assertThat(command.getCommandSpec().usageMessage().footer())
                        .as(name)
                        .anyMatch(line -> line.startsWith("Example"))
                        .anyMatch(line -> line.contains(name));
            }
        }
    }

    @Test
    void shouldShowExamplesThatParse() {
        for (CommandLine command : allCommands()) {
            Arrays.stream(command.getCommandSpec().usageMessage().footer())
                    .map(line -> line.substring(line.indexOf('|') + 1).strip())
                    .filter(line -> line.startsWith("aim "))
                    .forEach(AimTest::requireParses);
        }
    }

    private static void requireParses(String example) {
        // As a shell does: quotes keep words together.
        String[] args = WORD.matcher(example.substring("aim ".length()))
                .results()
                .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
                .toArray(String[]::new);
        assertThat(Aim.commandLine(Environment.system()).parseArgs(args).errors())
                .as(example)
                .isEmpty();
    }

    @Test
    void shouldShowHelpOnStandardOutput() {
        CommandRun run = CommandRun.of(kafka, "query", "--help").succeeds();
        assertThat(run.out()).contains("Usage: aim query", "Exit codes:", "Examples:", "--subscription-type=NAME");
        assertThat(run.err()).isEmpty();
        assertThat(CommandRun.of(kafka, "help", "topics").out()).contains("Usage: aim topics");
        assertThat(CommandRun.of(kafka, "--version").out()).startsWith("aim ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                            | Give a command: help, topics, publish, query, sql, entity, forget, model, rules, doctor, scans, columns, dead-letters, alerts, completion, hello, fail.
            topics                        | Give a command: create, list.
            publish                       | Give a command: events, profiles, rules.
            query                         | Give a query; --list shows all.
            query q1 --output xml         | "Invalid value for option '--output': output=xml is no format. Give one of table, json, jsonl, csv."
            query q1 --timeout 5          | "Invalid value for option '--timeout': '5' is no time. Write it like 250ms, 5s, 90m, 1h or 8d."
            query q1 --profile x          | "Invalid value for option '--profile': profile=x is none. Give one of paper, tell."
            publish events --format xml   | "Invalid value for option '--format': format=xml is not an event format. Use one of json, binary, kryo, avro."
            topics list --topic foo=bar   | "topic=foo is not a topic of AIM. Give one of events, profiles, queries, results, dead-letters, rules, alerts."
            entity                        | Missing required parameter: 'KEY'
            entity x                      | key='x' is not a subscriberId in decimal digits.
            topics list --bootstrap=      | bootstrap= is empty. Give HOST:PORT of a Kafka broker.
            publish events --entities 0   | entities=0 is outside 1..1000000000. Give a number inside.
            publish events --rate -1      | rate=-1.0 is outside 0..1000000000 a second.
            publish events --count 0      | count=0 leaves nothing to do. Give 1 or more.
            publish events --seconds 0    | seconds=0 leaves nothing to do. Give 1 or more.
            publish events --distribution x| distribution=x is none. Give uniform or zipf.
            publish events --from x.jsonl | "from=x.jsonl is no file. Give one of JSON lines, or - for stdin."
            query q9                      | There is no query 'q9'. Ask one of q1
            query q9 --count 2            | There is no query 'q9'. Ask one of q1
            query q1 --beta 2             | Query 'q1' has no parameter 'beta'. It takes alpha.
            query q1 --beta 2 --count 2   | Query 'q1' has no parameter 'beta'. It takes alpha.
            query all --subscriber-id 7   | None of q1, q2, q3, q4, q5, q6, q7 has the parameter 'subscriberId'. Leave it out.
            query subscriber              | Query 'subscriber' needs the parameter 'subscriberId'.
            query q1 --count 0            | count=0 leaves nothing to ask. Give 1 or more.
            query q1 --count 2 --clients 0| clients=0 is outside 1..8192. Give a number inside.
            query q1 --timeout 2m         | timeout=2m is outside 1ms..1m. Give a time inside.
            """)
    void shouldExplainWrongUsage(String line, String message) {
        CommandRun run = CommandRun.of(kafka, line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(run.err()).contains(message);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldSuggestWhatWasMeantAndWhereHelpIs() {
        CommandRun run =
                CommandRun.of(kafka, "publish", "events", "--forma", "json").exits(ExitCode.USAGE);
        assertThat(run.err()).contains("--format", "See `aim publish events --help`.");
    }

    @Test
    void shouldSuggestTheNearestCommand() {
        CommandRun.of(kafka, "hepl")
                .says("Unmatched argument at index 0: 'hepl'\nDid you mean 'help'?\nSee `aim --help`.\n");
        assertThat(CommandRun.of(kafka, "clsuter", "up").err()).contains("Did you mean 'cluster'?");
        assertThat(CommandRun.of(kafka, "topics", "craete").err()).contains("Did you mean 'create'?");
        assertThat(CommandRun.of(kafka, "ouery", "q1").err()).contains("Did you mean 'query'?");
        assertThat(CommandRun.of(kafka, "sql", "select 1").err())
                .contains("Give a statement with -c, as in `aim sql -c \"SELECT 1\"`.");
    }

    @Test
    void shouldSayWhichCommandsTakeNoModel() {
        for (String model : List.of("--model", "--model=m.yaml")) {
            assertThat(CommandRun.of(kafka, "model", "validate", model, "m.yaml")
                            .err())
                    .contains("Give the model alone, as in `aim model validate payments.yaml`.\n");
            assertThat(CommandRun.of(kafka, "doctor", model, "m.yaml").err())
                    .contains("It looks at the job of any model. Leave --model out.\n");
        }
        assertThat(CommandRun.of(kafka, "topics", "list", "--model=m.yaml").err())
                .doesNotContain("model alone", "any model");
    }

    @Test
    void shouldSayWhereOptionsOfTheJobBelong() {
        assertThat(CommandRun.of(kafka, "topics", "create", "--aim.events.format=binary")
                        .err())
                .contains("Options of the job are given to the job, or after -- to `aim cluster up`.");
    }

    @Test
    void shouldSayWhichTopicIsMissing() {
        FakeKafka empty = new FakeKafka();
        for (String line : List.of("publish events --count 1", "publish profiles", "query q1", "entity 7")) {
            CommandRun run = CommandRun.of(empty, (line + " --bootstrap h:1").split(" "));
            assertThat(run.exitCode()).as(line).isEqualTo(ExitCode.FAILURE);
            assertThat(run.err())
                    .startsWith("The broker at h:1 has no topic aim.")
                    .endsWith("Create it with `aim topics create` and the same options.\n");
        }
    }

    @Test
    void shouldRunCommandsThatOtherModulesPlugIn() {
        CommandRun.of(kafka, "hello", "--name", "you")
                .exits(ExitCode.REGRESSION)
                .shows("Hello you\n");
        assertThat(CommandRun.of(kafka, "hello", "--help").out()).contains("Exit codes:");
    }

    @Test
    void shouldShowADefectInFull() {
        CommandRun run = CommandRun.of(kafka, "fail").exits(ExitCode.FAILURE);
        assertThat(run.err())
                .contains("java.lang.IllegalStateException: This cannot be.")
                .endsWith("This is a defect of aim. Please report it with the lines above.\n");
    }
}
