package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What programs do with the drivers of Python: a script each, in {@code src/test/resources/drivers}. */
class PythonDriversTest {
    private static final Duration INSTALLED_WITHIN = Duration.ofMinutes(2);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Path ENVIRONMENT = Program.DRIVERS.resolve("venv");
    private static final Path PYTHON = ENVIRONMENT.resolve("bin/python");

    private static TestGateway gateway;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Program.isThere("python3", "-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"),
                "Python 3.11 or newer is not on this machine.");
        Path pins = Program.RESOURCES.resolve("requirements.txt");
        Program.install(
                "python",
                pins,
                INSTALLED_WITHIN,
                List.of(
                        List.of("python3", "-m", "venv", ENVIRONMENT.toString()),
                        List.of(PYTHON.toString(), "-m", "pip", "install", "--quiet", "-r", pins.toString())));
        gateway = TestGateway.start();
    }

    @AfterAll
    static void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"psycopg", "psycopg2", "asyncpg", "pg8000", "adbc", "sqlalchemy"})
    void shouldAsk(String driver) throws IOException, InterruptedException {
        String script = Program.RESOURCES.resolve("with_" + driver + ".py").toString();
        Program.Ended ended = Program.run(DEADLINE, Program.at(gateway, PYTHON.toString(), script));
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("OK ");
    }
}
