package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClockCheckTest {
    private static final Instant NOW = Instant.parse("2026-11-20T23:30:00Z");

    private final ClockCheck check = new ClockCheck(InstantSource.fixed(NOW));

    @Test
    void shouldAcceptAClockThatIsBehindOrAheadAsFarAsCallsMayBe() {
        assertThat(check.finding(null)).isEqualTo(Finding.ok("clock", "no event has come yet"));
        assertThat(check.finding(NOW.minusSeconds(3_600).toEpochMilli()))
                .isEqualTo(Finding.ok("clock", "the newest event is of 2026-11-20T22:30:00Z"));
        assertThat(check.finding(NOW.plusSeconds(10).toEpochMilli()).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void shouldFailWhereAProducerPutTheClockForward() {
        assertThat(check.finding(NOW.plusSeconds(3_000).toEpochMilli()))
                .isEqualTo(Finding.fail(
                        "clock",
                        "the newest event is of 2026-11-21T00:20:00Z, which is 50m ahead of this machine's clock: events that happen now"
                                + " are late for windows that have not begun",
                        "If this machine's clock is right, stop the producer whose clock is ahead, then restart the job"
                                + " from a savepoint with aim.clock.reset set to the time it is; docs/operations.md#reset-a-clock-that-is-ahead explains"
                                + " it."));
    }
}
