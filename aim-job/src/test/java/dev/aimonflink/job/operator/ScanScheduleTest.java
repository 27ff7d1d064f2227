package dev.aimonflink.job.operator;

import dev.aimonflink.job.operator.ScanSchedule.Gear;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.job.operator.ScanSchedule.PAUSE_MS;
import static dev.aimonflink.job.operator.ScanSchedule.RECORDS_PER_SLICE;
import static dev.aimonflink.job.operator.ScanSchedule.SATURATED_AFTER_SLICES;
import static dev.aimonflink.job.operator.ScanSchedule.SLICE_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

class ScanScheduleTest {
    private static final int ENDLESS = Integer.MAX_VALUE;

    private long nanos;
    private final FakeLoop loop = new FakeLoop();
    private final ScanSchedule schedule = new ScanSchedule(this::slice, loop, ScanSchedule.WHOLE, () -> nanos);
    private int slicesLeft;
    private int slicesRun;
    private long budgetNanos;

    private boolean slice(long givenNanos) {
        budgetNanos = givenNanos;
        slicesRun++;
        slicesLeft--;
        return slicesLeft > 0;
    }

    private void wakeFor(int slices) {
        slicesLeft = slices;
        schedule.wake();
    }

    private void records(int count) {
        for (int i = 0; i < count; i++) {
            schedule.recordsProcessed(1, false);
        }
    }

    /** Runs so many slices although records wait: Flink's loop processes one after each mail. */
    private void runSlicesBetweenRecords(int count) {
        for (int end = slicesRun + count; slicesRun < end; ) {
            schedule.recordsProcessed(1, false);
            loop.runMail();
        }
    }

    private void saturate() {
        runSlicesBetweenRecords(SATURATED_AFTER_SLICES);
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
        slicesRun = 0;
    }

    @Test
    void shouldKnowWhetherRecordsWaitForScans() {
        wakeFor(ENDLESS);
        loop.runMails(100);
        assertThat(schedule.isSaturated()).as("no record comes").isFalse();
        runSlicesBetweenRecords(SATURATED_AFTER_SLICES);
        records(SATURATED_AFTER_SLICES * RECORDS_PER_SLICE);
        assertThat(schedule.isSaturated()).as("they do not stop").isTrue();
        loop.pass(PAUSE_MS);
        loop.pass(PAUSE_MS);
        loop.runMails(SATURATED_AFTER_SLICES);
        assertThat(schedule.isSaturated()).as("they have stopped").isFalse();
    }

    /** A thread that only begins passes, which run beside it, has time. */
    @Test
    void shouldNotCountRecordsBetweenTwoScans() {
        for (int scan = 0; scan < 100; scan++) {
            records(2 * RECORDS_PER_SLICE);
            wakeFor(1);
            loop.runMail();
        }
        assertThat(schedule.isSaturated()).isFalse();
    }

    /** Records that take a microsecond each never stop; slices take their budget. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.5})
    void shouldLeaveRecordsThatWaitTheRestOfTheTime(double share) {
        Queue<Runnable> mails = new ArrayDeque<>();
        Map<Long, Runnable> timers = new TreeMap<>();
        ScanSchedule.Loop timed = new ScanSchedule.Loop() {
            @Override
            public void enqueue(Runnable mail) {
                mails.add(mail);
            }

            @Override
            public void after(long delayMs, Runnable callback) {
                timers.put(nanos + TimeUnit.MILLISECONDS.toNanos(delayMs), callback);
            }
        };
        long[] inSlices = new long[1];
        ScanSchedule.Slices endless = budget -> {
            nanos += budget;
            inSlices[0] += budget;
            return true;
        };
        ScanSchedule limited = new ScanSchedule(endless, timed, share, () -> nanos);
        limited.wake();
        while (nanos < 1_000 * SLICE_NANOS) {
            nanos += 1_000;
            limited.recordsProcessed(1, false);
            if (!mails.isEmpty()) {
                mails.remove().run();
            }
            timers.keySet().stream().filter(due -> due <= nanos).toList().forEach(due -> timers.remove(due)
                    .run());
        }
        assertThat((double) inSlices[0] / nanos).isBetween(share * 0.9, share * 1.02);
    }

    /** The bound of the memory that waits comes first. */
    @Test
    void shouldRunASliceThatIsDueWhateverTheShare() {
        ScanSchedule limited = new ScanSchedule(this::slice, loop, 0.01, () -> nanos);
        slicesLeft = ENDLESS;
        limited.wake();
        for (int record = 0; record < 100; record++) {
            limited.recordsProcessed(1, true);
            if (loop.mails() > 0) {
                loop.runMail();
            }
        }
        assertThat(slicesRun).isEqualTo(100);
    }

