package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.cli.environment.ProcessId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoppingTest {
    private final FakeProcesses processes = new FakeProcesses();
    private final Stopping stopping = new Stopping(processes, Duration.ofMillis(1));

    private static Member member(Role role, ProcessId process) {
        return new Member(role.name(), role, process, 0);
    }

    @Test
    void shouldStopTheWatcherFirstAndTheBrokerLast() {
        stopping.stop(List.of(
                member(Role.BROKER, processes.running()),
                member(Role.JOBMANAGER, processes.running()),
                member(Role.TASKMANAGER, processes.running()),
                member(Role.TASKMANAGER, processes.running()),
                member(Role.GATEWAY, processes.running()),
                member(Role.WATCHER, processes.running())));
        assertThat(processes.calls)
                .containsExactly(
                        "terminate 105",
                        "terminate 104",
                        "terminate 101",
                        "terminate 102",
                        "terminate 103",
                        "terminate 100");
    }

    @Test
    void shouldKillWhatDoesNotEnd() {
        Member stubborn = member(Role.TASKMANAGER, processes.stubborn());
        stopping.stop(List.of(stubborn));
        assertThat(processes.calls).containsExactly("terminate 100", "kill 100");
        assertThat(processes.isAlive(stubborn.process())).isFalse();
    }

    /** Each role by itself would have a grace of its own. */
    @Test
    void shouldStopAllOfAStartTogetherBehindTheWatcher() {
        stopping.abandon(List.of(
                member(Role.BROKER, processes.running()),
                member(Role.JOBMANAGER, processes.running()),
                member(Role.TASKMANAGER, processes.running()),
                member(Role.WATCHER, processes.running())));
        assertThat(processes.calls).containsExactly("terminate 103", "terminate 100", "terminate 101", "terminate 102");
    }

    @Test
    void shouldDoNothingWhereNothingIs() {
        stopping.stop(List.of());
        assertThat(processes.calls).isEmpty();
    }
}
