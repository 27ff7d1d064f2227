package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThatCode;

class FlinkSettingsTest {
    @TempDir
    private Path root;

    /** The heap of a TaskManager is touched at its start, so the system would end a process without a word. */
    @Test
    void shouldRefuseAMachineThatHasTooLittleMemory() {
        ClusterFolder folder = new ClusterFolder(root);
        assertFails(InvalidInputException.class, () -> FlinkSettings.requireRoom(Clusters.empty(), folder, 2L << 30))
                .hasMessageMatching(
                        "This machine has 2048 MiB of memory, and the cluster needs \\d+ MiB: taskmanagers=2 of \\d+"
                                + " MiB each, and 1024 MiB for the broker, the JobManager and the gateway\\. Give fewer"
                                + " --taskmanagers or a smaller --heap, of which each entity needs a part: `aim model show --entities`"
                                + " says how much\\.");
        assertThatCode(() -> FlinkSettings.requireRoom(Clusters.empty(), folder, 8L << 30))
                .doesNotThrowAnyException();
    }
}
