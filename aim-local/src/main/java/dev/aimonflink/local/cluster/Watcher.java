package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import dev.aimonflink.local.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts TaskManagers, the gateway and the broker when they die, as a separate process. It ends when another watcher or none is recorded.
 * If the owner of a temporary cluster was killed, it ends the cluster and removes the folder. Argument: the cluster's folder.
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

    /** @param isOrphan whether the process that owns the cluster has ended */
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

    /** Restarts dead processes; returns whether there is still something to watch. */
    boolean look(long nowMs) {
        if (isOrphan.getAsBoolean()) {
            LOG.info("The owner of the cluster in {} has ended; the cluster ends, too.", folder.root());
            endAll();
            return false;
        }
        Optional<ClusterLock> lock = ClusterLock.tryAcquire(folder);
        if (lock.isEmpty()) {
            // A command is at work, and what it stops must stay down.
            return true;
        }
        ClusterLock held = lock.get();
        try (held) {
            Optional<ClusterState> found = ClusterState.read(folder);
            if (found.isEmpty() || !isWatchedHere(found.get())) {
                LOG.info("This process no longer watches the cluster in {}.", folder.root());
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

    /** Also ends processes that were started and not recorded yet. */
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
        ClusterFolder.remove(folder.root());
    }

    private boolean isWatchedHere(ClusterState state) {
        return state.member(NAME)
                .filter(member ->
                        member.process().pid() == self.pid() && member.process().isStartedAt(self.startedMs()))
                .isPresent();
    }

    private ClusterState startAgain(Member member, ClusterState before) {
        LOG.warn(
                "{} with pid {} is dead and is restarted.",
                member.name(),
                member.process().pid());
        ClusterState state = before.readyFor(member.role());
        ProcessId next =
                processes.start(commandLines.of(member.name(), member.role(), state), folder.output(member.name()));
        ClusterState changed = state.with(member.restartedAs(next));
        changed.write(folder);
        return changed;
    }

    /** Spaces restarts: the first one is immediate, and pauses double while a process keeps dying. */
    static final class RestartPacer {
        static final long FIRST_PAUSE_MS = 1_000;
        static final long LONGEST_PAUSE_MS = 60_000;

        /** A process that lived this long starts with the first pause again. */
        static final long CALM_MS = 120_000;

        private record Last(long startMs, long pauseMs) {}

        private final Map<String, Last> lastOf = new HashMap<>();

        /** Whether a process may be started now; if so, it counts as started. */
        boolean mayStart(String name, long nowMs) {
            Last last = lastOf.get(name);
            if (last != null && nowMs - last.startMs < last.pauseMs) {
                return false;
            }
            boolean isCalm = last == null || nowMs - last.startMs >= CALM_MS;
            lastOf.put(name, new Last(nowMs, isCalm ? FIRST_PAUSE_MS : Math.min(2 * last.pauseMs, LONGEST_PAUSE_MS)));
            return true;
        }
    }
}
