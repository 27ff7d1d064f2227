package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.gateway.security.Users;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class GatewayCommandTest {
    @TempDir
    private Path folder;

    private Path users;

    @BeforeEach
    void nameFile() {
        users = folder.resolve("users.txt");
    }

    private CommandRun user(String typed, String command, String... more) {
        Stream<String> line = Stream.of("gateway", "user", command, "--users=" + users);
        return CommandRun.withInput(
                typed, ClientFactory.KAFKA, Stream.concat(line, Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void shouldAddListAndRemoveUsers() throws Exception {
        user("a secret\n", "add", "ada")
                .succeeds()
                .says("User ada is in " + users + ".\nFrom now on everybody needs a password: without the file " + users
                        + " everybody at loopback is trusted.\n")
                .shows("");
        assertThat(Files.readString(users)).contains("ada SCRAM-SHA-256$").doesNotContain("a secret");
        user("another", "add", "bob", "--max-queries=4", "--hide=zip,city", "--see-statements")
                .succeeds()
                .says(
                        "User bob is in " + users
                                + ". queries: 4; hidden: city, zip; sees no statements of others, because columns are hidden.\n");

        user("", "list", "--output=csv").succeeds().shows("""
                        user,connections,queries,rows,timeMs,hiddenColumns,seesStatements,may
                        ada,,,,,,,ask
                        bob,,4,,,"city,zip",true,ask
                        """);

        user("", "remove", "ada").succeeds().says("User ada is no longer in " + users + ".\n");
        assertThat(user("", "list", "--output=csv").succeeds().out())
                .contains("bob")
                .doesNotContain("ada");
        assertThat(user("", "remove", "bob").succeeds().err())
                .endsWith("Nobody can connect now. Remove the file " + users
                        + " to trust everybody at loopback again, and restart the gateway.\n");
    }

    /** Each in a process of its own, as at terminals, and in threads of one. */
    @Test
    void shouldLoseNobodyWhomSeveralAddAtOnce() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<Process> processes = new ArrayList<>();
        for (String letter : List.of("a", "b")) {
            processes.add(new ProcessBuilder(
                            java,
                            "-cp",
                            System.getProperty("java.class.path"),
                            Adding.class.getName(),
                            users.toString(),
                            letter)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve(letter + ".log").toFile())
                    .start());
        }
        for (Process each : processes) {
            assertThat(each.waitFor()).isZero();
        }
        assertThat(Users.read(users).all()).hasSize(2 * 2 * Adding.USERS);
    }

    /** Adds users, whose names begin with a letter. */
    static final class Adding {
        static final int USERS = 8;

        private Adding() {}

        public static void main(String[] arguments) throws InterruptedException {
            List<Thread> threads = new ArrayList<>();
            AtomicInteger failures = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                String prefix = arguments[1] + i;
                threads.add(new Thread(() -> {
                    for (int j = 0; j < USERS; j++) {
                        if (add(arguments[0], prefix + "_" + j) != ExitCode.OK) {
                            failures.incrementAndGet();
                        }
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }
            System.exit(failures.get());
        }

        private static int add(String users, String name) {
            return Aim.run(
                    new Environment(
                            new ByteArrayInputStream("secret".getBytes(StandardCharsets.UTF_8)),
                            System.out,
                            System.out,
                            false,
                            ClientFactory.KAFKA),
                    "gateway",
                    "user",
                    "add",
                    name,
                    "--users=" + users);
        }
    }

    /** Who changes a password does not mean to show what was hidden. */
    @Test
    void shouldKeepWhatIsNotGivenAnew() {
        user(
                "first",
                "add",
                "ada",
                "--max-connections=3",
                "--max-queries=4",
                "--max-rows=5",
                "--hide=zip,city",
                "--may=rules");
        user("second", "add", "ada", "--max-rows=6", "--max-time-ms=7")
                .succeeds()
                .says("User ada is in " + users
                        + ". connections: 3; queries: 4; rows: 6; time: 7 ms; hidden: city, zip; may: ask,rules.\n");
        assertThat(user("", "list", "--output=csv").out()).endsWith("ada,3,4,6,7,\"city,zip\",,\"ask,rules\"\n");
        assertThat(user("third", "add", "ada", "--hide=zip").err()).endsWith("hidden: zip; may: ask,rules.\n");
    }

    @Test
    void shouldTrustNobodyWhenTheFileOfUsersIsGone() throws Exception {
        user("a secret", "add", "ada");
        UsersFileOption option = CommandLine.populateCommand(new UsersFileOption(), "--users=" + users);
        Supplier<Optional<Users>> known = option.ofGateway();
        Files.delete(users);
        assertThat(known.get().orElseThrow().all()).isEmpty();
        assertThat(option.users()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithAUser() {
        user("\n", "add", "ada")
                .refuses("There is no password. Type one, or write it to standard input:"
                        + " aim gateway user add ada < password.txt\n");
        assertThat(user("", "remove", "ada").exits(ExitCode.USAGE).err()).startsWith("There is no user 'ada'. ");
        user("x", "add", "ada", "--max-rows=0")
                .refuses("max_rows=0 is no limit. Write a whole number from 1 to 999999999, or leave it out.\n");
        assertThat(users).doesNotExist();
    }

    /** Everybody would be trusted because of a slip of the pen. */
    @Test
    void shouldRefuseAFileOfUsersThatThereIsNot() {
        CommandRun.of("gateway", "--users=" + users)
                .refuses("users=" + users + " does not exist. Add a user with `aim gateway user add NAME --users "
                        + users + "`.\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --pg=-1              | pg=-1 is outside 0..65535. Give a number inside.
        --pg=65536           | pg=65536 is outside 0..65535. Give a number inside.
        --ready-port=65536   | ready-port=65536 is outside 0..65535. Give a number inside.
        --max-connections=0  | max-connections=0 is outside 1..10000. Give a number inside.
        --max-queries=0      | max-queries=0 is outside 1..10000. Give a number inside.
        --max-user-queries=0 | max-user-queries=0 is outside 1..10000. Give a number inside.
        --isolation=maybe    | isolation=maybe is unknown. Give strict or accept.
        """)
    void shouldRefuseValuesThatCannotBe(String option, String message) {
        CommandRun.of("gateway", option).refuses(message + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop",
                "Shop=shop.",
                "1=a.",
                "pg_shop=a.",
                "public=a.",
                "aim=a.",
                "information_schema=a.",
                "order=a.",
                "=a."
            })
    void shouldRefuseAJobWithoutANameOfItsOwn(String job) {
        assertThat(CommandRun.of("gateway", "--job", job).exits(ExitCode.USAGE).err())
                .startsWith("job=" + job + " names no schema and topics. Give NAME=PREFIX, such as shop=shop., ");
    }

    /** As the gateway has them. */
    @Command
    private static final class Jobs {
        @Mixin
        private ConnectionOptions kafka;

        @Mixin
        private JobsOption jobs;

        static Map<String, Topics> of(String... options) {
            Jobs given = CommandLine.populateCommand(new Jobs(), options);
            return given.jobs.topics(given.kafka);
        }
    }

    @Test
    void shouldKnowTheTopicsOfEachJobInOrder() {
        assertThat(Jobs.of("--job=shop=s.", "--job=calls="))
                .containsExactly(entry("shop", Topics.withPrefix("s.")), entry("calls", Topics.withPrefix("")));
        assertThat(Jobs.of("--topic-prefix=x.")).containsExactly(entry("public", Topics.withPrefix("x.")));
    }

    @Test
    void shouldRefuseJobsThatCannotBeToldApart() {
        CommandRun.of("gateway", "--job=a=a.", "--job=a=b.")
                .refuses("job=a=b. has the name of another job. Give each its own.\n");
        CommandRun.of("gateway", "--job=a=a.", "--topic-prefix=b.")
                .refuses("--topic-prefix is of one job, and --job names the topics of each. Give one of both.\n");
        CommandRun.of("gateway", "--job=a=a.", "--topic=events=b")
                .refuses("--topic is of one job, and --job names the topics of each. Give one of both.\n");
        CommandRun.of(IntStream.range(0, JobsOption.MOST + 2)
                        .mapToObj(i -> i == 0 ? "gateway" : "--job=a" + i + "=a.")
                        .toArray(String[]::new))
                .refuses("job is given 17 times, and at most 16 may be behind a gateway. Run another gateway.\n");
    }
}
