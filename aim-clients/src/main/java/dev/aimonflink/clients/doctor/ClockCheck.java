package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Checks that the newest event, which sets the job's clock, is not ahead of the wall clock. */
final class ClockCheck {
    private static final String CHECK = "clock";

    /** The default of {@code aim.events.max-future-skew}: no correct event is further ahead. */
    private static final Duration TOLERATED = Duration.ofSeconds(10);

    private final InstantSource clock;

    ClockCheck(InstantSource clock) {
        this.clock = clock;
    }

    /** @param newestMs the newest event time in an answer; null before the first event */
    Finding finding(Long newestMs) {
        if (newestMs == null) {
            return Finding.ok(CHECK, "no event has come yet");
        }
        Instant newest = Instant.ofEpochMilli(newestMs);
        Duration ahead = Duration.between(clock.instant(), newest);
        if (ahead.compareTo(TOLERATED) <= 0) {
            return Finding.ok(CHECK, "the newest event is of " + newest);
        }
        return Finding.fail(
                CHECK,
                "the newest event is of " + newest + ", which is "
                        + Durations.text(Duration.ofSeconds(ahead.toSeconds()))
                        + " ahead of this machine's clock: events that happen now are late for windows that have not begun",
                "If this machine's clock is right, stop the producer whose clock is ahead, then restart the job from a"
                        + " savepoint with aim.clock.reset set to the time it is; docs/operations.md#reset-a-clock-that-is-ahead explains it.");
    }
}
