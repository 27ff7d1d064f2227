package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GatewayCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private Path users;

    @BeforeEach
    void nameFile() {
        users = folder.resolve("users.txt");
    }

    private int run(String typed, String... arguments) {
        out.reset();
        err.reset();
        return Aim.run(
                new Environment(
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        ClientFactory.KAFKA),
                arguments);
    }

    private int user(String typed, String command, String... more) {
        String[] arguments = new String[more.length + 4];
        System.arraycopy(new String[] {"gateway", "user", command, "--users=" + users}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return run(typed, arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldAddListAndRemoveUsers() throws Exception {
        assertThat(user("a secret\n", "add", "ada")).isEqualTo(ExitCode.OK);
        assertThat(err()).isEqualTo("User ada is in " + users + ".\n");
        assertThat(out()).isEmpty();
        assertThat(Files.readString(users)).contains("ada SCRAM-SHA-256$").doesNotContain("a secret");
        assertThat(user("another", "add", "bob", "--max-queries=4", "--hide=zip,city"))
                .isEqualTo(ExitCode.OK);

        assertThat(user("", "list", "--output=csv")).isEqualTo(ExitCode.OK);
        assertThat(out()).isEqualTo("""
                        user,connections,queries,rows,timeMs,hiddenColumns
                        ada,,,,,
                        bob,,4,,,"city,zip"
                        """);

        assertThat(user("", "remove", "ada")).isEqualTo(ExitCode.OK);
        assertThat(err()).isEqualTo("User ada is no longer in " + users + ".\n");
        assertThat(user("", "list", "--output=csv")).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("bob").doesNotContain("ada");
    }

    @Test
    void shouldSayWhatIsWrongWithAUser() {
        assertThat(user("\n", "add", "ada")).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .isEqualTo("There is no password. Type one, or write it to standard input:"
                        + " aim gateway user add ada < password.txt\n");
        assertThat(user("", "remove", "ada")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).startsWith("There is no user 'ada'. ");
        assertThat(user("x", "add", "ada", "--max-rows=0")).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .isEqualTo("max_rows=0 is no limit. Write a whole number from 1 to 999999999, or leave it out.\n");
        assertThat(users).doesNotExist();
    }

    /** Everybody would be trusted because of a slip of the pen. */
    @Test
    void shouldRefuseAFileOfUsersThatThereIsNot() {
        assertThat(run("", "gateway", "--users=" + users)).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .isEqualTo("users=" + users + " does not exist. Add a user with `aim gateway user add NAME --users "
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
        """)
    void shouldRefuseNumbersThatCannotBe(String option, String message) {
        assertThat(run("", "gateway", option)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).isEqualTo(message + "\n");
    }
}
