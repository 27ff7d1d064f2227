package dev.aimonflink.lab.twin;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventSampleTest {
    @Test
    void shouldSampleFewerEntitiesWithMoreEventsEach() {
        assertThat(EventSample.size(100_000, 3, 100)).isEqualTo(EventSample.MAX_ENTITIES);
        assertThat(EventSample.size(200, 3, 100)).isEqualTo(200);
        assertThat(EventSample.size(100_000, 20_000, 100)).isEqualTo(50);
        assertThat(EventSample.size(100_000, 200_000, 100)).isEqualTo(EventSample.MIN_ENTITIES);
        assertThat(EventSample.size(5, 500, 100)).isEqualTo(5);
    }
}
