package dev.aimonflink.job.operator;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

final class EventGapsTest {
    private static final long PULSE_NANOS = TimeUnit.MILLISECONDS.toNanos(EventGaps.PULSE_MS);

    private final EventGaps gaps = new EventGaps(0);
    private long nowNanos;
    private long events;

    /** A look after so long, with or without an event in between. */
    private void look(long millis, int newEvents) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
        events += newEvents;
        gaps.look(nowNanos, events);
    }

    private void lookWithEventsFor(long millis) {
        for (long passed = 0; passed < millis; passed += EventGaps.PULSE_MS) {
            look(EventGaps.PULSE_MS, 1);
        }
    }

    @Test
    void shouldTellNoMoreThanTwoPulsesWhileEventsCome() {
        lookWithEventsFor(1_000);

        assertThat(gaps.longestMillis()).isLessThanOrEqualTo(2 * EventGaps.PULSE_MS);
    }

    @Test
    void shouldTellThatTheThreadWasHeldUp() {
        lookWithEventsFor(100);
        look(300, 5);

        // Counted from the pulse before the last event, because its exact time is unknown.
        assertThat(gaps.longestMillis()).isEqualTo(300 + EventGaps.PULSE_MS);
    }

    @Test
    void shouldTellThatNoEventsCameThoughTheThreadWasFree() {
        lookWithEventsFor(100);
        for (int i = 0; i < 25; i++) {
            look(EventGaps.PULSE_MS, 0);
        }

        assertThat(gaps.longestMillis()).isEqualTo(26 * EventGaps.PULSE_MS);
    }

    @Test
    void shouldTellAGapThatHasNotEnded() {
        look(500, 0);

        assertThat(gaps.longestMillis()).isEqualTo(500);
    }

    @Test
    void shouldForgetAGapAfterTwoSpans() {
        lookWithEventsFor(100);
        look(300, 1);
        lookWithEventsFor(TimeUnit.NANOSECONDS.toMillis(EventGaps.SPAN_NANOS));
        assertThat(gaps.longestMillis()).as("in the span before").isEqualTo(310);

        lookWithEventsFor(TimeUnit.NANOSECONDS.toMillis(EventGaps.SPAN_NANOS));

        assertThat(gaps.longestMillis()).isLessThanOrEqualTo(2 * EventGaps.PULSE_MS);
    }

    @Test
    void shouldTellAGapAtLeastAsLongAsItWas() {
        // The last event comes right after a look, the next one right before one.
        lookWithEventsFor(100);
        look(EventGaps.PULSE_MS, 1);
        long lastEventNanos = nowNanos - PULSE_NANOS + 1;
        look(EventGaps.PULSE_MS, 0);
        look(EventGaps.PULSE_MS, 0);
        look(EventGaps.PULSE_MS, 1);
        long nextEventNanos = nowNanos - 1;

        assertThat(gaps.longestMillis())
                .isGreaterThanOrEqualTo(TimeUnit.NANOSECONDS.toMillis(nextEventNanos - lastEventNanos));
    }
}
