package dev.aimonflink.job.source;

import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventTimeTest {
    private static final long NOON_MS = 1_795_176_000_000L;
    private static final int IDLE_MS = 1_000;

    private OneInputStreamOperatorTestHarness<MatrixInput, MatrixInput> harness;
    private long intervalMs;

    private void open(WatermarkStrategy<MatrixInput> strategy) throws Exception {
        harness = new OneInputStreamOperatorTestHarness<>(new TimestampsAndWatermarksOperatorFactory<>(strategy, true));
        harness.setup(new MessageSerializer<>(new MatrixInput.Format()));
        harness.open();
        intervalMs = harness.getExecutionConfig().getAutoWatermarkInterval();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    private static MatrixInput call(long timestampMs) {
        return CallMessages.of(List.of(event(timestampMs)));
    }

    private static DeclaredEvent event(long timestampMs) {
        return CallModel.event(new Event(7, timestampMs, 1, 1, false));
    }

    private void process(MatrixInput input) throws Exception {
        harness.processElement(new StreamRecord<>(input));
    }

    /** Returns the output since the last call. */
    private List<Object> output() {
        List<Object> output = List.copyOf(harness.getOutput());
        harness.getOutput().clear();
        return output;
    }

    private void pass(long millis) throws Exception {
        for (long left = millis; left > 0; left -= intervalMs) {
            harness.advanceTime(intervalMs);
        }
    }

    @Test
    void shouldTellTheTimeOfCalls() throws Exception {
        open(EventTime.ofEvents(Duration.ofMillis(IDLE_MS)));
        process(call(NOON_MS));
        process(call(NOON_MS - 5_000));
        pass(intervalMs);
        assertThat(output())
                .containsExactly(
                        new StreamRecord<>(call(NOON_MS), NOON_MS),
                        new StreamRecord<>(call(NOON_MS - 5_000), NOON_MS - 5_000),
                        new Watermark(NOON_MS - 1));
    }

    @Test
    void shouldAdvanceToTheNewestCallOfAChunk() throws Exception {
        open(EventTime.ofEvents(Duration.ofMillis(IDLE_MS)));
        MatrixInput chunk = CallMessages.of(List.of(event(NOON_MS - 1), event(NOON_MS), event(NOON_MS - 5_000)));
        process(chunk);
        pass(intervalMs);
        assertThat(output()).containsExactly(new StreamRecord<>(chunk, NOON_MS), new Watermark(NOON_MS - 1));
    }

    @Test
    void shouldLeaveAReaderWithoutCallsOutAfterAWhileAndTakeItInAgain() throws Exception {
        open(EventTime.ofEvents(Duration.ofMillis(IDLE_MS)));
        process(call(NOON_MS));
        pass(intervalMs);
        output();
        pass(2 * IDLE_MS);
        assertThat(output()).containsExactly(WatermarkStatus.IDLE);
        process(call(NOON_MS + 1));
        output();
        pass(intervalMs);
        assertThat(output()).containsExactly(WatermarkStatus.ACTIVE, new Watermark(NOON_MS));
    }

    @Test
    void shouldLeaveAReaderThatNeverHadACallOutToo() throws Exception {
        open(EventTime.ofEvents(Duration.ofMillis(IDLE_MS)));
        pass(2 * IDLE_MS);
        assertThat(output()).containsExactly(WatermarkStatus.IDLE);
    }

    @Test
    void shouldNotTakeProgressForACall() throws Exception {
        open(EventTime.ofEvents(Duration.ofMillis(IDLE_MS)));
        process(call(NOON_MS));
        pass(intervalMs);
        output();
        MatrixInput progress = new MatrixInput.Progress(EntityId.of(7), 0, List.of());
        for (int i = 0; i < 2 * IDLE_MS / intervalMs; i++) {
            process(progress);
            pass(intervalMs);
        }
        assertThat(output()).contains(WatermarkStatus.IDLE).noneMatch(Watermark.class::isInstance);
    }

    @Test
    void shouldLeaveAStreamBesideTheCallsOutForGood() throws Exception {
        open(EventTime.none());
        pass(intervalMs);
        assertThat(output()).containsExactly(WatermarkStatus.IDLE);
        MatrixInput change = new MatrixInput.ProfileChange(EntityId.of(7), CallProfiles.attributes(null));
        process(change);
        pass(10 * intervalMs);
        List<Object> later = output();
        assertThat(later).hasSize(1);
        assertThat(((StreamRecord<?>) later.get(0)).getValue()).isEqualTo(change);
    }
}
