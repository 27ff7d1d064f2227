package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.Forgetting;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.FakeScan;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.HOUR_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Rows that are removed between passes, here and beside. */
@ParameterizedClass
@EnumSource(ScanMode.class)
class ForgettingTest {
    private static final long AGE_MS = 10 * DAY_MS;

    private final ScanMode mode;

    ForgettingTest(ScanMode mode) {
        this.mode = mode;
    }

    private TestPartition forgetting() {
        return forgetting(new RowLimits(Integer.MAX_VALUE, AGE_MS));
    }

    private TestPartition forgetting(RowLimits limits) {
        return TestPartition.in(mode, limits, CALLS_TODAY, CALLS_THIS_WEEK);
    }

    private static Sum answerOf(TestPartition test, String column) {
        test.answers.clear();
        test.submit("r", new SumOf(column));
        test.finish();
        return TestPartition.sumOf(test.answers.get(0));
    }

    private static void assertExact(TestPartition test, int rows) {
        assertThat(test.partition.rows()).isEqualTo(rows);
        assertThat(test.store).hasSize(rows);
        assertThat(test.partition.verify()).isZero();
    }

    @Test
    void shouldEraseASubscriberAtOnceWhereNoPassRuns() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 1; id <= 3; id++) {
            test.call(id, NOON_MS);
        }
        test.call(3, NOON_MS);
        test.forget(1);
        test.forget(1);
        test.forget(99);
        assertExact(test, 2);
        assertThat(answerOf(test, CALLS_THIS_WEEK)).isEqualTo(new Sum(2, 3));
        assertThat(test.partition.forgotten()).isEqualTo(1);
        test.call(3, NOON_MS);
        test.call(1, NOON_MS);
        assertThat(answerOf(test, CALLS_THIS_WEEK)).as("it begins anew").isEqualTo(new Sum(3, 5));
        assertExact(test, 3);
    }

    @Test
    void shouldBeginAnewWithACallOfYesterdayDuringAPass() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 1; id <= 2 * Block.ROWS; id++) {
            test.call(id, NOON_MS);
        }
        test.submit("during", new SumOf(CALLS_TODAY));
        test.step();
        test.forget(2 * Block.ROWS);
        Event yesterday = new Event(2 * Block.ROWS, NOON_MS - 86_400_000, 60, 1.5f, false);
        assertThat(test.apply(yesterday, NOON_MS - 86_400_000)).isEqualTo(Effect.APPLIED);
        if (mode == ScanMode.S1) {
            assertThat(test.partition.verify()).as("during the pass").isZero();
        }
        test.submit("after", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.answers)
                .extracting(TestPartition::sumOf)
                .containsExactly(new Sum(2 * Block.ROWS, 2 * Block.ROWS), new Sum(2 * Block.ROWS, 2 * Block.ROWS - 1));
        assertExact(test, 2 * Block.ROWS);
    }

    @Test
    void shouldKeepTheCutOfARunningPassAndBeExactForTheNext() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 1; id <= 2 * Block.ROWS; id++) {
            test.call(id, NOON_MS);
        }
        test.submit("before", new SumOf(CALLS_THIS_WEEK));
        test.step();
        for (long id : new long[] {1, 2, 2 * Block.ROWS - 1, 2 * Block.ROWS}) {
            test.forget(id);
        }
        test.call(2, NOON_MS);
        assertThat(test.partition.rows()).isEqualTo(2 * Block.ROWS - 3);
        if (mode == ScanMode.S1) {
            assertThat(test.partition.verify()).as("during the pass").isZero();
        }
        test.submit("after", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.answers)
                .extracting(TestPartition::sumOf)
                .containsExactly(
                        new Sum(2 * Block.ROWS, 2 * Block.ROWS), new Sum(2 * Block.ROWS - 3, 2 * Block.ROWS - 3));
        assertExact(test, 2 * Block.ROWS - 3);
    }

    @Test
    void shouldHurryThePassThatKeepsManyErasedRows() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 0; id <= Forgetting.FULL_ROWS + Block.ROWS; id++) {
            test.call(id, NOON_MS);
        }
        test.submit("r", new SumOf(CALLS_THIS_WEEK));
        test.step();
        for (long id = 0; id < Forgetting.FULL_ROWS; id++) {
            assertThat(test.partition.makeRoom()).isTrue();
            test.forget(id);
        }
        assertThat(test.partition.makeRoom()).isFalse();
        assertThat(test.partition.hasWork())
                .as("so the writer gives way to the pass")
                .isTrue();
        test.finish();
        assertThat(test.partition.makeRoom()).isTrue();
        assertExact(test, Block.ROWS + 1);
    }

    @Test
    void shouldReleaseTheMemoryOfRowsThatWent() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 0; id <= Block.ROWS; id++) {
            test.call(id, NOON_MS);
        }
        long twoBlocks = test.partition.columnBytes();
        test.forget(5);
        assertThat(test.partition.columnBytes()).isEqualTo(twoBlocks / 2);
        for (long id = 0; id <= Block.ROWS; id++) {
            test.forget(id);
        }
        assertThat(test.partition.columnBytes()).isZero();
        assertExact(test, 0);
    }

    @Test
    void shouldLetTheMemoryOfRowsGoThatAPassHasRead() {
        TestPartition test = forgetting(RowLimits.NONE);
        for (long id = 0; id <= Block.ROWS; id++) {
            test.call(id, NOON_MS);
        }
        Noting read = new Noting();
        test.submit("r", read);
        test.finish();
        assertThat(read.blocks).hasSize(2);
        for (long id = 0; id <= Block.ROWS; id++) {
            test.forget(id);
        }
        assertExact(test, 0);
        assertThat(isTrueSoon(() -> {
                    System.gc();
                    return read.blocks.stream().allMatch(block -> block.refersTo(null));
                }))
                .as("blocks are collected")
                .isTrue();
    }

    private static boolean isTrueSoon(BooleanSupplier condition) {
        final long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNanos) {
                return false;
            }
        }
        return true;
    }

    /** Notes the blocks that it is shown. */
    private static final class Noting implements FakeScan {
        private final List<WeakReference<Block>> blocks = new ArrayList<>();

        @Override
        public Set<String> columns() {
            return Set.of(CALLS_TODAY);
        }

        @Override
        public void scan(Block block, int rows) {
            blocks.add(new WeakReference<>(block));
        }
    }

    @Test
    void shouldForgetThoseWithoutAProfileWhoseLastCallIsTooLongAgo() {
        TestPartition test = forgetting();
        test.call(1, NOON_MS);
        test.call(2, NOON_MS);
        test.profile(2, "CH-8000");
        test.call(3, NOON_MS + HOUR_MS);
        test.partition.advanceTo(NOON_MS + AGE_MS + HOUR_MS - 1);
        test.finish();
        assertExact(test, 3);
        test.partition.advanceTo(NOON_MS + AGE_MS + HOUR_MS);
        assertThat(test.partition.hasWork()).isTrue();
        test.finish();
        assertThat(test.store).containsOnlyKeys(2L, 3L);
        assertExact(test, 2);
        assertThat(test.partition.forgotten()).isEqualTo(1);
    }

    @Test
    void shouldForgetAnIdleSubscriberThatLosesItsProfile() {
        TestPartition test = forgetting();
        test.call(1, NOON_MS);
        test.profile(1, "CH-8000");
        test.partition.advanceTo(NOON_MS + AGE_MS + HOUR_MS);
        test.finish();
        assertExact(test, 1);
        assertThat(test.partition.apply(test.recordFor(1), Attributes.NONE)).isEqualTo(Effect.FORGOTTEN);
        test.store.remove(1L);
        assertExact(test, 0);
    }

    @Test
    void shouldNotCountReadingAsActivity() {
        TestPartition test = forgetting();
        test.call(1, NOON_MS);
        test.partition.advanceTo(NOON_MS + AGE_MS);
        answerOf(test, CALLS_TODAY);
        assertThat(test.partition.verify()).isZero();
        TestPartition restored = forgetting();
        restored.partition.advanceTo(NOON_MS + AGE_MS);
        restored.store.putAll(test.store);
        restored.store.values().forEach(restored.partition::restore);
        restored.partition.advanceTo(NOON_MS + AGE_MS + HOUR_MS);
        restored.finish();
        assertExact(restored, 0);
    }

    private TestPartition withDueRows(int due) {
        TestPartition test = forgetting();
        for (long id = 0; id < due; id++) {
            test.call(id, NOON_MS);
        }
        test.partition.advanceTo(NOON_MS + AGE_MS + HOUR_MS);
        return test;
    }

    @Test
    void shouldForgetInSmallSteps() {
        TestPartition test = withDueRows(3 * Forgetting.REMOVED_A_STEP);
        for (int steps = 2; steps >= 1; steps--) {
            assertThat(test.step()).isTrue();
            assertThat(test.partition.rows()).isEqualTo(steps * Forgetting.REMOVED_A_STEP);
        }
        test.finish();
        assertExact(test, 0);
    }

    @Test
    void shouldDelayAPassBySomeStepsOfTheSweepAtTheMost() {
        int left = 2 * Forgetting.REMOVED_A_STEP;
        TestPartition test = withDueRows(Forgetting.SWEEP_STEPS_A_PASS * Forgetting.REMOVED_A_STEP + left);
        test.submit("r", new SumOf(CALLS_THIS_WEEK));
        for (int step = 0; step < Forgetting.SWEEP_STEPS_A_PASS; step++) {
            test.step();
            assertThat(test.partition.queries().passRuns()).isFalse();
        }
        test.step();
        assertThat(test.partition.queries().passRuns()).isTrue();
        test.finish();
        assertThat(test.answers)
                .extracting(TestPartition::sumOf)
                .as("rows that are due may count until the sweep ends")
                .containsExactly(new Sum(left, 0));
        assertExact(test, 0);
    }

    @Test
    void shouldSweepManyRowsBetweenPassesThatFollowEachOther() {
        TestPartition test = withDueRows(2 * Forgetting.SWEEP_STEPS_A_PASS * Forgetting.REMOVED_A_STEP);
        for (int pass = 0; pass < 2; pass++) {
            test.submit("pass " + pass, new SumOf(CALLS_THIS_WEEK));
            while (test.answers.size() == pass) {
                test.runSlice(Long.MAX_VALUE);
            }
        }
        assertThat(test.answers)
                .extracting(TestPartition::sumOf)
                .containsExactly(new Sum(Forgetting.SWEEP_STEPS_A_PASS * Forgetting.REMOVED_A_STEP, 0), new Sum(0, 0));
        assertExact(test, 0);
    }

    @Test
    void shouldLookAtManyRowsInSeveralSteps() {
        TestPartition test = forgetting();
        for (long id = 0; id <= Forgetting.LOOKED_AT_A_STEP; id++) {
            test.call(id, NOON_MS + 20 * DAY_MS);
        }
        assertThat(test.step()).isTrue();
        assertThat(test.step()).isFalse();
        assertExact(test, Forgetting.LOOKED_AT_A_STEP + 1);
    }

    @Test
    void shouldTakeInNoMoreSubscribersThanItsLimit() {
        TestPartition test = forgetting(new RowLimits(2, RowLimits.NEVER));
        assertThat(test.call(1, NOON_MS)).isEqualTo(Effect.APPLIED);
        test.profile(2, "CH-8000");
        assertThat(test.call(3, NOON_MS)).isEqualTo(Effect.FULL);
        assertThat(test.apply(new Profile(4, "CH-8000", 1, 1, 1))).isEqualTo(Effect.FULL);
        assertThat(test.call(2, NOON_MS)).as("known").isEqualTo(Effect.APPLIED);
        assertThat(answerOf(test, CALLS_THIS_WEEK)).isEqualTo(new Sum(2, 2));
        test.forget(1);
        assertThat(test.call(3, NOON_MS)).as("there is room again").isEqualTo(Effect.APPLIED);
        assertExact(test, 2);
    }

    @Test
    void shouldKeepRestoredRowsAboveTheLimit() {
        TestPartition before = forgetting(RowLimits.NONE);
        for (long id = 1; id <= 3; id++) {
            before.call(id, NOON_MS);
        }
        TestPartition after = forgetting(new RowLimits(2, RowLimits.NEVER));
        after.partition.advanceTo(NOON_MS);
        after.store.putAll(before.store);
        after.store.values().forEach(after.partition::restore);
        assertThat(after.call(4, NOON_MS)).isEqualTo(Effect.FULL);
        assertThat(after.call(3, NOON_MS)).isEqualTo(Effect.APPLIED);
        assertExact(after, 3);
    }
}
