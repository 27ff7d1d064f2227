package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobCheckTest {
    private static final Instant NOW = Instant.parse("2026-11-20T23:30:00Z");
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private static Finding progress(Long eventTimeMs, Long newestMs) {
        return JobCheck.progress(new AsOf(eventTimeMs, newestMs, Map.of(), null, 0, 0));
    }

    private static Finding clock(Instant newest) {
        Long newestMs = newest == null ? null : newest.toEpochMilli();
        return JobCheck.clock(new AsOf(newestMs, newestMs, Map.of(), null, 0, 0), NOW);
    }

    @Test
    void shouldFindNothingWrongBeforeTheFirstEvent() {
        assertThat(progress(null, null)).isEqualTo(Finding.ok("events", "no event has come yet"));
    }

    @Test
    void shouldFindNothingWrongUpToAMinute() {
        Finding inStep = Finding.ok("events", "no Kafka partition of the events topic is behind the others");
        assertThat(progress(NOON_MS, NOON_MS)).isEqualTo(inStep);
        assertThat(progress(NOON_MS - 60_000, NOON_MS)).isEqualTo(inStep);
        assertThat(progress(NOON_MS - 60_001, NOON_MS).verdict()).isEqualTo(Verdict.WARN);
    }

    @Test
    void shouldWarnOfAKafkaPartitionThatIsBehind() {
        Finding behind = progress(NOON_MS - 3_600_000, NOON_MS);
        assertThat(behind.verdict()).isEqualTo(Verdict.WARN);
        assertThat(behind.detail())
                .isEqualTo("a Kafka partition of the events topic is 3600 s behind: answers are as of"
                        + " 2026-11-20T11:00:00Z, the newest event is of 2026-11-20T12:00:00Z");
    }

    @Test
    void shouldWarnOfAKafkaPartitionThatHasShownNoEvent() {
        Finding silent = progress(null, NOON_MS);
        assertThat(silent.verdict()).isEqualTo(Verdict.WARN);
        assertThat(silent.detail())
                .isEqualTo("the newest event is of 2026-11-20T12:00:00Z, and a Kafka partition of the events topic has"
                        + " shown none");
    }

    @Test
    void shouldAcceptAClockThatIsBehindOrAheadAsFarAsCallsMayBe() {
        assertThat(clock(null)).isEqualTo(Finding.ok("clock", "no event has come yet"));
        assertThat(clock(NOW.minusSeconds(3_600)))
                .isEqualTo(Finding.ok("clock", "the newest event is of 2026-11-20T22:30:00Z"));
        assertThat(clock(NOW.plusSeconds(10)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void shouldFailWhereAProducerPutTheClockForward() {
        assertThat(clock(NOW.plusSeconds(3_000)))
                .isEqualTo(Finding.fail(
                        "clock",
                        "the newest event is of 2026-11-21T00:20:00Z, which is 50m ahead of this machine's clock: events that happen now"
                                + " are late for windows that have not begun",
                        "If this machine's clock is right, stop the producer whose clock is ahead, then restart the job"
                                + " from a savepoint with aim.clock.reset set to the time it is; docs/operations.md#reset-a-clock-that-is-ahead explains"
                                + " it."));
    }
}
