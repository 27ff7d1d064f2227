package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.VerifyColumns;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Checks that verification finds every wrong cell, in blocks and in the delta: other tests rely on it. */
class VerifyTest {
    private static final int SUBSCRIBERS = 4;
    private static final List<String> COLUMNS = List.of(
            CALLS_THIS_WEEK,
            "longest_duration_this_week",
            "total_duration_this_week",
            "total_cost_this_week",
            "most_expensive_cost_this_week",
            "cheapest_cost_this_week");

    private final TestPartition test = new TestPartition(COLUMNS.toArray(String[]::new));
    private final Partition partition = test.partition;

    /** Every cell of a row differs from those of its column in other rows. */
    private void update(int round) {
        for (int subscriber = 0; subscriber < SUBSCRIBERS; subscriber++) {
            int seconds = 100 * (subscriber + 1) + round;
            test.apply(new Event(subscriber, NOON_MS, seconds, seconds / 4f, false));
            test.apply(new Profile(subscriber, "CH-8000", subscriber % 4, subscriber % 3, (subscriber + round) % 4));
        }
    }

    /** Begins a pass in which one of two queries has seen the only block, so that updates wait for the other. */
    private void updateDuringAPass() {
        test.submit("a", new SumOf(CALLS_THIS_WEEK));
        test.submit("b", new SumOf("total_duration_this_week"));
        for (int step = 0; step < 3; step++) {
            partition.runSlice(0);
        }
        update(2);
        assertThat(test.answers).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindTheOneCellThatDiffers(boolean duringAPass) {
        update(1);
        if (duringAPass) {
            updateDuringAPass();
        }
        assertThat(partition.verify()).isZero();
        for (EntityRecord record : test.store.values()) {
            for (String column : COLUMNS) {
                add(1, record, column);
                assertThat(partition.verify()).as("%s of %s", column, record).isEqualTo(1);
                add(-1, record, column);
            }
            Profile profile = CallProfiles.profile(record.id(), record.attributes());
            record.attributes(CallProfiles.attributes(new Profile(
                    profile.subscriberId(), profile.zip(), profile.subscriptionType(), -1, profile.cellValueType())));
            assertThat(partition.verify())
                    .as("the key of the category, and its name, of %s", record)
                    .isEqualTo(2);
            record.attributes(CallProfiles.attributes(null));
            assertThat(partition.verify()).as("codes of %s", record).isEqualTo(TestPartition.CODES);
            record.attributes(CallProfiles.attributes(profile));
        }
        assertThat(partition.verify()).isZero();
    }

    private void add(int amount, EntityRecord record, String column) {
        StoredColumn aggregate = test.schema.column(column);
        int slot = aggregate.slot();
        if (!aggregate.isInt()) {
            record.longs()[slot] += amount;
        } else {
            record.ints()[slot] += amount;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountAllCellsThatDiffer(boolean duringAPass) {
        update(1);
        if (duringAPass) {
            updateDuringAPass();
        }
        for (EntityRecord record : test.store.values()) {
            COLUMNS.forEach(column -> add(1, record, column));
            record.attributes(CallProfiles.attributes(null));
        }
        assertThat(partition.verify()).isEqualTo((COLUMNS.size() + TestPartition.CODES) * (long) SUBSCRIBERS);
    }

    /** Such a row is of the day before the turn, and would differ from its record if it were not merged. */
    @Test
    void shouldTakeInTheRowsThatWaitedForAPassThatWasGivenUp() {
        TestPartition days = new TestPartition();
        days.call(1, NOON_MS);
        days.submit("a", new SumOf(CALLS_TODAY));
        days.submit("b", new SumOf(CALLS_TODAY));
        days.partition.runSlice(0);
        days.partition.runSlice(0);
        days.partition.advanceTo(NOON_MS + DAY_MS);
        days.partition.runSlice(0);
        days.partition.runSlice(0);
        days.call(1, NOON_MS + DAY_MS);
        days.partition.advanceTo(NOON_MS + 2 * DAY_MS);
        assertThat(days.answers).as("given up").hasSize(2);
        assertThat(days.partition.verify()).isZero();
    }

    @Test
    void shouldFindARowThatItsSubscriberDoesNotLeadTo() {
        update(1);
        partition.restore(test.store.get(0L));
        assertThat(partition.rows()).isEqualTo(SUBSCRIBERS + 1);
        assertThat(partition.verify()).as("the first of two rows").isEqualTo(1);
    }

    private static Asker asker(String request) {
        return new Asker(request, "client", TestPartition.DEADLINE_MS);
    }

    /** A row may take microseconds, so a block of rows would delay an event for too long. */
    @Test
    void shouldReadFewRecordsInASliceAndAllInTheEnd() {
        int rows = Block.ROWS + 100;
        for (int subscriber = 0; subscriber < rows; subscriber++) {
            test.call(subscriber, NOON_MS);
        }
        add(1, test.store.get(Block.ROWS - 1L), CALLS_THIS_WEEK);
        add(1, test.store.get((long) Block.ROWS), CALLS_THIS_WEEK);
        test.submit("sum", new SumOf(CALLS_THIS_WEEK));
        VerifyColumns verify = new VerifyColumns();
        partition.submit(asker("verify"), verify);
        int slices = 0;
        while (partition.hasWork()) {
            long before = test.recordsRead;
            partition.runSlice(0);
            assertThat(test.recordsRead - before).isLessThanOrEqualTo(64);
            test.call(slices++, NOON_MS);
        }
        assertThat(test.recordsRead).isEqualTo(rows);
        Partial verified = test.answers.get(1).readPartial();
        assertThat(verify.answer(verified)).isEqualTo(List.of(List.of((long) rows, 2L)));
    }

    @Test
    void shouldRunOneVerificationForAllWhoAskedBeforeItBegan() {
        update(1);
        partition.submit(asker("a"), new VerifyColumns());
        partition.submit(asker("b"), new VerifyColumns());
        test.finish();
        assertThat(test.recordsRead).isEqualTo(SUBSCRIBERS);
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b");
        partition.submit(asker("c"), new VerifyColumns());
        test.finish();
        assertThat(test.recordsRead).isEqualTo(2 * SUBSCRIBERS);
    }

    @Test
    void shouldReadNoRecordWhileACheckpointIsWritten() {
        update(1);
        partition.pause().until(500);
        for (int i = 0; i < 8; i++) {
            partition.submit(asker("a " + i), new VerifyColumns());
            assertThat(partition.hasWork()).isFalse();
            assertThat(partition.runSlice(Long.MAX_VALUE)).isFalse();
        }
        test.submit("scan", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.recordsRead).isZero();
        assertThat(test.answers).as("a query waits for no verification").hasSize(1);
        partition.pause().end();
        test.finish();
        assertThat(test.answers).hasSize(9);
    }

    @Test
    void shouldGoOnWhenTheEndOfACheckpointIsNotReported() {
        update(1);
        partition.pause().until(500);
        partition.submit(asker("a"), new VerifyColumns());
        test.epochMs = 500;
        assertThat(partition.hasWork()).isTrue();
        test.finish();
        assertThat(test.answers).hasSize(1);
    }

    @Test
    void shouldNotVerifyForAnExpiredRequest() {
        update(1);
        partition.submit(asker("a"), new VerifyColumns());
        test.epochMs = TestPartition.DEADLINE_MS;
        partition.submit(asker("b"), new VerifyColumns());
        test.finish();
        assertThat(test.recordsRead).isZero();
        assertThat(test.answers).isEmpty();
    }

    @Test
    void shouldRefuseMoreVerificationsThanItsLimit() {
        for (int i = 0; i <= RecordPass.MAX_IN_FLIGHT; i++) {
            partition.submit(new Asker("a " + i, "client " + i, TestPartition.DEADLINE_MS), new VerifyColumns());
        }
        assertThat(test.answers).hasSize(1);
        assertThat(test.answers.get(0).error())
                .isEqualTo(new QueryError(
                        QueryError.Code.OVERLOADED,
                        "More than 64 questions about records are in flight. Ask again later."));
    }

    @Test
    void shouldFindWhatIsWrongInALaterBlock() {
        for (int subscriber = 0; subscriber <= Block.ROWS; subscriber++) {
            test.call(subscriber, NOON_MS);
        }
        add(1, test.store.get((long) Block.ROWS), CALLS_THIS_WEEK);
        assertThat(partition.verify()).isEqualTo(1);
        test.store.remove((long) Block.ROWS);
        test.store.remove(0L);
        assertThat(partition.verify()).isEqualTo(2);
    }
}
