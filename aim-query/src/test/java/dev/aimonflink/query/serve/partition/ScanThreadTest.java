package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.Delta;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.CostPolicy;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanScheduler;
import dev.aimonflink.query.serve.pass.FakeScan;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.ScanThread;
import dev.aimonflink.testing.Scale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Two threads, as in a job: this one is the task's. */
class ScanThreadTest {
    private static final long SECONDS = Scale.times(2);
    private static final int FEWEST_ANSWERS = 10;
    private static final int CALLS_A_DAY = 20_000;
    private static final long SLICE_NANOS = 200_000;
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Queue<Runnable> mails = new ConcurrentLinkedQueue<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final ScanThread thread = new ScanThread("aim-scan", mails::add, PartitionClocks.SYSTEM, failures::add);
    private final TestPartition test = TestPartition.beside(thread, CALLS_TODAY, CALLS_THIS_WEEK);

    /** How many calls of the day, and rows, there were when the pass of a request began. */
    private final Map<String, TestPartition.Sum> expected = new HashMap<>();

    private long callsToday;

    @AfterEach
    void close() {
        thread.close();
    }

    /** Each answer is of the moment at which its cut was sealed, whatever is written meanwhile. */
    @ParameterizedTest
    @EnumSource(names = {"S2", "S3_IS", "S3_NI"})
    void shouldSeeOneCutBesideAWriter(ScanMode mode) {
        test.partition.queries().scheduler().set(mode);
        final long seed = 20261127;
        Random random = new Random(seed);
        final long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        int asked = 0;
        long calls = 0;
        // On one core the scan thread has its turn when the system gives it one.
        final long latestNanos = endNanos + DEADLINE_NANOS;
        while (System.nanoTime() < endNanos || (asked <= FEWEST_ANSWERS && System.nanoTime() < latestNanos)) {
            // More and more rows, in more and more blocks.
            final long newcomers = Math.min(200_000, 1 + calls / 2);
            test.call(random.nextLong(newcomers), NOON_MS + calls / CALLS_A_DAY * DAY_MS);
            callsToday = calls % CALLS_A_DAY == 0 ? 1 : callsToday + 1;
            calls++;
            if (asked == test.answers.size() && !test.partition.hasWork()) {
                test.submit("r" + asked++, new TestPartition.SumOf(CALLS_TODAY));
            }
            goOn();
        }
        finish();
        assertThat(failures).isEmpty();
        assertThat(asked).as("answers, seed=%d", seed).isGreaterThan(FEWEST_ANSWERS);
        assertThat(test.answers).hasSize(asked);
        for (Part answer : test.answers) {
            assertThat(TestPartition.sumOf(answer))
                    .as("%s, seed=%d", answer.requestKey(), seed)
                    .isEqualTo(expected.get(answer.requestKey()));
        }
        assertThat(test.partition.verify())
                .as("cells that differ, seed=%d", seed)
                .isZero();
    }

    /** Does what the loop of a task does between two events. */
    private void goOn() {
        Runnable mail = mails.poll();
        if (mail != null) {
            mail.run();
        }
        if (test.partition.hasWork()) {
            final boolean wasAway = test.partition.queries().isAway();
            test.partition.runSlice(SLICE_NANOS);
            if (!wasAway && test.partition.queries().isAway()) {
                expected.put("r" + test.answers.size(), new TestPartition.Sum(test.partition.rowsEnd(), callsToday));
            }
        }
    }

    private void finish() {
        final long deadlineNanos = System.nanoTime() + DEADLINE_NANOS;
        while (test.partition.queries().isAway() || test.partition.hasWork()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            goOn();
        }
    }

    @Test
    void shouldAnswerOneThatIsCancelledOnce() {
        test.fill(1_000);
        for (int round = 0; round < 200; round++) {
            test.answers.clear();
            test.submit("a" + round, new TestPartition.SumOf(CALLS_TODAY));
            test.submit("b" + round, new TestPartition.SumOf(CALLS_THIS_WEEK));
            goOn();
            final int cancelled = test.partition.queries().cancel("client", "a" + round);
            finish();
            assertThat(test.answers.stream().map(Part::requestKey))
                    .as("round %d", round)
                    .containsExactlyInAnyOrder("a" + round, "b" + round);
            assertThat(test.answer("a" + round).error() != null)
                    .as("cancelled in round %d", round)
                    .isEqualTo(cancelled == 1);
        }
    }

