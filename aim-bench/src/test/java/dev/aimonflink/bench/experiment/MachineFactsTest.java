package dev.aimonflink.bench.experiment;

import dev.aimonflink.matrix.kernel.KernelChoice;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MachineFactsTest {
    @Test
    void shouldTellWhatFiguresDependOn() {
        Map<String, Object> facts = MachineFacts.environment();
        assertThat(facts)
                .containsOnlyKeys(
                        "aim",
                        "commit",
                        "code",
                        "time",
                        "cpu",
                        "cores",
                        "memory",
                        "os",
                        "java",
                        "jvmArguments",
                        "kernels");
        assertThat(facts)
                .containsEntry("cores", Runtime.getRuntime().availableProcessors())
                .containsEntry("kernels", KernelChoice.chosen().kernels().name());
        assertThat(facts.values()).doesNotContainNull();
    }
}
