package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tools do that take minutes to bring, or packages of the system: {@code src/test/resources/tools/ask.sh} brings each, and has it
 * connect, list tables and columns, preview, draw a chart, filter, cancel, and connect again.
 */
@Tag("campaign")
class ToolsTest {
    private static final Duration DEADLINE = Duration.ofMinutes(15);
    private static final Path SCRIPT = Program.RESOURCES.resolveSibling("tools/ask.sh");
    private static final int CANNOT_BE_HAD = 77;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pgadmin",
                "pgcli",
                "dbt",
                "superset",
                "duckdb",
                "psqlodbc",
                "dbdpg",
                "rpostgresql",
                "pgx",
                "rust",
                "postgres_fdw"
            })
    void shouldAsk(String tool) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Program.isThere("psql", "--version"), "psql is not on this machine.");
        try (TestGateway gateway = TestGateway.start()) {
            Program.Ended ended = Program.run(
                    DEADLINE,
                    List.of("sh", SCRIPT.toString(), tool, TestGateway.HOST, Integer.toString(gateway.port())));
            Assumptions.assumeTrue(ended.exitCode() != CANNOT_BE_HAD, ended::err);
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains("OK ");
        }
    }
}
