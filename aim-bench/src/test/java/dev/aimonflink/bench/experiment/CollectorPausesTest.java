package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CollectorPausesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void shouldNoteAPauseOfTheCollector() {
        try (CollectorPauses pauses = new CollectorPauses()) {
            System.gc();
            assertThat(Waiting.until(() -> !pauses.millis().isEmpty(), LIMIT)).isTrue();
            assertThat(pauses.millis()).allMatch(millis -> millis >= 0);
        }
    }
}
