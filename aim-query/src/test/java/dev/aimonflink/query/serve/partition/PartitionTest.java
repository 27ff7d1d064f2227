package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Applies events, profiles and times to a partition. */
class PartitionTest {
    private static final int DAY = 0;
    private static final int WEEK = 1;

    private final TestPartition test = new TestPartition();
    private final Partition partition = test.partition;

    @Test
    void shouldMakeARowOfTheFirstEventAndOfTheFirstProfile() {
        test.call(1, NOON_MS);
        test.call(1, NOON_MS);
        test.profile(2, "CH-8000");
        test.profile(2, "CH-1000");
        test.call(2, NOON_MS);
        test.profile(1, "CH-1000");
        assertThat(partition.rows()).isEqualTo(2);
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldMakeNoRowOfATombstone() {
        EntityRecord fresh = partition.newRecord(1);
        assertThat(partition.apply(fresh, Attributes.NONE)).as("to be stored").isEqualTo(Effect.IGNORED);
        assertThat(partition.rows()).isZero();
        assertThat(fresh).isEqualTo(partition.newRecord(1));
    }

    @Test
    void shouldKeepTheRowWhoseAttributesATombstoneClears() {
        test.profile(1, "CH-8000");
        assertThat(partition.apply(test.recordFor(1), Attributes.NONE))
                .as("to be stored")
                .isEqualTo(Effect.APPLIED);
        assertThat(test.store.get(1L).attributes().isEmpty()).isTrue();
        assertThat(partition.rows()).isEqualTo(1);
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldChangeNothingWhenAnEventIsLateForEveryWindow() {
        test.call(1, NOON_MS);
        EntityRecord before = test.store.get(1L).copy();
        assertThat(test.call(1, NOON_MS - 7 * DAY_MS)).isEqualTo(Effect.LATE);
        assertThat(test.call(2, NOON_MS - 7 * DAY_MS)).isEqualTo(Effect.LATE);
        assertThat(test.store.get(1L)).isEqualTo(before);
        assertThat(partition.rows()).isEqualTo(1);
        assertThat(partition.lateEvents(DAY)).isEqualTo(2);
        assertThat(partition.lateEvents(WEEK)).isEqualTo(2);
        assertThat(partition.progress().applied()).as("not those").isEqualTo(1);
    }

    @Test
    void shouldCountAnEventThatIsLateForTheDayForTheWeekAlone() {
        test.call(1, NOON_MS);
        assertThat(test.call(1, NOON_MS - DAY_MS)).isEqualTo(Effect.APPLIED);
        assertThat(test.intOf(test.store.get(1L), CALLS_TODAY)).isEqualTo(1);
        assertThat(test.intOf(test.store.get(1L), CALLS_THIS_WEEK)).isEqualTo(2);
        assertThat(partition.lateEvents(DAY)).isEqualTo(1);
        assertThat(partition.lateEvents(WEEK)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"number_of_calls_this_week", "total_duration_this_week", "total_cost_this_week"})
    void shouldRefuseAnEventThatWouldWrapATotalAndLeaveTheRecordAsItWas(String column) {
        Event event = new Event(1, NOON_MS, 60, 1.5f, false);
        test.apply(event);
        setSoThatOneMoreFits(column, event);
        assertThat(test.apply(event)).as("the total reaches its largest value").isEqualTo(Effect.APPLIED);
        EntityRecord before = test.store.get(1L).copy();
        assertThat(test.apply(event)).isEqualTo(Effect.OVERFLOW);
        assertThat(test.store.get(1L)).isEqualTo(before);
        assertThat(partition.verify()).isZero();
        assertThat(test.apply(new Event(1, NOON_MS + 7 * DAY_MS, 60, 1.5f, false)))
                .as("the next week has room")
                .isEqualTo(Effect.APPLIED);
    }

    private void setSoThatOneMoreFits(String column, Event event) {
        EntityRecord record = test.store.get(1L);
        StoredColumn aggregate = test.schema.column(column);
        int slot = aggregate.slot();
        switch (aggregate.kind()) {
            case COUNT -> record.ints()[slot] = Integer.MAX_VALUE - 1;
            case INT_SUM -> record.ints()[slot] = Integer.MAX_VALUE - event.durationSeconds();
            default -> record.longs()[slot] = Long.MAX_VALUE - event.costCents();
        }
    }

    @Test
    void shouldMakeNoRowOfAnEventThatOverflows() {
        EntityRecord stored = test.recordFor(1);
        partition.apply(stored, CallModel.event(new Event(1, NOON_MS, 60, 1.5f, false)));
        EntityRecord full = stored.copy();
        full.ints()[test.schema.column(CALLS_THIS_WEEK).slot()] = Integer.MAX_VALUE;
        TestPartition other = new TestPartition();
        other.partition.advanceTo(NOON_MS);
        assertThat(other.partition.apply(full, CallModel.event(new Event(1, NOON_MS, 60, 1.5f, false))))
                .isEqualTo(Effect.OVERFLOW);
        assertThat(other.partition.rows()).isZero();
    }

    @Test
    void shouldTurnTheDayForEverySubscriberAtOnce() {
        for (int subscriber = 0; subscriber <= Block.ROWS; subscriber++) {
            test.call(subscriber, NOON_MS);
        }
        partition.advanceTo(NOON_MS + DAY_MS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.answers)
                .extracting(TestPartition::sumOf)
                .containsExactly(new Sum(Block.ROWS + 1, 0), new Sum(Block.ROWS + 1, Block.ROWS + 1));
        assertThat(partition.turns()).isEqualTo(2);
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldLeaveTheWindowsOfTheRecordThatAProfileIsFor() {
        test.call(1, NOON_MS);
        partition.advanceTo(NOON_MS + DAY_MS);
        test.profile(1, "CH-8000");
        assertThat(test.intOf(test.store.get(1L), CALLS_TODAY))
                .as("its Kafka partition may still be in that day")
                .isOne();
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.answers).extracting(TestPartition::sumOf).containsExactly(new Sum(1, 0), new Sum(1, 1));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldHaveNoTimeBeforeTheFirstEvent() {
        test.profile(1, "CH-8000");
        test.submit("early", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(partition.nowMs()).isEqualTo(WindowClock.NO_TIME);
        assertThat(test.answers.get(0).cut())
                .isEqualTo(new Cut(
                        WindowClock.NO_TIME,
                        WindowClock.NO_TIME,
                        List.of(WindowClock.NO_WINDOW, WindowClock.NO_WINDOW),
                        null,
                        0,
                        0));
        assertThat(TestPartition.sumOf(test.answers.get(0))).isEqualTo(new Sum(1, 0));
    }

    @Test
    void shouldAnswerAPointQueryAtOnceInTheCurrentWindows() {
        test.call(1, NOON_MS);
        test.submit("scan", new SumOf(CALLS_TODAY));
        partition.advanceTo(NOON_MS + DAY_MS);
        Part result = partition.parts().look("point", PartitionTest::callsOf, test.store.get(1L));
        assertThat(TestPartition.sumOf(result))
                .as("calls today, calls this week")
                .isEqualTo(new Sum(0, 1));
        assertThat(result.requestKey()).isEqualTo("point");
        assertThat(result.source()).as("only the owner answers").isEqualTo(new Part.Source(3, 1, 77));
        assertThat(result.rowsScanned()).isEqualTo(1);
        assertThat(result.cut().newestMs()).isEqualTo(NOON_MS + DAY_MS);
        assertThat(test.answers).as("the scan still waits").isEmpty();
    }

    @Test
    void shouldAnswerAPointQueryForAnUnknownSubscriber() {
        Part result = partition.parts().look("point", PartitionTest::callsOf, null);
        assertThat(TestPartition.sumOf(result)).isEqualTo(new Sum(404, 404));
        assertThat(result.rowsScanned()).isZero();
        assertThat(result.error()).isNull();
    }

    private static Partial callsOf(EntityRecord record) {
        MatrixSchema schema = CallModel.schema(42);
        Sum calls = record == null
                ? new Sum(404, 404)
                : new Sum(
                        record.ints()[schema.column(CALLS_TODAY).slot()],
                        record.ints()[schema.column(CALLS_THIS_WEEK).slot()]);
        return calls.partial();
    }

    @Test
    void shouldFindEveryCellThatDiffersFromItsRecord() {
        for (int subscriber = 0; subscriber < 3; subscriber++) {
            test.call(subscriber, NOON_MS);
            test.profile(subscriber, "CH-8000");
        }
        assertThat(partition.verify()).isZero();
        test.store.get(0L).ints()[test.schema.column(CALLS_TODAY).slot()]++;
        test.store.get(1L).attributes(Attributes.NONE);
        assertThat(partition.verify()).as("a count and ten codes").isEqualTo(11);
        test.store.remove(2L);
        assertThat(partition.verify()).as("and a record that is gone").isEqualTo(12);
    }

    @Test
    void shouldTakeRecordsInAgain() {
        test.call(1, NOON_MS);
        test.profile(1, "CH-8000");
        test.profile(2, "CH-1000");
        TestPartition next = new TestPartition();
        next.partition.advanceTo(partition.nowMs());
        test.store.forEach((id, record) -> {
            next.store.put(id, record);
            next.partition.restore(record);
        });
        next.submit("week", new SumOf(CALLS_THIS_WEEK));
        next.finish();
        assertThat(TestPartition.sumOf(next.answers.get(0))).isEqualTo(new Sum(2, 1));
        assertThat(next.partition.verify()).isZero();
    }

    @Test
    void shouldTakeInARecordOfYesterdayWithoutItsDay() {
        test.call(1, NOON_MS);
        TestPartition next = new TestPartition();
        next.partition.advanceTo(NOON_MS + DAY_MS);
        next.partition.restore(test.store.get(1L));
        next.submit("day", new SumOf(CALLS_TODAY));
        next.submit("week", new SumOf(CALLS_THIS_WEEK));
        next.finish();
        assertThat(next.answers).extracting(TestPartition::sumOf).containsExactly(new Sum(1, 0), new Sum(1, 1));
    }

    @Test
    void shouldLeaveARecordOfYesterdayAsItIsUntilItChanges() {
        test.call(1, NOON_MS);
        EntityRecord stored = test.store.get(1L).copy();
        TestPartition next = new TestPartition();
        next.store.put(1L, test.store.get(1L));
        next.partition.advanceTo(NOON_MS + DAY_MS);
        assertThat(next.partition.restore(next.store.get(1L))).isFalse();
        next.partition.parts().look("point", PartitionTest::callsOf, next.store.get(1L));
        assertThat(next.partition.verify()).isZero();
        assertThat(next.store.get(1L)).isEqualTo(stored);
    }

    @Test
    void shouldEmptyARecordOfTomorrowForGood() {
        test.call(1, NOON_MS);
        test.call(1, NOON_MS + DAY_MS);
        EntityRecord record = test.store.get(1L);
        TestPartition next = new TestPartition();
        next.store.put(1L, record);
        next.partition.advanceTo(NOON_MS);
        assertThat(next.partition.restore(record)).isTrue();
        assertThat(next.intOf(record, CALLS_TODAY)).isZero();
        assertThat(next.intOf(record, CALLS_THIS_WEEK)).isEqualTo(2);
        next.partition.advanceTo(NOON_MS + DAY_MS);
        assertThat(next.partition.verify()).isZero();
        next.submit("day", new SumOf(CALLS_TODAY));
        next.finish();
        assertThat(next.answers).extracting(TestPartition::sumOf).containsExactly(new Sum(1, 0));
    }

    @Test
    void shouldReportTheMemoryOfItsColumns() {
        assertThat(partition.columnBytes()).isZero();
        test.call(1, NOON_MS);
        assertThat(partition.columnBytes())
                .as("an id, the codes and two counts, of a whole block")
                .isEqualTo(Block.ROWS * (8L + 4L * TestPartition.CODES + 2 * 4L));
    }

    @Test
    void shouldNotTakeInARecordOfAnotherSchema() {
        MatrixSchema wide = CallModel.schema(84);
        EntityRecord record = EntityRecord.empty(EntityId.of(7), wide.fingerprint(), wide.layout(), 2);
        assertFails(IllegalStateException.class, () -> partition.restore(record))
                .hasMessage(
                        "The stored record of 7 is of another schema than the job's 42 aggregates. Start the job with"
                                + " the model that the savepoint was taken with, or with the release that took it.");
    }

    @Test
    void shouldNotTakeInARecordWithCallsBeforeItKnowsTheTime() {
        test.call(7, NOON_MS);
        EntityRecord stored = test.store.get(7L);
        TestPartition next = new TestPartition();
        assertFails(IllegalStateException.class, () -> next.partition.restore(stored))
                .hasMessage("The entity 7 is restored before the clock, which would empty the record. Restore the clock"
                        + " first.");
        TestPartition timeless = new TestPartition();
        timeless.profile(9, "CH-8000");
        TestPartition afterwards = new TestPartition();
        afterwards.partition.restore(timeless.store.get(9L));
        assertThat(afterwards.partition.rows())
                .as("a job that stopped before its first event")
                .isEqualTo(1);
    }

    @Test
    void shouldKeepTheHourOfTheLastEventWhateverReadsTheRecord() {
        test.call(7, NOON_MS);
        int hour = test.store.get(7L).lastEventHour();
        partition.advanceTo(NOON_MS + 10 * DAY_MS);
        partition.parts().look("point", PartitionTest::callsOf, test.store.get(7L));
        assertThat(partition.verify()).isZero();
        test.profile(7, "CH-8000");
        assertThat(test.store.get(7L).lastEventHour()).isEqualTo(hour);
    }

    @Test
    void shouldTakeTheRestoredTimeForALastEventThatIsLater() {
        test.call(7, NOON_MS + 10 * DAY_MS);
        EntityRecord stored = test.store.get(7L);
        TestPartition next = new TestPartition();
        next.partition.advanceTo(NOON_MS + DAY_MS);
        next.partition.restore(stored);
        assertThat(stored.lastEventHour()).isEqualTo(EntityRecord.hourOf(NOON_MS + DAY_MS));
    }
}
