package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs({OS.LINUX, OS.MAC})
class InterruptionTest {
    /** Does nothing to a process that runs, and is never ignored in the background, as Ctrl-C is. */
    private static final String HARMLESS = "CONT";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void shouldTakeASignalAsTheWishToEnd() throws Exception {
        try (Interruption wish = new Interruption(HARMLESS)) {
            assertThat(wish.getAsBoolean()).isFalse();
            new ProcessBuilder(
                            "kill",
                            "-" + HARMLESS,
                            String.valueOf(ProcessHandle.current().pid()))
                    .start();
            assertThat(Waiting.until(wish, LIMIT)).isTrue();
        }
    }
}
