package dev.aimonflink.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** A cluster of real processes in a folder, as the command line has it. */
final class ProcessCluster {
    static final Path JAR = Path.of("..", "aim-job", "target", "aim-job.jar");

    private final Path folder;

    ProcessCluster(Path folder) {
        this.folder = folder;
    }

    /** What a command has done. */
    record Run(int exitCode, String out, String err) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (IOException e) {
                throw new AssertionError("not JSON: " + this, e);
            }
        }
    }

    /**
     * Where a started cluster is.
     *
     * @param console the link that logs in
     */
    record Up(Connection connection, String console) {}

    Run run(String command, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> line = new ArrayList<>(List.of("cluster", command, "--dir=" + folder));
        line.addAll(List.of(options));
        int exitCode = Aim.run(
                new Environment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        ClientFactory.KAFKA),
                line.toArray(String[]::new));
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    Up up(String... options) {
        List<String> all = new ArrayList<>(List.of("--jar=" + JAR, "--pg=0", "--http=0", "--output=json"));
        all.addAll(List.of(options));
        Run up = run("up", all.toArray(String[]::new));
        assertThat(up.exitCode()).as("%s", up).isEqualTo(ExitCode.OK);
        String link = up.json().path("http").asText() + "/#token=aim_";
        assertThat(up.err())
                .contains("Ask with psql: psql -h 127.0.0.1 -p " + gatewayPort() + " -U aim aim\nConsole: " + link);
        String console = up.err()
                .lines()
                .filter(line -> line.startsWith("Console: "))
                .findFirst()
                .orElseThrow()
                .substring("Console: ".length());
        return new Up(Connection.to(up.json().path("bootstrap").asText()), console);
    }

    void down() {
        assertThat(run("down").exitCode()).isEqualTo(ExitCode.OK);
    }

    /** Of all parts that are processes. */
    List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        status().forEach(part -> {
            if (part.hasNonNull("pid")) {
                pids.add(part.path("pid").asLong());
            }
        });
        return pids;
    }

    long pid(String part) {
        return part(part).path("pid").asLong();
    }

    /** With SIGKILL. */
    void kill(String part) {
        assertThat(ProcessHandle.of(pid(part)).orElseThrow().destroyForcibly()).isTrue();
    }

    /** For clients of PostgreSQL. */
    int gatewayPort() {
        return Integer.parseInt(
                part("gateway").path("detail").asText().replaceFirst("^127[.]0[.]0[.]1:(\\d+).*$", "$1"));
    }

    /** How many of the job are complete. */
    long checkpoints() {
        return Long.parseLong(part("job").path("detail").asText().replaceFirst("^\\w+ (\\d+) .*$", "$1"));
    }

    private JsonNode part(String part) {
        for (JsonNode each : status()) {
            if (each.path("part").asText().equals(part)) {
                return each;
            }
        }
        throw new AssertionError("there is no " + part);
    }

    private JsonNode status() {
        return run("status", "--output=json").json();
    }
}
