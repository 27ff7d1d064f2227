package dev.aimonflink.query.serve.pass;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.Delta;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Scans in slices, with updates between them. */
class PassTest {
    private static final int BLOCKS = 3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final TestPartition test = new TestPartition();
    private final Partition partition = test.partition;

    private void runSlices(int slices) {
        for (int slice = 0; slice < slices; slice++) {
            partition.runSlice(0);
        }
    }

    @Test
    void shouldAnswerOverNoRows() {
        test.submit("a", new SumOf(CALLS_TODAY));
        assertThat(partition.hasWork()).isTrue();
        assertThat(partition.runSlice(0)).as("opened").isTrue();
        assertThat(partition.runSlice(0)).as("answered").isFalse();
        assertThat(test.sum("a")).isEqualTo(new Sum(0, 0));
    }

    @Test
    void shouldHaveNothingToDoWithoutQueries() {
        assertThat(partition.hasWork()).isFalse();
        assertThat(partition.runSlice(0)).isFalse();
        assertThat(test.answers).isEmpty();
    }

    @Test
    void shouldOpenShowABlockToOrAnswerOneQueryInASliceAtLeast() {
        test.fill(BLOCKS * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        test.submit("b", new SumOf(CALLS_THIS_WEEK));
        for (int slice = 1; slice <= 2 + 2 * BLOCKS; slice++) {
            assertThat(partition.runSlice(0)).as("slice %d", slice).isTrue();
        }
        assertThat(test.answers).isEmpty();
        assertThat(partition.runSlice(0)).isTrue();
        assertThat(test.answers).hasSize(1);
        assertThat(partition.runSlice(0)).isFalse();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b");
        assertThat(test.answers).extracting(Part::rowsScanned).containsOnly((long) BLOCKS * Block.ROWS);
    }

    @Test
    void shouldRunASliceForAsLongAsItsBudget() {
        test.fill(BLOCKS * Block.ROWS);
        test.nanos = -250;
        test.submit("a", new SlowScan());
        assertThat(partition.runSlice(150)).as("two blocks of 100 ns").isTrue();
        assertThat(test.nanos).isEqualTo(-50);
        assertThat(partition.runSlice(150)).isFalse();
        assertThat(test.nanos).isEqualTo(50);
    }

    @Test
    void shouldEndASliceWhenItsBudgetIsUsedUpToTheNanosecond() {
        test.fill(BLOCKS * Block.ROWS);
        test.nanos = 1_000_000;
        test.submit("a", new SlowScan());
        assertThat(partition.runSlice(201)).isTrue();
        assertThat(test.nanos).isEqualTo(1_000_300);
        assertThat(partition.runSlice(0)).as("answered").isFalse();
        test.submit("b", new SlowScan());
        assertThat(partition.runSlice(200)).isTrue();
        assertThat(test.nanos).isEqualTo(1_000_500);
    }

    @Test
    void shouldReportHowLongAQueryWaitedAndHowLongItsPassTook() {
        test.fill(BLOCKS * Block.ROWS);
        test.submit("a", new SlowScan());
        test.nanos += 7;
        test.submit("b", new SlowScan());
        test.nanos += 5;
        test.finish();
        assertThat(test.answer("a").queuedNanos()).isEqualTo(12);
        assertThat(test.answer("b").queuedNanos()).isEqualTo(5);
        assertThat(test.answer("a").scanNanos()).isEqualTo(2 * BLOCKS * 100);
        assertThat(test.answer("a").source()).isEqualTo(new Part.Source(3, 8, 77));
    }

    @Test
    void shouldAllocateNoMoreForMoreBlocks() {
        test.fill(BLOCKS * Block.ROWS);
        assertThat(bytesOfPass("first")).isPositive();
        long ofFew = bytesOfPass("few");
        test.fill(3 * BLOCKS * Block.ROWS);
        assertThat(bytesOfPass("many")).isEqualTo(ofFew);
    }

    private long bytesOfPass(String requestKey) {
        test.submit(requestKey, new SlowScan());
        long before = THREADS.getCurrentThreadAllocatedBytes();
        test.finish();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Takes 100 ns for each block. */
    private final class SlowScan implements FakeScan {
        @Override
        public void scan(Block block, int rows) {
            test.nanos += 100;
        }
    }

    @Test
    void shouldNotSeeWhatChangesAfterThePassBegan() {
        test.fill(Block.ROWS + 10);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(1, NOON_MS + 1);
        test.call(Block.ROWS + 1, NOON_MS + 1);
        test.call(1_000_000, NOON_MS + 1);
        assertThat(partition.verify()).as("in the middle of a pass").isZero();
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(Block.ROWS + 10, Block.ROWS + 10));
        assertThat(test.answer("a").cut().newestMs()).isEqualTo(NOON_MS);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.sum("b")).isEqualTo(new Sum(Block.ROWS + 11, Block.ROWS + 13));
        assertThat(test.answer("b").cut().newestMs()).isEqualTo(NOON_MS + 1);
    }