    @Test
    void shouldDoNothingUntilWoken() {
        records(3 * RECORDS_PER_SLICE);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isZero();
        assertThat(slicesRun).isZero();
    }

    @Test
    void shouldLeaveTheFirstSliceToAMail() {
        wakeFor(1);
        assertThat(slicesRun).isZero();
        assertThat(loop.mails()).isEqualTo(1);
        loop.runMail();
        assertThat(slicesRun).isEqualTo(1);
        assertThat(budgetNanos).isEqualTo(SLICE_NANOS);
    }

    @Test
    void shouldEnqueueTheNextSliceAtOnceWhileNoRecordComes() {
        wakeFor(1000);
        for (int slice = 1; slice < 1000; slice++) {
            loop.runMail();
            assertThat(loop.mails()).isEqualTo(1);
        }
        loop.runMail();
        assertThat(slicesRun).isEqualTo(1000);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldIgnoreAWakeWhileActive() {
        wakeFor(ENDLESS);
        schedule.wake();
        assertThat(loop.mails()).isEqualTo(1);
        loop.runMail();
        schedule.wake();
        assertThat(loop.mails()).isEqualTo(1);
        saturate();
        schedule.wake();
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isEqualTo(1);
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
    }

    @Test
    void shouldLetWaitingRecordsThroughBeforeTheNextSlice() {
        wakeFor(ENDLESS);
        loop.runMail();
        for (int record = 1; record < RECORDS_PER_SLICE; record++) {
            schedule.recordsProcessed(1, false);
            loop.runMail();
            assertThat(slicesRun).isEqualTo(1);
            assertThat(loop.mails()).isEqualTo(1);
        }
        schedule.recordsProcessed(1, false);
        loop.runMail();
        assertThat(slicesRun).as("after the most records").isEqualTo(2);
    }

    @Test
    void shouldScanAsSoonAsNoRecordWaits() {
        wakeFor(ENDLESS);
        loop.runMail();
        records(1);
        loop.runMail();
        assertThat(slicesRun).as("one has come").isEqualTo(1);
        loop.runMail();
        assertThat(slicesRun).as("no other has come").isEqualTo(2);
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldCountEachRecordOfAChunk() {
        wakeFor(ENDLESS);
        loop.runMail();
        schedule.recordsProcessed(RECORDS_PER_SLICE / 2, false);
        loop.runMail();
        assertThat(slicesRun).as("after half as many as run a slice").isEqualTo(1);
        schedule.recordsProcessed(RECORDS_PER_SLICE / 2, false);
        loop.runMail();
        assertThat(slicesRun).isEqualTo(2);
    }

    @Test
    void shouldRunOneSliceAfterAChunkThatPassesTheLimit() {
        wakeFor(ENDLESS);
        saturate();
        schedule.recordsProcessed(RECORDS_PER_SLICE / 2, false);
        assertThat(slicesRun).isZero();
        schedule.recordsProcessed(RECORDS_PER_SLICE, false);
        assertThat(slicesRun).isEqualTo(1);
    }

    @Test
    void shouldStayFreeWhileRecordsPauseBetweenSlices() {
        wakeFor(ENDLESS);
        for (int round = 0; round < 5; round++) {
            runSlicesBetweenRecords(SATURATED_AFTER_SLICES - 1);
            loop.runMail();
            assertThat(schedule.gear()).isEqualTo(Gear.FREE);
        }
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldYieldOnceRecordsWaitedAtEachOfTheLastSlices() {
        wakeFor(ENDLESS);
        runSlicesBetweenRecords(SATURATED_AFTER_SLICES - 1);
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
        runSlicesBetweenRecords(1);
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isEqualTo(1);
    }

    @Test
    void shouldRunASliceEverySoManyRecordsWhenYielding() {
        wakeFor(ENDLESS);
        saturate();
        records(RECORDS_PER_SLICE - 1);
        assertThat(slicesRun).isZero();
        records(1);
        assertThat(slicesRun).isEqualTo(1);
        records(10 * RECORDS_PER_SLICE);
        assertThat(slicesRun).isEqualTo(11);
        assertThat(loop.mails()).isZero();
    }

    @Test
    void shouldRunASliceAfterARecordThatMakesItDueWhenYielding() {
        wakeFor(SATURATED_AFTER_SLICES + 3);
        saturate();
        schedule.recordsProcessed(1, true);
        schedule.recordsProcessed(1, true);
        assertThat(slicesRun).isEqualTo(2);
        records(RECORDS_PER_SLICE - 1);
        assertThat(slicesRun).isEqualTo(2);
        records(1);
        schedule.recordsProcessed(1, true);
        assertThat(slicesRun).as("at its end").isEqualTo(3);
    }

    @Test
    void shouldRunADueSliceInTheMailThatWaitsAndDoNothingAtRest() {
        schedule.recordsProcessed(1, true);
        assertThat(slicesRun).as("at rest").isZero();
        wakeFor(3);
        loop.runMail();
        assertThat(slicesRun).isEqualTo(1);
        schedule.recordsProcessed(1, true);
        assertThat(slicesRun).as("a mail waits").isEqualTo(1);
        loop.runMail();
        assertThat(slicesRun).isEqualTo(2);
    }

    @Test
    void shouldGoOnByItselfWhenRecordsStop() {
        wakeFor(ENDLESS);
        saturate();
        records(RECORDS_PER_SLICE - 1);
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).isEqualTo(1);
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
        assertThat(loop.mails()).isEqualTo(1);
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldLookAgainLaterWhileRecordsAloneKeepTheScanGoing() {
        wakeFor(ENDLESS);
        saturate();
        for (int pause = 1; pause <= 100; pause++) {
            records(RECORDS_PER_SLICE);
            loop.pass(PAUSE_MS);
            assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
            assertThat(slicesRun).isEqualTo(pause);
            assertThat(loop.timers()).isEqualTo(1);
        }
        loop.pass(PAUSE_MS);
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
    }

    @Test
    void shouldYieldAgainOnlyAfterAsManySlicesAsTheFirstTime() {
        wakeFor(ENDLESS);
        saturate();
        loop.pass(PAUSE_MS);
        runSlicesBetweenRecords(SATURATED_AFTER_SLICES - 1);
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
        runSlicesBetweenRecords(1);
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
    }

    @Test
    void shouldEndInTheCallbackOfARecord() {
        wakeFor(SATURATED_AFTER_SLICES + 1);
        saturate();
        records(RECORDS_PER_SLICE);
        assertThat(slicesLeft).isZero();
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
        records(10 * RECORDS_PER_SLICE);
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).isEqualTo(1);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldEndWhenTheLastSliceRunsByTheTimer() {
        wakeFor(SATURATED_AFTER_SLICES + 1);
        saturate();
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).isEqualTo(1);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isZero();
    }

    @Test
    void shouldGoOnYieldingToRecordsInTheNextScan() {
        wakeFor(SATURATED_AFTER_SLICES + 1);
        saturate();
        records(RECORDS_PER_SLICE);
        assertThat(slicesRun).as("the last slice of the first scan").isEqualTo(1);
        wakeFor(ENDLESS);
        assertThat(loop.mails()).isZero();
        records(RECORDS_PER_SLICE - 1);
        assertThat(slicesRun).isEqualTo(1);
        records(1);
        assertThat(slicesRun).isEqualTo(2);
    }

    @Test
    void shouldYieldToRecordsThatKeepComingBetweenScansOfOneSlice() {
        wakeFor(1);
        loop.runMail();
        for (int scan = 1; scan <= SATURATED_AFTER_SLICES; scan++) {
            wakeFor(1);
            assertThat(loop.mails()).as("scan %d", scan).isEqualTo(1);
            runSlicesBetweenRecords(1);
        }
        wakeFor(1);
        assertThat(loop.mails()).isZero();
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).as("records stopped").isEqualTo(SATURATED_AFTER_SLICES + 2);
    }

    @Test
    void shouldBeginFreeIfRecordsHadTheirTurnsSinceTheLastScan() {
        wakeFor(SATURATED_AFTER_SLICES + 1);
        saturate();
        records(RECORDS_PER_SLICE);
        records(RECORDS_PER_SLICE);
        wakeFor(ENDLESS);
        assertThat(loop.mails()).isEqualTo(1);
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
    }

    @Test
    void shouldHaveOneTimerEvenIfAnotherScanSaturatesWithinAPause() {
        wakeFor(SATURATED_AFTER_SLICES + 1);
        saturate();
        records(RECORDS_PER_SLICE);
        wakeFor(ENDLESS);
        assertThat(schedule.gear()).isEqualTo(Gear.YIELDING);
        assertThat(loop.timers()).isEqualTo(1);
    }

    @Test
    void shouldEndWhereTheTaskTakesNoFurtherMail() {
        wakeFor(ENDLESS);
        loop.quiesce();
        loop.runMail();
        assertThat(slicesRun).as("of the mail that the task had").isEqualTo(1);
        assertEnded();
    }

    @Test
    void shouldEndWhereTheTaskTakesNoMailAfterARecord() {
        wakeFor(ENDLESS);
        loop.runMail();
        records(1);
        loop.quiesce();
        loop.runMail();
        assertThat(slicesRun).as("before the record").isEqualTo(1);
        assertEnded();
    }

    @Test
    void shouldNotBeginWhereTheTaskTakesNoMail() {
        loop.quiesce();
        wakeFor(ENDLESS);
        assertThat(slicesRun).isZero();
        assertEnded();
    }

    @Test
    void shouldEndInEitherGear() {
        wakeFor(ENDLESS);
        saturate();
        schedule.end();
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).isZero();
        assertEnded();
    }

