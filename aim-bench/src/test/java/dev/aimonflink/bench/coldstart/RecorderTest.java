package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Second;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.query.request.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RecorderTest {
    /** Process 1 uses 2 s, ends, and has a successor that uses half a second. */
    private static final List<Map<Long, Duration>> LOOKS = List.of(
            Map.of(1L, Duration.ofMillis(1_500)),
            Map.of(1L, Duration.ofMillis(2_000)),
            Map.of(1L, Duration.ZERO),
            Map.of(7L, Duration.ofMillis(500)));

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void shouldCountWhatEachProcessUsedAndTakeNothingBackWhenOneDies() {
        long beginMs = System.currentTimeMillis();
        Recorder recorder = new Recorder(
                (call, timeout) -> new CompletableFuture<QueryResult>().orTimeout(50, TimeUnit.MILLISECONDS),
                7,
                () -> LOOKS.get(Math.min(looks.getAndIncrement(), LOOKS.size() - 1)));
        try (recorder) {
            assertThat(Waiting.until(() -> looks.get() > LOOKS.size(), Duration.ofSeconds(30)))
                    .isTrue();
        }
        Span seconds = new Span(0, 60);
        double used = recorder.timeline(beginMs, seconds).perSecond(seconds, Second::cpuSeconds) * seconds.length();
        assertThat(used).isEqualTo(2.5, within(1e-9));
        assertThat(recorder.firstAnswerMs(beginMs)).isEmpty();
    }
}