    @Test
    void shouldLetQueriesThatArriveInAPassJoinTheNext() {
        test.fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(1, NOON_MS);
        test.submit("b", new SumOf(CALLS_TODAY));
        assertThat(partition.queries().size()).isEqualTo(2);
        assertThat(partition.runSlice(Long.MAX_VALUE)).as("b waits").isTrue();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a");
        assertThat(partition.queries().size()).isEqualTo(1);
        assertThat(partition.runSlice(Long.MAX_VALUE)).isFalse();
        assertThat(test.sum("a")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(test.sum("b")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 1));
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldBeginAgainOnceWhenAWindowTurnsThatAQueryReads() {
        test.fill(2 * Block.ROWS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(3);
        test.call(1, NOON_MS + 1);
        test.call(2, NOON_MS + DAY_MS);
        assertThat(partition.verify()).isZero();
        test.finish();
        assertThat(test.sum("day")).as("in a pass of its own").isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(test.sum("week"))
                .as("from the cut that it began with")
                .isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(test.answer("day").error()).isNull();
        assertThat(test.answer("day").cut().windowNumbers())
                .as("20776 is 2026-11-19")
                .isEqualTo(List.of(20776, 2968));
        assertThat(test.answer("week").cut().windowNumbers()).isEqualTo(List.of(20775, 2968));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldGiveUpAPassThatIsOvertakenByASecondTurn() {
        test.fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        partition.advanceTo(NOON_MS + DAY_MS);
        partition.runSlice(0);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.call(1, NOON_MS + 2 * DAY_MS);
        assertThat(test.sum("a")).isNull();
        assertThat(test.answer("a").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.WINDOW_TURNED, "The windows turned during the scan. Ask again."));
        assertThat(partition.queries().size()).isEqualTo(1);
        test.finish();
        assertThat(test.sum("b")).as("a pass of its own").isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldNeverFailAQueryForTurnsOfWindowsThatItDoesNotRead() {
        test.fill(2 * Block.ROWS);
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(2);
        for (int day = 1; day <= 4; day++) {
            test.call(Block.ROWS + day, NOON_MS + day * DAY_MS);
            assertThat(partition.verify()).as("day %d", day).isZero();
        }
        test.finish();
        assertThat(test.sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(partition.verify()).isZero();
        test.submit("again", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.sum("again")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 4));
    }

    @Test
    void shouldBeginAgainWhenAWindowTurnsBeforeAnythingIsRead() {
        test.fill(2 * Block.ROWS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(1);
        test.call(1, NOON_MS + DAY_MS);
        test.finish();
        assertThat(test.sum("day")).isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(test.sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 1));
    }

    @Test
    void shouldWriteThePartialOfEqualQueriesOnceAndShareItsBytes() {
        test.fill(1);
        test.submit("a", new SumOf(CALLS_TODAY));
        test.submit("b", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.answer("b").partial()).isSameAs(test.answer("a").partial());
    }

    @Test
    void shouldMeasureASliceInTheTimeThatItsThreadRan() {
        test.fill(BLOCKS * Block.ROWS);
        test.cpuIsStopped = true;
        test.submit("a", new SlowScan());
        assertThat(partition.runSlice(150))
                .as("the thread ran for a shorter time")
                .isFalse();
        assertThat(test.nanos).isEqualTo(BLOCKS * 100);
    }

    @Test
    void shouldAskForASliceAfterEachUpdateWhileAsManyRowsWaitAsShould() {
        int rows = Block.ROWS + Delta.FULL_ROWS + 1;
        test.fill(rows);
        test.submit("a", new SumOf(CALLS_TODAY));
        runSlices(2); // opened, and shown a block
        for (int subscriber = 0; subscriber < Block.ROWS + Delta.FULL_ROWS - 1; subscriber++) {
            test.call(subscriber, NOON_MS);
            test.call(subscriber, NOON_MS);
            assertThat(partition.makeRoom())
                    .as("one row less waits, the block that was read aside")
                    .isTrue();
        }
        test.profile(Block.ROWS + Delta.FULL_ROWS - 1, "CH-8000");
        assertThat(partition.makeRoom()).isFalse();
        test.call(Block.ROWS + Delta.FULL_ROWS, NOON_MS);
        assertThat(partition.makeRoom()).isFalse();
        assertThat(test.answers).as("an update ends no pass").isEmpty();
        partition.runSlice(0);
        assertThat(partition.makeRoom())
                .as("the block that was read takes its rows in")
                .isTrue();
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(rows, rows));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldAskForNoSliceWhileRowsThatWaitedForTheLastPassMakeRoom() {
        test.fill(2 * Delta.FULL_ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        for (int subscriber = Delta.FULL_ROWS; subscriber < 2 * Delta.FULL_ROWS - 1; subscriber++) {
            test.call(subscriber, NOON_MS);
        }
        test.finish();
        test.submit("b", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        for (int subscriber = Block.ROWS; subscriber < Delta.FULL_ROWS; subscriber++) {
            test.call(subscriber, NOON_MS);
            assertThat(partition.makeRoom()).isTrue();
        }
        test.finish();
        assertThat(test.sum("b")).isEqualTo(new Sum(2 * Delta.FULL_ROWS, 3 * Delta.FULL_ROWS - 1));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldTakeRowsThatWaitedInAsOfTheWindowsThatTheyAreOf() {
        test.fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(Block.ROWS, NOON_MS);
        test.call(0, NOON_MS + DAY_MS);
        partition.runSlice(0);
        test.call(0, NOON_MS + 2 * DAY_MS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(test.answer("a").error().code()).isEqualTo(QueryError.Code.WINDOW_TURNED);
        assertThat(test.sum("day")).isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(test.sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 3));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldRunOneOfEqualQueriesForAllAndAnswerInTheOrderOfArrival() {
        test.fill(2 * Block.ROWS);
        Counting counting = new Counting("same", new AtomicInteger());
        test.submit("a", counting);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.submit("c", counting);
        test.submit("d", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b", "c", "d");
        assertThat(test.sum("c")).isEqualTo(new Sum(2 * Block.ROWS, 2));
        assertThat(test.sum("d")).isEqualTo(test.sum("b"));
        assertThat(counting.blocks).as("blocks shown").hasValue(2);
    }

    @Test
    void shouldReportToEachScanHowManyScansAndRequestsShareThePass() {
        test.fill(Block.ROWS);
        Sharing twice = new Sharing(new ArrayList<>());
        Sharing once = new Sharing(new ArrayList<>());
        test.submit("cancelled", twice);
        test.submit("b", once);
        test.submit("c", twice);
        test.submit("d", twice);
        for (int opened = 0; opened < 3; opened++) {
            test.partition.runSlice(0);
        }
        assertThat(test.partition.queries().cancel("client", "cancelled")).isEqualTo(1);
        test.finish();
        assertThat(twice.seen).containsExactly("2 scans, 2 requests");
        assertThat(once.seen).containsExactly("2 scans, 1 requests");
    }

    /** Keeps what its pass reports at its begin. Each is equal to itself alone. */
    private static final class Sharing implements FakeScan {
        private final List<String> seen;

        Sharing(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public void begin(int scans, int requests) {
            seen.add(scans + " scans, " + requests + " requests");
        }
    }

    /** Counts the blocks that it is shown. */
    private record Counting(String name, AtomicInteger blocks) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            return new Scan() {
                private int rows;

                @Override
                public void scan(Block block, int rowsInBlock) {
                    rows += rowsInBlock;
                    blocks.incrementAndGet();
                }

                @Override
                public Partial partial() {
                    return new Sum(rows, blocks.get()).partial();
                }
            };
        }
    }
}
