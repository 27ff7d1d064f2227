package dev.aimonflink.local.cluster;

import dev.aimonflink.local.cluster.Watcher.RestartPacer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RestartPacerTest {
    private final RestartPacer pacer = new RestartPacer();

    @Test
    void shouldPauseTwiceAsLongEachTimeUpToALimit() {
        long nowMs = 0;
        assertThat(pacer.mayStart("a", nowMs)).isTrue();
        for (long pauseMs = RestartPacer.FIRST_PAUSE_MS; pauseMs < 64_000; pauseMs *= 2) {
            long expectedMs = Math.min(pauseMs, RestartPacer.LONGEST_PAUSE_MS);
            assertThat(pacer.mayStart("a", nowMs + expectedMs - 1)).isFalse();
            nowMs += expectedMs;
            assertThat(pacer.mayStart("a", nowMs)).isTrue();
        }
        assertThat(pacer.mayStart("a", nowMs + RestartPacer.LONGEST_PAUSE_MS - 1))
                .isFalse();
        assertThat(pacer.mayStart("a", nowMs + RestartPacer.LONGEST_PAUSE_MS)).isTrue();
    }

    @Test
    void shouldNotPauseForWhatLivedLong() {
        pacer.mayStart("a", 0);
        pacer.mayStart("a", 1_000);
        assertThat(pacer.mayStart("a", 1_000 + RestartPacer.CALM_MS)).isTrue();
        assertThat(pacer.mayStart("a", 1_000 + RestartPacer.CALM_MS + RestartPacer.FIRST_PAUSE_MS))
                .isTrue();
    }

    @Test
    void shouldPaceEachByItself() {
        pacer.mayStart("a", 0);
        assertThat(pacer.mayStart("b", 0)).isTrue();
        assertThat(pacer.mayStart("a", 0)).isFalse();
    }
}
