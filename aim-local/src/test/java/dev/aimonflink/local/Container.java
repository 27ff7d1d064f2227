package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A container that runs without an engine: its commands are processes of this machine, with nothing of its environment, and each path is below a
 * root of its own. Ports are any that are free.
 */
record Container(Path root, List<String> entrypoint, Map<String, String> environment, List<Process> started)
        implements AutoCloseable {
    /** An absolute path, by itself or behind an option's name. */
    private static final Pattern PATH = Pattern.compile("^(--[\\w-]+=)?/");

    private static final Pattern PORT = Pattern.compile("^--(pg|ready-port)=\\d+$");

    Path log() {
        return root.resolve("log");
    }

    String inRoot(String text) {
        return PATH.matcher(text).replaceFirst("$1" + root + "/");
    }

    Process start(List<String> arguments, Path input) throws IOException {
        List<String> line = new ArrayList<>();
        Stream.concat(entrypoint.stream(), arguments.stream())
                .map(each -> PORT.matcher(each).replaceFirst("--$1=0"))
                .map(this::inRoot)
                .forEach(line::add);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(root.toFile())
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        String options = builder.environment().get("JDK_JAVA_OPTIONS");
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (options != null) {
            builder.environment().put("JDK_JAVA_OPTIONS", options);
        }
        environment.forEach((name, value) -> builder.environment().put(name, inRoot(value)));
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /** The port that the gateway says, once it says one. */
    String port(Pattern where) {
        return Waiting.forValue(
                        () -> where.matcher(text())
                                .results()
                                .map(each -> each.group(1))
                                .findFirst(),
                        SharedCluster.DEADLINE,
                        100)
                .orElseThrow(() -> new AssertionError(text()));
    }

    String text() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a command ends, with 0. */
    void run(List<String> arguments, Path input) throws IOException, InterruptedException {
        Process process = start(arguments, input);
        assertThat(process.waitFor(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.exitValue()).as(text()).isZero();
    }

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
    }
}
