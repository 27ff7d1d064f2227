package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Terminates processes, and kills those that do not end in time. */
final class Stopping {
    static final Duration GRACE = Duration.ofSeconds(20);
    /** Where somebody waits for the end of a start. */
    static final Duration GRACE_OF_A_START = Duration.ofSeconds(3);

    private static final Duration KILL_LIMIT = Duration.ofSeconds(20);

    private final Processes processes;
    private final Duration grace;

    Stopping(Processes processes, Duration grace) {
        this.processes = processes;
        this.grace = grace;
    }

    /** Stops the watcher first, then those who ask, then the JobManager, and last the broker, on which others depend. */
    void stop(Collection<Member> members) {
        for (Role role : List.of(Role.WATCHER, Role.GATEWAY, Role.JOBMANAGER, Role.TASKMANAGER, Role.BROKER)) {
            stopTogether(
                    members.stream().filter(member -> member.role() == role).toList(), grace);
        }
    }

    /** Stops what has only begun to run: all at once behind the watcher, with little patience. */
    void abandon(Collection<Member> members) {
        for (boolean isWatcher : new boolean[] {true, false}) {
            stopTogether(
                    members.stream()
                            .filter(member -> (member.role() == Role.WATCHER) == isWatcher)
                            .toList(),
                    GRACE_OF_A_START);
        }
    }

    private void stopTogether(List<Member> members, Duration patience) {
        members.forEach(member -> processes.terminate(member.process()));
        if (!Waiting.until(() -> areDead(members), patience)) {
            members.forEach(member -> processes.kill(member.process()));
            if (!Waiting.until(() -> areDead(members), KILL_LIMIT)) {
                throw new ClientException("These processes do not end, not even when killed: "
                        + members.stream()
                                .filter(member -> processes.isAlive(member.process()))
                                .map(member -> member.name() + " with pid "
                                        + member.process().pid())
                                .toList()
                        + ". End them by hand, then run `aim cluster down` again.");
            }
        }
    }

    private boolean areDead(List<Member> members) {
        return members.stream().noneMatch(member -> processes.isAlive(member.process()));
    }
}
