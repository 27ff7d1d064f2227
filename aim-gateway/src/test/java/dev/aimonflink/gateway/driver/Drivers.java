package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.util.DriverInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** Programs that ask by a driver each, in {@code src/test/resources/drivers}, and {@link PgJdbcProgram}. */
public final class Drivers {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** A slow machine takes minutes to unpack them. */
    private static final Duration INSTALLED_WITHIN = Duration.ofMinutes(10);

    private Drivers() {}

    public static List<String> all() {
        return List.of(
                "psql",
                "pgjdbc 42.2.29",
                "pgjdbc " + DriverInfo.DRIVER_VERSION,
                "psycopg",
                "psycopg2",
                "asyncpg",
                "pg8000",
                "adbc",
                "sqlalchemy",
                "pg",
                "postgres");
    }

    /** Has one of them ask a gateway at loopback. Skips the test where it cannot be had. */
    public static void ask(String driver, int port) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(command(driver));
        command.addAll(List.of(TestGateway.HOST, Integer.toString(port)));
        Program.Ended ended = Program.run(DEADLINE, command);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("OK ");
        ended.out()
                .lines()
                .filter(line -> line.startsWith("TIME"))
                .forEach(line -> System.out.println(driver + ": " + line));
    }

    private static List<String> command(String driver) throws IOException, InterruptedException {
        String script = Program.RESOURCES.resolve("with_" + driver).toString();
        if (driver.startsWith("pgjdbc ")) {
            return java(driver.substring(driver.indexOf(' ') + 1));
        }
        return switch (driver) {
            case "psql" -> psql(script + ".sh");
            case "pg", "postgres" -> node(script + ".js");
            default -> python(script + ".py");
        };
    }

    private static List<String> psql(String script) throws InterruptedException {
        Assumptions.assumeTrue(Program.isThere("psql", "--version"), "psql is not on this machine.");
        return List.of("sh", script);
    }

    /** A machine of its own, since there is another release of the driver in this one. */
    private static List<String> java(String version) {
        Path jar = Program.DRIVERS.resolve("jdbc/postgresql-" + version + ".jar");
        assertThat(jar).as("it is copied by Maven").exists();
        String classes = PgJdbcProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", jar + ":" + classes, PgJdbcProgram.class.getName());
    }

    private static List<String> node(String script) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Program.isThere("node", "--version") && Program.isThere("npm", "--version"),
                "Node.js and npm are not on this machine.");
        Path folder = Program.DRIVERS.resolve("node");
        Path pins = Program.RESOURCES.resolve("package.json");
        Files.createDirectories(folder);
        Files.copy(pins, folder.resolve("package.json"), StandardCopyOption.REPLACE_EXISTING);
        Program.install(
                "node",
                pins,
                INSTALLED_WITHIN,
                List.of(List.of("npm", "install", "--prefix", folder.toString(), "--no-audit", "--no-fund")));
        return List.of("node", script);
    }

    /** The command that runs a script; skips the test where there is no Python. */
    static List<String> python(String script) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Program.isThere("python3", "-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"),
                "Python 3.11 or newer is not on this machine.");
        Path environment = Program.DRIVERS.resolve("venv");
        String python = environment.resolve("bin/python").toString();
        Path pins = Program.RESOURCES.resolve("requirements.txt");
        Program.install(
                "python",
                pins,
                INSTALLED_WITHIN,
                List.of(
                        List.of("python3", "-m", "venv", environment.toString()),
                        List.of(python, "-m", "pip", "install", "--quiet", "-r", pins.toString())));
        return List.of(python, script);
    }
}
