package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class RatePacerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Any: nanosecond clocks start anywhere. */
    private long nowNanos = Long.MAX_VALUE - SECOND;

    private long sleptNanos;

    private RatePacer pacer(double rate) {
        return new RatePacer(rate, () -> nowNanos, nanos -> {
            nowNanos += nanos;
            sleptNanos += nanos;
        });
    }

    @Test
    void shouldRunAtTheRateUntilTheStop() {
        long startNanos = nowNanos;
        AtomicLong runs = new AtomicLong();
        pacer(1_000).run(() -> nowNanos - startNanos >= 2 * SECOND, runs::incrementAndGet);
        assertThat(runs.get()).isBetween(1_990L, 2_010L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 3, 7.5, 999, 1_000, 1_001, 10_000, 123_456.789, 2_000_000})
    void shouldKeepTheScheduleExactlyHoweverLong(double rate) {
        RatePacer pacer = pacer(rate);
        long startNanos = nowNanos;
        long handedOut = 0;
        while (nowNanos - startNanos < 20 * SECOND) {
            handedOut += pacer.awaitBatch();
        }
        double elapsedSeconds = (nowNanos - startNanos) / 1e9;
        assertThat(pacer.skipped()).isZero();
        assertThat(handedOut)
                .isBetween(
                        (long) (elapsedSeconds * rate) - RatePacer.MAX_BATCH - 1, (long) (elapsedSeconds * rate) + 1);
    }

    @Test
    void shouldSendTheFirstAtOnceAndTheNextWhenItIsDue() {
        RatePacer pacer = pacer(100);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        assertThat(sleptNanos).isZero();
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        assertThat(sleptNanos).isEqualTo(SECOND / 100);
    }

    @Test
    void shouldSendWhatBecameDueWithinATick() {
        RatePacer pacer = pacer(50_000);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        assertThat(pacer.awaitBatch()).isEqualTo(50);
        assertThat(sleptNanos).isEqualTo(RatePacer.TICK_NANOS);
    }

    @Test
    void shouldMakeUpForAShortStall() {
        RatePacer pacer = pacer(1_000);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        nowNanos += RatePacer.CATCH_UP_NANOS - SECOND / 1_000;
        assertThat(pacer.awaitBatch()).isEqualTo(99);
        assertThat(pacer.skipped()).isZero();
    }

    @Test
    void shouldForgoWhatALongStallLeftBehind() {
        RatePacer pacer = pacer(1_000);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        nowNanos += 10 * SECOND;
        assertThat(pacer.awaitBatch()).isEqualTo(100);
        assertThat(pacer.skipped()).isEqualTo(9_900);
        assertThat(sleptNanos).isZero();

        assertThat(pacer.awaitBatch()).as("back in step").isEqualTo(1);
        assertThat(sleptNanos).isPositive();
    }

    @Test
    void shouldHandOutABacklogInBatches() {
        RatePacer pacer = pacer(1_000_000);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        nowNanos += RatePacer.CATCH_UP_NANOS;
        long handedOut = 0;
        int batches = 0;
        while (sleptNanos == 0) {
            int batch = pacer.awaitBatch();
            assertThat(batch).isBetween(1, RatePacer.MAX_BATCH);
            handedOut += batch;
            batches++;
        }
        assertThat(batches).isEqualTo(101);
        assertThat(handedOut).isEqualTo(100_000 + 1_000);
    }

    @Test
    void shouldReturnWithNothingRatherThanWaitLong() {
        RatePacer pacer = pacer(0.1);
        assertThat(pacer.awaitBatch()).isEqualTo(1);
        assertThat(pacer.awaitBatch()).isZero();
        assertThat(sleptNanos).isEqualTo(RatePacer.MAX_WAIT_NANOS);
    }

    @Test
    void shouldNeverWaitWithoutARate() {
        RatePacer pacer = pacer(RatePacer.UNLIMITED);
        for (int i = 0; i < 10; i++) {
            assertThat(pacer.awaitBatch()).isEqualTo(RatePacer.MAX_BATCH);
        }
        assertThat(sleptNanos).isZero();
        assertThat(pacer.skipped()).isZero();
    }

    @Test
    void shouldRefuseRatesThatAreNone() {
        assertFails(InvalidInputException.class, () -> new RatePacer(-1))
                .hasMessage("rate=-1.0 is outside 0..1000000000 a second. Give a number inside; 0 means as fast as"
                        + " possible.");
        assertFails(InvalidInputException.class, () -> new RatePacer(Double.NaN));
        assertFails(InvalidInputException.class, () -> new RatePacer(1.1e9));
        assertThat(new RatePacer(RatePacer.MAX_RATE).skipped()).isZero();
    }
}
