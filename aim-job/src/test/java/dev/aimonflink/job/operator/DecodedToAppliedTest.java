package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.Event;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/** The operator's histogram of times from decoding to applied. The clock of the operator is that of the decoder, and moves by hand. */
class DecodedToAppliedTest {
    private static final long NOON_MS = 1_795_132_800_000L;
    private static final int BUCKET_PERCENT = 4;

    private long nowMicros = 1_000_000;
    private MatrixHarness matrix;

    @BeforeEach
    void open() throws Exception {
        matrix = new MatrixHarness(
                new ClockedMatrix(TestSettings.with(), () -> TimeUnit.MICROSECONDS.toNanos(nowMicros)),
                Types.LONG,
                new HashMapStateBackend(),
                0,
                1);
        matrix.open();
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    /** Applies a chunk so long after its first event was decoded. */
    private void apply(int events, long afterMicros) throws Exception {
        matrix.process(chunk(events, 0, nowMicros - afterMicros));
    }

    private static MatrixInput.Events chunk(int events, long attempt, long decodedMicros) {
        Event call = new Event(7, NOON_MS, 61, 1.25f, false);
        return CallMessages.of(Collections.nCopies(events, CallMessages.placed(call, 0, 0)), attempt, decodedMicros);
    }

    private Histogram times() {
        return matrix.histogram(AimMetrics.DECODED_TO_APPLIED_MICROS);
    }

    @Test
    void shouldCountEachEventOfAChunkWithTheTimeOfItsFirst() throws Exception {
        apply(98, 700);
        apply(2, 9_000);

        assertThat(times().getCount()).isEqualTo(100);
        assertThat(times().getStatistics().getQuantile(0.5)).isCloseTo(700, withinPercentage(BUCKET_PERCENT));
        assertThat(times().getStatistics().getQuantile(0.99)).isCloseTo(9_000, withinPercentage(BUCKET_PERCENT));
    }

    @Test
    void shouldCountAsZeroWhatTheClockOfAnotherMachinePutsIntoTheFuture() throws Exception {
        apply(1, -5_000);

        assertThat(times().getStatistics().getMax()).isZero();
    }

    @Test
    void shouldForgetATimeAfterAWhile() throws Exception {
        apply(1, 9_000);
        for (int halfMinutes = 0; halfMinutes < 2; halfMinutes++) {
            nowMicros += TimeUnit.SECONDS.toMicros(30);
            matrix.advanceTime(EventGaps.PULSE_MS);
        }

        assertThat(times().getStatistics().size()).isZero();
        assertThat(times().getCount()).as("since the start").isEqualTo(1);
    }

    @Test
    void shouldNotCountAChunkThatWasInFlightAtARestart() throws Exception {
        matrix.process(chunk(3, 7, nowMicros));

        assertThat(times().getCount()).isZero();
    }
}
