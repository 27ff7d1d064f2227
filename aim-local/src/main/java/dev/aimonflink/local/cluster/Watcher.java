package dev.aimonflink.local.cluster;

import dev.aimonflink.local.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.flink.util.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts TaskManagers and the broker again when they die. A process of its own, since nobody runs {@code aim} at the time;
 * it ends when the cluster is no longer its own to watch. Where the folder is a temporary directory whose owner was killed,
 * it ends the whole cluster and removes the folder. Argument: the cluster's folder.
 */
public final class Watcher {
    static final String NAME = "watcher";

    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final ClusterFolder folder;
    private final Processes processes;
    private final CommandLines commandLines;
    private final ProcessId self;
    private final BooleanSupplier isOrphan;
    private final RestartPacer pacer = new RestartPacer();

    /** @param isOrphan whether the cluster was to end with a process that is gone */
    Watcher(
            ClusterFolder folder,
            Processes processes,
            CommandLines commandLines,
            ProcessId self,
            BooleanSupplier isOrphan) {
        this.folder = folder;
        this.processes = processes;
        this.commandLines = commandLines;
        this.self = self;
        this.isOrphan = isOrphan;
    }

    public static void main(String[] arguments) throws InterruptedException {
        ClusterFolder folder = new ClusterFolder(Path.of(arguments[0]));
        Watcher watcher = new Watcher(
                folder,
                new SystemProcesses(),
                CommandLines.ofThisProcess(folder),
                SystemProcesses.self(),
                () -> TemporaryDirectory.isOrphan(folder.root()));
        while (watcher.look(System.currentTimeMillis())) {
            Thread.sleep(INTERVAL.toMillis());
        }
    }

    /** Starts what is dead. Returns whether there is still something to watch. */
    boolean look(long nowMs) {
        if (isOrphan.getAsBoolean()) {
            LOG.info("The owner of the cluster in {} is gone, and so is the cluster.", folder.root());
            endAll();
            return false;
        }
        Optional<ClusterLock> lock = ClusterLock.tryAcquire(folder);
        if (lock.isEmpty()) {
            // A command is at work, and what it stops is to stay so.
            return true;
        }
        ClusterLock held = lock.get();
        try (held) {
            Optional<ClusterState> found = ClusterState.read(folder);
            if (found.isEmpty() || !isWatchedHere(found.get())) {
                LOG.info("The cluster in {} is not watched here any more.", folder.root());
                return false;
            }
            ClusterState state = found.get();
            for (Member member : state.members()) {
                if (member.role().isStartedAgain()
                        && !processes.isAlive(member.process())
                        && pacer.mayStart(member.name(), nowMs)) {
                    state = startAgain(member, state);
                }
            }
            return true;
        }
    }

    /** Also ends what was started and not yet written down. */
    private void endAll() {
        List<Member> members = new ArrayList<>();
        for (ProcessId each : processes.mentioning(CommandLines.mark(folder))) {
            if (each.pid() != self.pid()) {
                members.add(new Member("process", Role.TASKMANAGER, each, 0));
            }
        }
        ClusterState.read(folder).ifPresent(state -> members.addAll(state.members()));
        members.removeIf(member -> member.process().pid() == self.pid());
        new Stopping(processes, Duration.ZERO).stop(members);
        try {
            FileUtils.deleteFileOrDirectory(folder.root().toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(folder.root() + " could not be removed.", e);
        }
    }

    private boolean isWatchedHere(ClusterState state) {
        return state.member(NAME)
                .filter(member ->
                        member.process().pid() == self.pid() && member.process().isStartedAt(self.startedMs()))
                .isPresent();
    }

    private ClusterState startAgain(Member member, ClusterState state) {
        LOG.warn(
                "{} with pid {} is dead; it is started again.",
                member.name(),
                member.process().pid());
        ProcessId next =
                processes.start(commandLines.of(member.name(), member.role(), state), folder.output(member.name()));
        ClusterState changed = state.with(member.restartedAs(next));
        changed.write(folder);
        return changed;
    }
}