    @Test
    void shouldRunNothingInAMailThatWaitsForTheEnd() {
        wakeFor(ENDLESS);
        schedule.end();
        loop.runMail();
        assertThat(slicesRun).isZero();
        assertEnded();
    }

    private void assertEnded() {
        final int before = slicesRun;
        schedule.wake();
        records(3 * RECORDS_PER_SLICE);
        loop.pass(PAUSE_MS);
        assertThat(slicesRun).isEqualTo(before);
        assertThat(loop.mails()).isZero();
        assertThat(loop.timers()).isZero();
        assertThat(schedule.gear()).isEqualTo(Gear.FREE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHaveExactlyOneWayToGoOnWhileThereIsSomethingToDo(long seed) {
        Random random = new Random(seed);
        boolean busy = false;
        int yielding = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(50) == 0) {
                busy = random.nextBoolean();
            }
            switch (random.nextInt(busy ? 40 : 5)) {
                case 0 -> wake(random);
                case 1 -> loop.pass(PAUSE_MS);
                case 2 -> records(random.nextInt(2 * RECORDS_PER_SLICE));
                default -> {
                    records(RECORDS_PER_SLICE / 2);
                    loop.runMails(loop.mails());
                }
            }
            if (!busy && loop.mails() > 0) {
                loop.runMail();
            }
            yielding += schedule.gear() == Gear.YIELDING ? 1 : 0;
            assertThat(loop.mails()).as("mails, seed=%d step=%d", seed, step).isLessThanOrEqualTo(1);
            assertThat(loop.timers()).as("timers, seed=%d step=%d", seed, step).isLessThanOrEqualTo(1);
            if (slicesLeft > 0) {
                assertThat(schedule.gear() == Gear.FREE ? loop.mails() : loop.timers())
                        .as("ways to go on, seed=%d step=%d", seed, step)
                        .isEqualTo(1);
            } else {
                assertThat(loop.mails())
                        .as("mails at rest, seed=%d step=%d", seed, step)
                        .isZero();
            }
        }
        assertThat(yielding).as("yielding, seed=%d", seed).isBetween(1_000, 19_000);
    }

    private void wake(Random random) {
        if (slicesLeft <= 0) {
            wakeFor(1 + random.nextInt(40));
        } else {
            schedule.wake();
        }
    }
}
