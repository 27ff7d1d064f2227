package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressCheckTest {
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private static Finding finding(Long eventTimeMs, Long newestMs) {
        return ProgressCheck.finding(new AsOf(eventTimeMs, newestMs, Map.of(), null, 0, 0));
    }

    @Test
    void shouldFindNothingWrongBeforeTheFirstEvent() {
        assertThat(finding(null, null)).isEqualTo(Finding.ok("events", "no event has come yet"));
    }

    @Test
    void shouldFindNothingWrongUpToAMinute() {
        Finding inStep = Finding.ok("events", "no Kafka partition of the events topic is behind the others");
        assertThat(finding(NOON_MS, NOON_MS)).isEqualTo(inStep);
        assertThat(finding(NOON_MS - 60_000, NOON_MS)).isEqualTo(inStep);
        assertThat(finding(NOON_MS - 60_001, NOON_MS).verdict()).isEqualTo(Verdict.WARN);
    }

    @Test
    void shouldWarnOfAKafkaPartitionThatIsBehind() {
        Finding behind = finding(NOON_MS - 3_600_000, NOON_MS);
        assertThat(behind.verdict()).isEqualTo(Verdict.WARN);
        assertThat(behind.detail())
                .isEqualTo("a Kafka partition of the events topic is 3600 s behind: answers are as of"
                        + " 2026-11-20T11:00:00Z, the newest event is of 2026-11-20T12:00:00Z");
    }

    @Test
    void shouldWarnOfAKafkaPartitionThatHasShownNoEvent() {
        Finding silent = finding(null, NOON_MS);
        assertThat(silent.verdict()).isEqualTo(Verdict.WARN);
        assertThat(silent.detail())
                .isEqualTo("the newest event is of 2026-11-20T12:00:00Z, and a Kafka partition of the events topic has"
                        + " shown none");
    }
}
