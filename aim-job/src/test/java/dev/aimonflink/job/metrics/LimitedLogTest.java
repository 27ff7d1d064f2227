package dev.aimonflink.job.metrics;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

import static dev.aimonflink.job.metrics.LimitedLog.LINES_A_MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

class LimitedLogTest {
    private static final String NOTICE = "More lines like the last are left out for up to a minute.";

    private final Queue<SubstituteLoggingEvent> events = new ArrayDeque<>();
    private long nanos;
    private final LimitedLog log = new LimitedLog(new SubstituteLogger("log", events, false), () -> nanos);

    /** The lines since the last call. */
    private List<String> lines() {
        List<String> lines = events.stream()
                .map(event -> MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray())
                        .getMessage())
                .toList();
        events.clear();
        return lines;
    }

    @Test
    void shouldLogTheFirstOfAMinuteAndThenHowManyWereLeftOut() {
        for (int request = 0; request < 5_000; request++) {
            log.error("request {}", null, request);
        }
        List<String> first = lines();
        assertThat(first).hasSize(LINES_A_MINUTE + 1).startsWith("request 0", "request 1");
        assertThat(first.get(LINES_A_MINUTE)).isEqualTo(NOTICE);
        nanos += TimeUnit.MINUTES.toNanos(1) - 1;
        log.error("request {}", null, 5_000);
        assertThat(lines()).isEmpty();
        nanos++;
        log.error("request {}", null, 5_001);
        assertThat(lines()).containsExactly("4991 lines like the next were left out.", "request 5001");
        nanos += TimeUnit.MINUTES.toNanos(1);
        log.error("request {}", null, 5_002);
        assertThat(lines()).containsExactly("request 5002");
    }

    @Test
    void shouldNotLeaveOutAMessageBecauseOfAnother() {
        IntStream.range(0, 5_000).forEach(request -> log.error("request {}", null, request));
        lines();
        log.error("rule {}", null, "a");
        assertThat(lines()).containsExactly("rule a");
    }

    @Test
    void shouldSayNothingOfAMinuteInWhichAllWereLogged() {
        IntStream.range(0, LINES_A_MINUTE).forEach(request -> log.error("request {}", null, request));
        assertThat(lines()).hasSize(LINES_A_MINUTE).doesNotContain(NOTICE);
    }

    @Test
    void shouldEscapeWhatForgesALineOrDrivesATerminalAndCutWhatIsLong() {
        Exception cause = new IllegalStateException("x\n2026-11-25 INFO all is well \u001b[2J");
        Exception defect = new IllegalArgumentException("\u009b2J{}", cause);
        log.error("request {}: {}", defect, "a\r\nb", "y".repeat(LimitedLog.MAX_CHARS + 1));
        assertThat(lines()).singleElement().satisfies(line -> {
            assertThat(line.lines().toList().get(0))
                    .isEqualTo("request a\\r\\nb: " + "y".repeat(LimitedLog.MAX_CHARS) + "...");
            assertThat(line)
                    .contains(
                            "\njava.lang.IllegalArgumentException: \\u009B2J{}\n\tat "
                                    + getClass().getName(),
                            "\nCaused by: java.lang.IllegalStateException: x\\n2026-11-25 INFO all is well \\x1B[2J\n")
                    .doesNotContain("\u001b", "\u009b", "\r");
        });
    }
}