    @Test
    void shouldEndTheTaskIfItDies() {
        test.fill(10);
        test.submit("r", new TestPartition.Given(() -> {
            throw new OutOfMemoryError("of a test");
        }));
        goOn();
        awaitItsEnd();
        assertThat(failures).hasSize(1).first().isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void shouldWaitForItWhereTooManyRowsWait() {
        test.fill(Delta.FULL_ROWS + 1);
        test.submit("r", new TestPartition.SumOf(CALLS_TODAY));
        test.partition.runSlice(SLICE_NANOS);
        assertThat(test.partition.queries().isAway()).isTrue();
        for (int subscriber = 0; subscriber <= Delta.FULL_ROWS; subscriber++) {
            test.call(subscriber, NOON_MS);
            if (!test.partition.makeRoom()) {
                test.partition.runSlice(SLICE_NANOS);
            }
        }
        finish();
        assertThat(test.sum("r")).isEqualTo(new TestPartition.Sum(Delta.FULL_ROWS + 1, Delta.FULL_ROWS + 1));
        assertThat(test.partition.verify()).isZero();
    }

    /** A pass that takes as long as its statements may would have a copy of all rows. */
    @ParameterizedTest
    @EnumSource(names = {"S2", "S3_IS", "S3_NI"})
    void shouldEndThePassIfWhatChangesMeanwhileNeedsTooMuchMemory(ScanMode mode) {
        final int rows = 200_000;
        test.fill(rows);
        final ScanScheduler scheduler = test.partition.queries().scheduler();
        final long fullBytes = 100 * (1L << 16);
        scheduler.use(new CostPolicy(true), 3 * fullBytes, (from, to, outlook) -> {});
        scheduler.set(mode);
        final CountDownLatch end = new CountDownLatch(1);
        test.submit("long", new Stopped(end));
        test.submit("other", new TestPartition.SumOf(CALLS_TODAY));
        test.partition.runSlice(SLICE_NANOS);
        assertThat(test.partition.queries().isAway()).isTrue();
        int changed = 0;
        while (test.answers.size() < 2) {
            assertThat(changed).as("of %d rows", rows).isLessThan(rows);
            test.call(changed++, NOON_MS);
            test.partition.makeRoom();
        }
        assertThat(changed)
                .as("three quarters of the last slots that have room")
                .isEqualTo(3 << 15);
        assertThat(test.answers).extracting(Part::error).allSatisfy(error -> {
            assertThat(error.inSql().state()).isEqualTo("53200");
            assertThat(error.isOfTheMoment()).isTrue();
            assertThat(error.message())
                    .startsWith("More rows changed during the pass of the query than the partition has memory for.");
        });
        end.countDown();
        finish();
        assertThat(test.answers).hasSize(2);
        test.submit("again", new TestPartition.SumOf(CALLS_TODAY));
        finish();
        assertThat(test.sum("again")).isEqualTo(new TestPartition.Sum(rows, rows + changed));
        assertThat(test.partition.verify()).isZero();
        assertThat(failures).isEmpty();
    }

    /** Stays at its first block until it may go on. */
    private record Stopped(CountDownLatch end) implements FakeScan {
        @Override
        public Set<String> columns() {
            return Set.of(CALLS_TODAY);
        }

        @Override
        public void scan(Block block, int rows) {
            try {
                end.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Partial partial() {
            throw new AssertionError("It was ended.");
        }
    }

    @Test
    void shouldOutliveTheDefectOfAQuery() {
        test.fill(10);
        test.submit("defect", new TestPartition.Given(() -> {
            throw new IllegalStateException("of a test");
        }));
        test.submit("recursion", new TestPartition.Given(() -> {
            throw new StackOverflowError("of a test");
        }));
        test.submit("other", new TestPartition.SumOf(CALLS_TODAY));
        finish();
        assertThat(test.answer("defect").error().code()).isEqualTo(QueryError.Code.INTERNAL);
        assertThat(test.answer("recursion").error().code()).isEqualTo(QueryError.Code.INTERNAL);
        assertThat(test.sum("other")).isEqualTo(new TestPartition.Sum(10, 10));
        assertThat(failures).isEmpty();
    }

    /** Fails where the pass, and not its scan, asks it. */
    private record Undecided() implements FakeScan {
        @Override
        public boolean hasSecondRound() {
            throw new IllegalStateException("of a test");
        }
    }

    /** Events that come before the task fails do not hang, although nobody makes room for them. */
    @Test
    void shouldEndTheTaskByADefectOfItsOwn() {
        test.fill(Delta.FULL_ROWS);
        test.submit("r", new Undecided());
        goOn();
        awaitItsEnd();
        assertThat(failures).hasSize(1).first().isInstanceOf(IllegalStateException.class);
        test.fill(Delta.FULL_ROWS);
        for (int event = 0; event < 10; event++) {
            test.call(event, NOON_MS);
            assertThat(test.partition.makeRoom()).isFalse();
            assertThat(test.partition.runSlice(SLICE_NANOS)).isTrue();
        }
    }

    private void awaitItsEnd() {
        final long deadlineNanos = System.nanoTime() + DEADLINE_NANOS;
        while (!thread.isOver()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCloseWhileAPassIsAway() {
        test.fill(1_000);
        test.submit("r", new TestPartition.SumOf(CALLS_TODAY));
        goOn();
        thread.close();
        assertThat(thread.isOver()).isTrue();
    }
}
