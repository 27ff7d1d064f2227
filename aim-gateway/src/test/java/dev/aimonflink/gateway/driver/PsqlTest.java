package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The psql of this machine, of any version. */
class PsqlTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws InterruptedException {
        Assumptions.assumeTrue(Program.isThere("psql", "--version"), "psql is not on this machine.");
        gateway = TestGateway.start();
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    private static Program.Ended psql(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("psql", "-X", "-v", "ON_ERROR_STOP=1"));
        command.addAll(
                List.of("-h", TestGateway.HOST, "-p", Integer.toString(gateway.port()), "-U", "ada", "-d", "aim"));
        command.addAll(List.of(arguments));
        return Program.run(DEADLINE, command);
    }

    private static String answer(String... arguments) throws IOException, InterruptedException {
        Program.Ended ended = psql(arguments);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
        return ended.out();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\d",
                "\\d+",
                "\\d subscribers",
                "\\d+ subscribers",
                "\\d analyticsmatrix",
                "\\l",
                "\\dt",
                "\\dt+",
                "\\dv",
                "\\di",
                "\\df",
                "\\dn",
                "\\dn+",
                "\\du",
                "\\dT",
                "\\dx",
                "\\db",
                "\\dp",
                "\\do",
                "\\dC",
                "\\conninfo",
                "\\encoding"
            })
    void shouldDescribe(String command) throws IOException, InterruptedException {
        assertThat(answer("-c", command)).isNotEmpty();
    }

    @Test
    void shouldListTables() throws IOException, InterruptedException {
        assertThat(answer("-A", "-t", "-c", "\\dt")).contains("public|subscribers|table|");
    }

    @Test
    void shouldSayWhatColumnsHold() throws IOException, InterruptedException {
        assertThat(answer("-A", "-c", "\\d+ subscribers"))
                .contains("|Sum of cost of local calls this week (USD)\n", "|The number of the subscriber\n");
        assertThat(answer("-A", "-c", "\\dt+ subscribers")).contains("A customer of the carrier");
    }

    @Test
    void shouldCopyToAFile() throws IOException, InterruptedException {
        String copy =
                "\\copy (SELECT subscriber_id, zip FROM subscribers WHERE subscriber_id < 3 ORDER BY 1) TO STDOUT CSV HEADER";
        assertThat(answer("-c", copy)).isEqualTo("subscriber_id,zip\n1,\n2,\n");
    }

    @Test
    void shouldFetchSomeRowsAtATime() throws IOException, InterruptedException {
        String rows = answer("-A", "-t", "-v", "FETCH_COUNT=100", "-c", "SELECT g FROM generate_series(1, 10000) g");
        assertThat(rows.lines()).hasSize(10_000).startsWith("1", "2").endsWith("9999", "10000");
    }

    @Test
    void shouldPointAtAMistake() throws IOException, InterruptedException {
        Program.Ended ended = psql("-v", "VERBOSITY=verbose", "-c", "SELECT subscriber_id, nosuch FROM subscribers");
        assertThat(ended.exitCode()).isOne();
        assertThat(ended.err())
                .contains("42703", "LINE 1: SELECT subscriber_id, nosuch")
                .contains("\n                              ^");
    }
}
