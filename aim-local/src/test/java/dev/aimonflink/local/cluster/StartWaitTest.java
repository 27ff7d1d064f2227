package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StartWaitTest {
    private final FakeProcesses processes = new FakeProcesses();
    private final List<String> shown = new ArrayList<>();
    private final Member broker = new Member("broker", Role.BROKER, processes.running(), 0);

    private ClusterFolder folder;

    @BeforeEach
    void createFolder(@TempDir Path root) {
        folder = new ClusterFolder(root);
        folder.create();
    }

    private StartWait waitFor(Duration limit) {
        return new StartWait(folder, processes, shown::add, limit);
    }

    @Test
    void shouldSayWhatItWaitsFor() {
        waitFor(Duration.ofMinutes(1)).await("the broker", List.of(broker), () -> true);
        assertThat(shown).containsExactly("Waiting for the broker ...");
    }

    @Test
    void shouldShowTheEndOfTheLogOfWhatDied() throws Exception {
        Files.writeString(
                folder.log("broker"),
                IntStream.rangeClosed(1, StartWait.TAIL_LINES + 1)
                        .mapToObj(line -> "line " + line)
                        .collect(Collectors.joining("\n")));
        processes.die(broker.process());
        assertFails(ClientException.class, () -> waitFor(Duration.ofMinutes(1))
                        .await("the broker", List.of(broker), () -> false))
                .hasMessageStartingWith(
                        "The process broker has died. The end of " + folder.log("broker") + ":\nline 2\n")
                .hasMessageEndingWith("line " + (StartWait.TAIL_LINES + 1) + "\n");
    }

    @Test
    void shouldShowWhatAJvmSaysThatDidNotStart() throws Exception {
        Files.writeString(folder.output("broker"), "Unrecognized VM option\n");
        processes.die(broker.process());
        assertThatThrownBy(() -> waitFor(Duration.ofMinutes(1)).await("the broker", List.of(broker), () -> false))
                .hasMessage("The process broker has died. The end of " + folder.output("broker")
                        + ":\nUnrecognized VM option\n");
    }

    @Test
    void shouldEndTheWaitAndSayNothingMoreWhereTheStartIsInterrupted() {
        StartWait wait = waitFor(Duration.ofMinutes(1));
        assertThatThrownBy(() -> wait.await("the broker", List.of(broker), () -> {
                    wait.interrupt();
                    return false;
                }))
                .isInstanceOf(ClientException.class)
                .hasMessage("The start was interrupted.");
        assertThatThrownBy(() -> wait.await("the JobManager", List.of(broker), () -> true))
                .hasMessage("The start was interrupted.");
        assertThat(shown).containsExactly("Waiting for the broker ...");
    }

    @Test
    void shouldNotWaitForEver() {
        assertFails(ClientException.class, () -> waitFor(Duration.ZERO)
                        .await("the broker", List.of(broker), () -> false))
                .hasMessage("Waited 0 s in vain for the broker.");
    }
}
