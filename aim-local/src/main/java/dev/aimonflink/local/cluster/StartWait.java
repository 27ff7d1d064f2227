package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits for a step of a start, as long as the processes that perform it are alive. */
final class StartWait {
    static final int TAIL_LINES = 20;

    static final long POLL_MS = 200;

    private final ClusterFolder folder;
    private final Processes processes;
    private final Consumer<String> progress;
    private final Duration limit;
    private volatile boolean isInterrupted;

    StartWait(ClusterFolder folder, Processes processes, Consumer<String> progress, Duration limit) {
        this.folder = folder;
        this.processes = processes;
        this.progress = progress;
        this.limit = limit;
    }

    /**
     * The first available value.
     *
     * @param what such as "the broker"
     * @throws ClientException with the end of the log, if a process died or time ran out
     */
    <T> T forValue(String what, Collection<Member> members, Supplier<Optional<T>> value) {
        requireNotInterrupted();
        progress.accept("Waiting for " + what + " ...");
        return Waiting.forValue(
                        () -> {
                            requireNotInterrupted();
                            members.forEach(this::requireAlive);
                            return value.get();
                        },
                        limit,
                        POLL_MS)
                .orElseThrow(() -> new ClientException("Waited " + limit.toSeconds() + " s in vain for " + what + "."
                        + (members.isEmpty()
                                ? ""
                                : tail(members.iterator().next().name()))));
    }

    /** The same for a condition. */
    void await(String what, Collection<Member> members, BooleanSupplier isThere) {
        forValue(what, members, () -> Optional.of(isThere).filter(BooleanSupplier::getAsBoolean));
    }

    /** Ends the present wait and all later ones. */
    void interrupt() {
        isInterrupted = true;
    }

    boolean isInterrupted() {
        return isInterrupted;
    }

    void requireNotInterrupted() {
        if (isInterrupted) {
            throw new ClientException("The start was interrupted.");
        }
    }

    private void requireAlive(Member member) {
        if (!processes.isAlive(member.process())) {
            throw new ClientException("The process " + member.name() + " has died." + tail(member.name()));
        }
    }

    /** The ends of the files that a process has written, with their paths. */
    String tail(String name) {
        return tail(folder.output(name)) + tail(folder.log(name));
    }

    private static String tail(Path file) {
        List<String> lines;
        try {
            lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException none) {
            return "";
        }
        if (lines.isEmpty()) {
            return "";
        }
        return " The end of " + file + ":\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size())) + "\n";
    }
}
