package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.local.AtExit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Submits the job's jar by a process that runs Flink's own client. */
final class Submission {
    static final String NAME = "submit";

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern ACCEPTED = Pattern.compile("Job has been submitted with JobID ([0-9a-f]{32})");
    private static final Pattern REASON = Pattern.compile("(?m)^Caused by: (.*)$");

    private Submission() {}

    /** Returns the job's id. */
    static String run(List<String> command, ClusterFolder folder) {
        Path output = folder.output(NAME);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("FLINK_CONF_DIR", folder.configuration().toString());
        try {
            // A hanging client would block a reader of its output, but not a file.
            Process client = builder.redirectOutput(output.toFile()).start();
            boolean ended;
            AtomicBoolean isInterrupted = new AtomicBoolean();
            AutoCloseable atExit = () -> {
                isInterrupted.set(true);
                client.destroyForcibly();
            };
            try {
                AtExit.add(atExit);
                ended = client.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                client.destroyForcibly();
                AtExit.remove(atExit);
            }
            String said = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended) {
                throw new ClientException("The job was not accepted within " + LIMIT.toSeconds() + " s. See " + output);
            }
            if (isInterrupted.get()) {
                throw new ClientException("Interrupted while the job was submitted. What was started is stopped.");
            }
            return idOf(said, output);
        } catch (IOException e) {
            throw new UncheckedIOException("Flink's client did not start.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the job was submitted.", e);
        }
    }

    /** Finds the id in the client's output; throws with the reason if the job was not accepted. */
    static String idOf(String said, Path output) {
        Matcher accepted = ACCEPTED.matcher(said);
        if (accepted.find()) {
            return accepted.group(1);
        }
        // The last cause is the root.
        String reason = REASON.matcher(said)
                .results()
                .reduce((earlier, later) -> later)
                .map(match -> match.group(1))
                .orElse("its client gives no reason");
        throw new ClientException("The job was not accepted: " + reason + ". All of it is in " + output + ".");
    }
}
