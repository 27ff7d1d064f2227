package dev.aimonflink.bench.installation;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallPatternTest {
    private static final long SEED = 7;
    private static final int SUBSCRIBERS = 1_000;
    private static final Instant NOW = Instant.parse("2026-11-20T12:34:56Z");
    private static final CallPattern MOVING =
            new CallPattern(CallPattern.Spread.UNIFORM, CallPattern.Time.MOVING, 1_000);

    private static List<Event> calls(CallPattern feed, int count) {
        List<Event> calls = new ArrayList<>();
        new CallSequence(SEED, 0, SUBSCRIBERS, feed, feed.beginMs(NOW)).replay(count, calls::add);
        return calls;
    }

    @Test
    void shouldHaveAllCallsAtOneMomentUnlessTimeMoves() {
        assertThat(calls(CallPattern.USUAL, 500))
                .allMatch(call -> call.timestampMs()
                        == Instant.parse("2026-11-20T12:00:00Z").toEpochMilli());
    }

    @Test
    void shouldPassADayInSoManyCallsWithSomeLate() {
        long beginMs = MOVING.beginMs(NOW);
        assertThat(Instant.ofEpochMilli(beginMs)).isEqualTo("2025-11-20T12:00:00Z");
        List<Event> calls = calls(MOVING, 2_001);
        assertThat(calls.get(0).timestampMs()).isEqualTo(beginMs);
        assertThat(calls.get(1_000).timestampMs())
                .isEqualTo(beginMs + Duration.ofDays(1).toMillis());
        assertThat(calls.get(2_000).timestampMs())
                .isEqualTo(beginMs + Duration.ofDays(2).toMillis());
        long late = 0;
        long byAWeek = 0;
        for (int i = 1; i < calls.size(); i++) {
            long lateMs = MOVING.nowMs(beginMs, i) - calls.get(i).timestampMs();
            late += lateMs > 0 ? 1 : 0;
            byAWeek += lateMs > Duration.ofDays(7).toMillis() ? 1 : 0;
        }
        assertThat(late).isEqualTo(20);
        assertThat(byAWeek).isEqualTo(2);
    }

    /** Of 1,000 calls a day, those of three hours before Monday, which comes three days and a half after the beginning. */
    @Test
    void shouldKnowTheCallsBeforeTheTurnOfAWeek() {
        long beginMs = MOVING.beginMs(NOW);
        assertThat(LongStream.range(0, 10_000).filter(number -> MOVING.isBeforeWeekTurn(beginMs, number)))
                .containsExactlyElementsOf(
                        LongStream.range(3_375, 3_500).boxed().toList());
        assertThat(CallPattern.USUAL.isBeforeWeekTurn(CallPattern.USUAL.beginMs(NOW), 1_000_000))
                .isFalse();
    }

    @Test
    void shouldNeverMoveBeyondNow() {
        assertThat(MOVING.timestampMs(MOVING.beginMs(NOW), 100_000_000)).isLessThan(NOW.toEpochMilli());
        assertThat(MOVING.still().timestampMs(0, 5_000)).isZero();
    }

    @Test
    void shouldSkewCallsByZipfAndKeepThemShort() {
        CallPattern zipf = new CallPattern(CallPattern.Spread.ZIPF, CallPattern.Time.FIXED, 1);
        List<Event> calls = calls(zipf, 20_000);
        long most =
                calls.stream()
                        .collect(Collectors.groupingBy(Event::subscriberId, Collectors.counting()))
                        .values()
                        .stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElseThrow();
        assertThat(most).as("seed %d", SEED).isGreaterThan(1_000);
        assertThat(calls).allMatch(call -> call.durationSeconds() >= 1 && call.durationSeconds() <= 100);
    }

    @Test
    void shouldLetAQuarterOfTheSubscribersLagBehindAMidnightOfOneWeek() {
        CallPattern lagging = new CallPattern(CallPattern.Spread.UNIFORM, CallPattern.Time.LAGGING, 1);
        for (int days = 0; days < 7; days++) {
            Instant now = NOW.plus(Duration.ofDays(days));
            long beginMs = lagging.beginMs(now);
            CallSequence sequence = new CallSequence(SEED, 0, 100, lagging, beginMs);
            for (int i = 0; i < 50; i++) {
                Event call = sequence.next();
                boolean lags = call.subscriberId() % 4 == 0;
                assertThat(call.timestampMs()).isEqualTo(lags ? beginMs - 3_600_000 : beginMs);
            }
            assertThat(number(Window.DAY, beginMs - 3_600_000)).isEqualTo(number(Window.DAY, beginMs) - 1);
            assertThat(number(Window.WEEK, beginMs - 3_600_000)).isEqualTo(number(Window.WEEK, beginMs));
            assertThat(beginMs).isLessThan(now.toEpochMilli());
        }
    }

    private static int number(Window window, long timeMs) {
        return window.numberOf(
                Instant.ofEpochMilli(timeMs).atOffset(ZoneOffset.UTC).toLocalDateTime());
    }

    @Test
    void shouldTellTheSameCallsAgain() {
        for (CallPattern feed : List.of(
                CallPattern.USUAL, MOVING, new CallPattern(CallPattern.Spread.ZIPF, CallPattern.Time.MOVING, 10))) {
            assertThat(calls(feed, 300)).isEqualTo(calls(feed, 300));
        }
        assertThat(calls(MOVING, 10).stream().collect(Collectors.toMap(Event::timestampMs, Function.identity())))
                .isInstanceOf(Map.class)
                .hasSize(10);
    }
}
