package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.Progress;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.rules.judge.RuleHistory;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DecodeProgressTest {
    private static final JobSettings SETTINGS = TestSettings.with();
    private static final String TOPIC = SETTINGS.eventsTopic();
    private static final long HOUR_MS = 3_600_000;
    private static final long NOON_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private DecodeHarness decoder;

    private void open(int matrixPartitions, long attempt) throws Exception {
        decoder = new DecodeHarness(SETTINGS, matrixPartitions, attempt, NOON_MS);
    }

    @AfterEach
    void close() throws Exception {
        decoder.close();
    }

    private static Event call(long timestampMs) {
        return new Event(7, timestampMs, 61, 1.25f, true);
    }

    private static SourcePartition partition(int number) {
        return new SourcePartition(TOPIC, number);
    }

    private static EventPlace place(int partition, long nextOffset, long newestMs, boolean atEnd) {
        return new EventPlace(partition(partition), nextOffset, newestMs, atEnd, 0);
    }

    /** The places of the one report that was due. */
    private List<EventPlace> report() throws Exception {
        decoder.passTime();
        List<MatrixInput> output = decoder.output();
        assertThat(output).hasSize(1);
        return ((Progress) output.get(0)).places();
    }

    @Test
    void shouldReportTheNextOffsetAndTheNewestTimeOfEachKafkaPartition() throws Exception {
        open(1, 0);
        decoder.begin(0, 40);
        decoder.begin(3, 0);
        decoder.read(0, 41, call(NOON_MS - HOUR_MS));
        assertThat(((Progress) decoder.output().get(1)).places())
                .containsExactly(place(0, 42, NOON_MS - HOUR_MS, false), place(3, 0, WindowClock.NO_TIME, false));
        decoder.read(0, 44, call(NOON_MS - 2 * HOUR_MS));
        decoder.output();
        assertThat(report()).as("what has changed").containsExactly(place(0, 45, NOON_MS - HOUR_MS, false));
    }

    @Test
    void shouldCountDeadLettersAsRead() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        decoder.read(0, 42, null);
        decoder.read(0, 43, call(NOON_MS + HOUR_MS));
        decoder.output();
        assertThat(report()).containsExactly(place(0, 44, NOON_MS, false));
    }

    @Test
    void shouldReportBeforeEachBarrierWhatWasReadBeforeIt() throws Exception {
        open(1, 7);
        decoder.read(0, 41, call(NOON_MS));
        decoder.prepareSnapshot(8);
        List<MatrixInput> output = decoder.output();
        assertThat(output).hasSize(2);
        Progress progress = (Progress) output.get(1);
        assertThat(progress.attempt()).isEqualTo(7);
        assertThat(progress.places()).containsExactly(place(0, 42, NOON_MS, false));
    }

    @Test
    void shouldSendCollectedCallsBeforeTheReportAndTheBarrier() throws Exception {
        open(1, 0);
        decoder.letRecordsWait();
        decoder.read(0, 41, call(NOON_MS));
        assertThat(decoder.output()).isEmpty();
        decoder.prepareSnapshot(1);
        assertThat(decoder.output())
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(MatrixInput.Events.class),
                        second -> assertThat(second).isInstanceOf(Progress.class));
        decoder.read(0, 42, call(NOON_MS));
        decoder.passTime();
        assertThat(decoder.output())
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(MatrixInput.Events.class),
                        second -> assertThat(second).isInstanceOf(Progress.class));
    }

    @Test
    void shouldReportAtOnceThatNoFurtherRecordWaits() throws Exception {
        open(1, 0);
        decoder.letRecordsWait();
        decoder.read(0, 41, call(NOON_MS));
        decoder.read(0, 42, call(NOON_MS));
        assertThat(decoder.output()).isEmpty();
        decoder.endBatch();
        assertThat(decoder.output())
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(MatrixInput.Events.class),
                        second ->
                                assertThat(((Progress) second).places()).containsExactly(place(0, 43, NOON_MS, false)));
    }

    @Test
    void shouldCountOffsetsAsReadThatNoEventHas() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        decoder.passTime();
        decoder.output();
        decoder.leaveEmptyTo(0, 44);
        decoder.passTime();
        assertThat(decoder.output()).singleElement().satisfies(report -> assertThat(((Progress) report).places())
                .containsExactly(place(0, 44, NOON_MS, false)));
        decoder.leaveEmptyTo(0, 42);
        decoder.passTime();
        assertThat(decoder.output()).as("what is known stays true").isEmpty();
    }

    @Test
    void shouldReportManyBatchesTogetherThatFollowOneAnother() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        decoder.output();
        for (int offset = 42; offset < 142; offset++) {
            decoder.read(0, offset, call(NOON_MS));
        }
        assertThat(decoder.output())
                .hasOnlyElementsOfType(MatrixInput.Events.class)
                .hasSize(100);
        decoder.passTime(DecodeEvents.LEAST_GAP_MS);
        assertThat(decoder.output()).singleElement().satisfies(report -> assertThat(((Progress) report).places())
                .containsExactly(place(0, 142, NOON_MS, false)));
    }

    @Test
    void shouldSendCollectedCallsBeforeAWatermarkAndAtTheEndOfTheInput() throws Exception {
        open(1, 0);
        decoder.letRecordsWait();
        decoder.read(0, 41, call(NOON_MS));
        decoder.watermark(NOON_MS);
        assertThat(decoder.output())
                .hasOnlyElementsOfType(MatrixInput.Events.class)
                .hasSize(1);
        decoder.read(0, 42, call(NOON_MS));
        decoder.finish();
        assertThat(decoder.output())
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(MatrixInput.Events.class),
                        second ->
                                assertThat(((Progress) second).places()).containsExactly(place(0, 43, NOON_MS, false)));
    }

    @Test
    void shouldReportNothingAfterTheEndOfTheInput() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        decoder.finish();
        decoder.output();
        decoder.reachEnd(0, 42);
        decoder.prepareSnapshot(1);
        assertThat(decoder.output()).as("for the savepoint that ends the job").isEmpty();
    }

    @Test
    void shouldReportNothingWhileNothingChanges() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        assertThat(decoder.output()).as("the event and a report").hasSize(2);
        decoder.passTime();
        decoder.prepareSnapshot(1);
        assertThat(decoder.output()).isEmpty();
    }

    private static int bytes(MatrixInput report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new MatrixInput.Format().write(report, new DataOutputStream(bytes));
        return bytes.size();
    }

    @Test
    void shouldReportWhatHasChangedAndOnceASecondAll() throws Exception {
        final int kafkaPartitions = 1_000;
        open(1, 0);
        for (int partition = 0; partition < kafkaPartitions; partition++) {
            decoder.begin(partition, 10);
        }
        assertThat(report()).hasSize(kafkaPartitions);
        List<Integer> sizes = new ArrayList<>();
        for (int offset = 10; offset < 21; offset++) {
            decoder.read(7, offset, call(NOON_MS));
            decoder.passTime();
            for (MatrixInput output : decoder.output()) {
                if (output instanceof Progress progress) {
                    sizes.add(progress.places().size());
                    assertThat(progress.places()).contains(place(7, offset + 1, NOON_MS, false));
                    assertThat(bytes(output)).isLessThan(100 * progress.places().size());
                }
            }
        }
        assertThat(sizes).hasSize(11).containsOnly(1, kafkaPartitions).containsOnlyOnce(kafkaPartitions);
    }

    @Test
    void shouldReportAllAtFirstAfterARestore() throws Exception {
        open(1, 0);
        decoder.read(0, 41, call(NOON_MS));
        decoder.read(1, 7, call(NOON_MS));
        OperatorSubtaskState state = decoder.snapshot(1);
        decoder.close();
        decoder = new DecodeHarness(SETTINGS, 1, 1, state, NOON_MS);
        decoder.begin(0, 42);
        decoder.begin(1, 8);
        assertThat(report()).containsExactly(place(0, 42, NOON_MS, false), place(1, 8, NOON_MS, false));
        decoder.read(1, 8, call(NOON_MS + 1));
        decoder.passTime();
        assertThat(decoder.output())
                .filteredOn(Progress.class::isInstance)
                .singleElement()
                .satisfies(second ->
                        assertThat(((Progress) second).places()).containsExactly(place(1, 9, NOON_MS + 1, false)));
    }

    @Test
    void shouldReportToEveryPartitionOfTheMatrix() throws Exception {
        int partitions = 5;
        open(partitions, 0);
        decoder.begin(0, 0);
        decoder.passTime();
        assertThat(decoder.output())
                .extracting(input -> KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        input.key().value(), DecodeHarness.MAX_PARALLELISM, partitions))
                .containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void shouldAskForTheEndOfThoseKafkaPartitionsAloneThatAreSilent() throws Exception {
        open(1, 0);
        decoder.begin(0, 10);
        decoder.begin(1, 20);
        decoder.passTime();
        decoder.read(0, 10, call(NOON_MS));
        decoder.passTime();
        assertThat(decoder.asked()).isEqualTo(Map.of(partition(1), 20L));
    }

    @Test
    void shouldReportTheEndOfAKafkaPartitionUntilItsNextRecord() throws Exception {
        open(1, 0);
        decoder.read(0, 10, call(NOON_MS - HOUR_MS));
        decoder.output();
        decoder.reachEnd(0, 11);
        assertThat(report()).containsExactly(place(0, 11, NOON_MS - HOUR_MS, true));
        decoder.read(0, 11, call(NOON_MS - HOUR_MS + 1));
        decoder.output();
        assertThat(report()).containsExactly(place(0, 12, NOON_MS - HOUR_MS + 1, false));
    }

    @Test
    void shouldReportAtOnceHowManyEventsAreLost() throws Exception {
        open(1, 0);
        decoder.begin(0, 40, 30);
        assertThat(decoder.output()).singleElement().satisfies(report -> assertThat(((Progress) report).places())
                .containsExactly(new EventPlace(partition(0), 40, WindowClock.NO_TIME, false, 30)));
        decoder.read(0, 40, call(NOON_MS));
        decoder.output();
        assertThat(report()).containsExactly(new EventPlace(partition(0), 41, NOON_MS, false, 30));
    }

    @Test
    void shouldAddUpWhatIsLostWhicheverReaderReadAKafkaPartitionBefore() throws Exception {
        open(1, 0);
        decoder.begin(0, 40, 30);
        decoder.begin(1, 7, 2);
        OperatorSubtaskState first = decoder.snapshot(1);
        decoder.close();
        decoder = new DecodeHarness(SETTINGS, 1, 1, first, NOON_MS);
        decoder.begin(0, 50, 5);
        OperatorSubtaskState second = decoder.snapshot(2);
        decoder.close();
        decoder = new DecodeHarness(SETTINGS, 1, 2, second, NOON_MS);
        decoder.begin(1, 7);
        decoder.begin(0, 50);
        assertThat(report())
                .containsExactly(
                        new EventPlace(partition(1), 7, WindowClock.NO_TIME, false, 2),
                        new EventPlace(partition(0), 50, WindowClock.NO_TIME, false, 35));
    }

    @Test
    void shouldShowTheLagOfAKafkaPartitionUnlessItIsAtItsEnd() throws Exception {
        open(1, 0);
        decoder.read(0, 10, call(NOON_MS - HOUR_MS));
        decoder.passTime();
        assertThat(decoder.gauge(AimMetrics.NEWEST_EVENT_TIME_MS)).isEqualTo(NOON_MS - HOUR_MS);
        assertThat(decoder.gauge(AimMetrics.EVENT_TIME_LAG_MS)).isEqualTo(HOUR_MS + DecodeEvents.REPORT_MS);
        decoder.reachEnd(0, 11);
        decoder.passTime();
        assertThat(decoder.gauge(AimMetrics.EVENT_TIME_LAG_MS)).isZero();
    }

    @Test
    void shouldShowTheLagSinceItBeganWhereAKafkaPartitionHasShownNoEvent() throws Exception {
        open(1, 0);
        decoder.begin(0, 10);
        decoder.passTime();
        assertThat(decoder.gauge(AimMetrics.NEWEST_EVENT_TIME_MS)).isZero();
        assertThat(decoder.gauge(AimMetrics.EVENT_TIME_LAG_MS)).isEqualTo(DecodeEvents.REPORT_MS);
    }

    @Test
    void shouldSayByWhichRulesTheJobHasBeenJudging() throws Exception {
        FakeRules rules = new FakeRules();
        decoder = new DecodeHarness(SETTINGS, rules.source(), 1, 0, null, 0, NOON_MS);
        assertThat(rules.required()).isEqualTo(RuleHistory.NO_TOPIC);
        OperatorSubtaskState first = decoder.snapshot(1);
        decoder.close();
        decoder = new DecodeHarness(SETTINGS, RulesSource.NONE, 1, 1, first, 0, NOON_MS);
        OperatorSubtaskState withoutRules = decoder.snapshot(2);
        decoder.close();
        decoder = new DecodeHarness(SETTINGS, rules.source(), 1, 2, withoutRules, 0, NOON_MS);
        assertThat(rules.required()).isEqualTo(FakeRules.TOPIC);
    }
}
