package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.matrix.TestPartition.Sum;
import dev.aimonflink.core.matrix.TestPartition.SumOf;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.core.matrix.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.core.matrix.TestPartition.CALLS_TODAY;
import static dev.aimonflink.core.matrix.TestPartition.DAY_MS;
import static dev.aimonflink.core.matrix.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Scans in slices, with updates between them. */
class PassTest {
    private static final int BLOCKS = 3;

    private final TestPartition test = new TestPartition();
    private final Partition partition = test.partition;

    /** Adds as many rows as fill some blocks, each with one call this day. */
    private void fill(int rows) {
        for (int subscriber = 0; subscriber < rows; subscriber++) {
            test.call(subscriber, NOON_MS);
        }
    }

    private Part answer(String request) {
        return test.answers.stream()
                .filter(each -> each.requestKey().equals(request))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer to " + request + " among " + test.answers));
    }

    private void runSlices(int slices) {
        for (int slice = 0; slice < slices; slice++) {
            partition.runSlice(0);
        }
    }

    private Sum sum(String request) {
        return TestPartition.sumOf(answer(request));
    }

    @Test
    void shouldAnswerOverNoRows() {
        test.submit("a", new SumOf(CALLS_TODAY));
        assertThat(partition.hasWork()).isTrue();
        assertThat(partition.runSlice(0)).as("opened").isTrue();
        assertThat(partition.runSlice(0)).as("answered").isFalse();
        assertThat(sum("a")).isEqualTo(new Sum(0, 0));
    }

    @Test
    void shouldHaveNothingToDoWithoutQueries() {
        assertThat(partition.hasWork()).isFalse();
        assertThat(partition.runSlice(0)).isFalse();
        assertThat(test.answers).isEmpty();
    }

    @Test
    void shouldOpenShowABlockToOrAnswerOneQueryInASliceAtLeast() {
        fill(BLOCKS * Block.ROWS);
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
        fill(BLOCKS * Block.ROWS);
        test.nanos = -250;
        test.submit("a", new SlowScan());
        assertThat(partition.runSlice(150)).as("two blocks of 100 ns").isTrue();
        assertThat(test.nanos).isEqualTo(-50);
        assertThat(partition.runSlice(150)).isFalse();
        assertThat(test.nanos).isEqualTo(50);
    }

    @Test
    void shouldEndASliceWhenItsBudgetIsUsedUpToTheNanosecond() {
        fill(BLOCKS * Block.ROWS);
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
        fill(BLOCKS * Block.ROWS);
        test.submit("a", new SlowScan());
        test.nanos += 7;
        test.submit("b", new SlowScan());
        test.nanos += 5;
        test.finish();
        assertThat(answer("a").queuedNanos()).isEqualTo(12);
        assertThat(answer("b").queuedNanos()).isEqualTo(5);
        assertThat(answer("a").scanNanos()).isEqualTo(2 * BLOCKS * 100);
        assertThat(answer("a").source()).isEqualTo(new Part.Source(3, 8, 77));
    }

    /** Takes 100 ns for each block. */
    private final class SlowScan implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {
                    test.nanos += 100;
                }

                @Override
                public Partial partial() {
                    return new Sum(0, 0);
                }
            };
        }
    }

    @Test
    void shouldNotSeeWhatChangesAfterThePassBegan() {
        fill(Block.ROWS + 10);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(1, NOON_MS + 1);
        test.call(Block.ROWS + 1, NOON_MS + 1);
        test.call(1_000_000, NOON_MS + 1);
        assertThat(partition.verify()).as("in the middle of a pass").isZero();
        test.finish();
        assertThat(sum("a")).isEqualTo(new Sum(Block.ROWS + 10, Block.ROWS + 10));
        assertThat(answer("a").cut().newestMs()).isEqualTo(NOON_MS);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(sum("b")).isEqualTo(new Sum(Block.ROWS + 11, Block.ROWS + 13));
        assertThat(answer("b").cut().newestMs()).isEqualTo(NOON_MS + 1);
    }

    @Test
    void shouldLetQueriesThatArriveInAPassJoinTheNext() {
        fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(1, NOON_MS);
        test.submit("b", new SumOf(CALLS_TODAY));
        assertThat(partition.queriesInFlight()).isEqualTo(2);
        assertThat(partition.runSlice(Long.MAX_VALUE)).as("b waits").isTrue();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a");
        assertThat(partition.queriesInFlight()).isEqualTo(1);
        assertThat(partition.runSlice(Long.MAX_VALUE)).isFalse();
        assertThat(sum("a")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(sum("b")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 1));
        assertThat(partition.queriesInFlight()).isZero();
    }

    @Test
    void shouldBeginAgainOnceWhenAWindowTurnsThatAQueryReads() {
        fill(2 * Block.ROWS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(3);
        test.call(1, NOON_MS + 1);
        test.call(2, NOON_MS + DAY_MS);
        assertThat(partition.verify()).isZero();
        test.finish();
        assertThat(sum("day")).as("in a pass of its own").isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(sum("week"))
                .as("from the cut that it began with")
                .isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(answer("day").error()).isNull();
        assertThat(answer("day").cut().windowNumbers())
                .as("20776 is 2026-11-19")
                .isEqualTo(List.of(20776, 2968));
        assertThat(answer("week").cut().windowNumbers()).isEqualTo(List.of(20775, 2968));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldGiveUpAPassThatIsOvertakenByASecondTurn() {
        fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        partition.advanceTo(NOON_MS + DAY_MS);
        partition.runSlice(0);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.call(1, NOON_MS + 2 * DAY_MS);
        assertThat(sum("a")).isNull();
        assertThat(answer("a").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.WINDOW_TURNED, "The windows turned during the scan. Ask again."));
        assertThat(partition.queriesInFlight()).isEqualTo(1);
        test.finish();
        assertThat(sum("b")).as("a pass of its own").isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldNeverFailAQueryForTurnsOfWindowsThatItDoesNotRead() {
        fill(2 * Block.ROWS);
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(2);
        for (int day = 1; day <= 4; day++) {
            test.call(Block.ROWS + day, NOON_MS + day * DAY_MS);
            assertThat(partition.verify()).as("day %d", day).isZero();
        }
        test.finish();
        assertThat(sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        assertThat(partition.verify()).isZero();
        test.submit("again", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(sum("again")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 4));
    }

    @Test
    void shouldBeginAgainWhenAWindowTurnsBeforeAnythingIsRead() {
        fill(2 * Block.ROWS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        runSlices(1);
        test.call(1, NOON_MS + DAY_MS);
        test.finish();
        assertThat(sum("day")).isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 1));
    }

    @Test
    void shouldNeverScanForAnExpiredQuery() {
        fill(1);
        for (int i = 0; i < 2_000; i++) {
            partition.submit(new Asker("dead " + i, "dead", test.epochMs), new SumOf(CALLS_TODAY));
        }
        test.submit("living", new SumOf(CALLS_TODAY));
        assertThat(partition.queriesInFlight())
                .as("expired queries take no place")
                .isEqualTo(1);
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("living");
        assertThat(sum("living")).isEqualTo(new Sum(1, 1));
        assertThat(partition.queriesExpired()).isEqualTo(2_000);
    }

    @Test
    void shouldDropWhatExpiresWhileItWaits() {
        fill(2 * Block.ROWS);
        test.submit("running", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        for (int i = 1; i < Partition.MAX_QUERIES_IN_FLIGHT; i++) {
            partition.submit(new Asker("dying " + i, "dying", test.epochMs + 1), new SumOf(CALLS_TODAY));
        }
        test.epochMs++;
        test.submit("living", new SumOf(CALLS_THIS_WEEK));
        assertThat(partition.queriesInFlight()).isEqualTo(2);
        test.submit("dying", "dying", new SumOf(CALLS_TODAY));
        test.epochMs = TestPartition.DEADLINE_MS;
        test.finish();
        assertThat(test.answers)
                .as("only what was being scanned when its time ran out")
                .extracting(Part::requestKey)
                .containsExactly("running");
    }

    @Test
    void shouldDelayAnotherClientByNoMoreThanAPass() {
        fill(1);
        for (int i = 0; i < 10_000; i++) {
            test.submit("many " + i, "greedy", new Numbered(i));
        }
        assertThat(test.answers).as("refused").hasSize(10_000 - Partition.MAX_QUERIES_IN_FLIGHT);
        partition.runSlice(0);
        test.answers.clear();
        test.submit("one", "modest", new SumOf(CALLS_TODAY));
        assertThat(answer("many " + (Partition.MAX_QUERIES_IN_FLIGHT - 1))
                        .error()
                        .code())
                .as("the newest query of the greedy client makes room")
                .isEqualTo(QueryError.Code.OVERLOADED);
        while (test.answers.stream().noneMatch(each -> each.requestKey().equals("one"))) {
            partition.runSlice(0);
        }
        assertThat(sum("one")).isEqualTo(new Sum(1, 1));
        assertThat(test.answers)
                .as("one refusal, a pass of 64, and the turn of the first of the next")
                .hasSizeLessThanOrEqualTo(1 + FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS + 2);
    }

    @Test
    void shouldCountEqualQueriesOfAClientOnceInAPass() {
        fill(1);
        for (int i = 0; i < FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS; i++) {
            test.submit("different " + i, new Numbered(i));
        }
        test.submit("one more", new Numbered(-1));
        test.submit("equal", new Numbered(0));
        partition.runSlice(0);
        assertThat(partition.runSlice(Long.MAX_VALUE)).as("one waits").isTrue();
        assertThat(test.answers).extracting(Part::requestKey).contains("equal").doesNotContain("one more");
        test.finish();
        assertThat(sum("one more")).isEqualTo(new Sum(1, -1));
    }

    private record Numbered(int number) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {}

                @Override
                public Partial partial() {
                    return new Sum(1, number);
                }
            };
        }
    }

    @Test
    void shouldGoOnWithScalarKernelsAfterAScanFailedWithAnError() {
        Kernels broken = (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (self, method, arguments) -> {
                    throw new NoClassDefFoundError("jdk/incubator/vector/IntVector");
                });
        TestPartition vectors = new TestPartition(broken, CALLS_TODAY);
        vectors.call(1, NOON_MS);
        vectors.submit("a", new MaxOf(CALLS_TODAY));
        vectors.finish();
        assertThat(vectors.answers.get(0).error().code()).isEqualTo(QueryError.Code.INTERNAL);
        assertThat(vectors.answers.get(0).error().message())
                .endsWith("jdk/incubator/vector/IntVector From now on scans of this partition run on scalar kernels.");
        assertThat(vectors.partition.kernels()).isNotSameAs(broken);
        vectors.submit("b", new MaxOf(CALLS_TODAY));
        vectors.finish();
        assertThat(TestPartition.sumOf(vectors.answers.get(1))).isEqualTo(new Sum(1, 1));
    }

    private record MaxOf(String column) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of(column);
        }

        @Override
        public Scan open(ScanContext context) {
            int index = context.columns().index(column);
            return new Scan() {
                private int max;

                @Override
                public void scan(Block block, int rows) {
                    max = Math.max(max, context.kernels().max(block.ints(index), rows));
                }

                @Override
                public Partial partial() {
                    return new Sum(1, max);
                }
            };
        }
    }

    @Test
    void shouldWriteThePartialOfEqualQueriesOnceAndShareItsBytes() {
        fill(1);
        test.submit("a", new SumOf(CALLS_TODAY));
        test.submit("b", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(answer("b").partial()).isSameAs(answer("a").partial());
    }

    @Test
    void shouldMeasureASliceInTheTimeThatItsThreadRan() {
        fill(BLOCKS * Block.ROWS);
        test.cpuIsStopped = true;
        test.submit("a", new SlowScan());
        assertThat(partition.runSlice(150))
                .as("the thread ran for a shorter time")
                .isFalse();
        assertThat(test.nanos).isEqualTo(BLOCKS * 100);
    }

    @Test
    void shouldSendNoPartialThatIsTooLargeForAnyResult() {
        fill(1);
        test.submit("a", new Large(Part.MAX_PARTIAL_BYTES));
        test.submit("b", new Large(Part.MAX_PARTIAL_BYTES + 1));
        test.finish();
        assertThat(answer("a").partial()).hasSize(Part.MAX_PARTIAL_BYTES);
        assertThat(answer("b").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.RESULT_TOO_LARGE,
                        "A partition's part of the result has 1310721 bytes, more than 1310720. Ask with parameters"
                                + " that select fewer groups."));
    }

    private record Large(int bytes) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {}

                @Override
                public Partial partial() {
                    return new Partial() {
                        @Override
                        public Partial merge(Partial other) {
                            throw new UnsupportedOperationException("one partition alone");
                        }

                        @Override
                        public void write(DataOutput out) throws IOException {
                            out.write(new byte[bytes]);
                        }
                    };
                }
            };
        }
    }

    @Test
    void shouldRefuseMoreQueriesThanItsLimit() {
        fill(2 * Block.ROWS);
        test.submit("running", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        for (int i = 1; i < Partition.MAX_QUERIES_IN_FLIGHT; i++) {
            test.submit("waiting " + i, new SumOf(CALLS_TODAY));
        }
        assertThat(test.answers).isEmpty();
        test.submit("one too many", new SumOf(CALLS_TODAY));
        assertThat(answer("one too many").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.OVERLOADED, "More than 1024 queries are in flight. Ask again later."));
        assertThat(sum("one too many")).isNull();
        assertThat(partition.queriesInFlight()).isEqualTo(Partition.MAX_QUERIES_IN_FLIGHT);
        test.finish();
        assertThat(test.answers).hasSize(Partition.MAX_QUERIES_IN_FLIGHT + 1);
        test.submit("later", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(answer("later").error()).isNull();
    }

    @Test
    void shouldRefuseAQueryOverAColumnThatIsNotKept() {
        test.submit("a", new SumOf("total_duration_this_week"));
        assertThat(partition.hasWork()).isFalse();
        assertThat(answer("a").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.COLUMN_NOT_KEPT,
                        "Column 'total_duration_this_week' is not kept for scans. Add it to aim.matrix.columns."));
    }

    @Test
    void shouldAskForASliceAfterEachUpdateWhileAsManyRowsWaitAsShould() {
        int rows = Block.ROWS + Delta.FULL_ROWS + 1;
        fill(rows);
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
        assertThat(sum("a")).isEqualTo(new Sum(rows, rows));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldAskForNoSliceWhileRowsThatWaitedForTheLastPassMakeRoom() {
        fill(2 * Delta.FULL_ROWS);
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
        assertThat(sum("b")).isEqualTo(new Sum(2 * Delta.FULL_ROWS, 3 * Delta.FULL_ROWS - 1));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldTakeRowsThatWaitedInAsOfTheWindowsThatTheyAreOf() {
        fill(2 * Block.ROWS);
        test.submit("a", new SumOf(CALLS_TODAY));
        partition.runSlice(0);
        test.call(Block.ROWS, NOON_MS);
        test.call(0, NOON_MS + DAY_MS);
        partition.runSlice(0);
        test.call(0, NOON_MS + 2 * DAY_MS);
        test.submit("day", new SumOf(CALLS_TODAY));
        test.submit("week", new SumOf(CALLS_THIS_WEEK));
        test.finish();
        assertThat(answer("a").error().code()).isEqualTo(QueryError.Code.WINDOW_TURNED);
        assertThat(sum("day")).isEqualTo(new Sum(2 * Block.ROWS, 1));
        assertThat(sum("week")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS + 3));
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldEndAQueryWithADefectAndNoOther() {
        fill(2 * Block.ROWS);
        test.submit("open", new Broken("open"));
        test.submit("scan", new Broken("scan"));
        test.submit("partial", new Broken("partial"));
        test.submit("sound", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(sum("sound")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        for (String broken : List.of("open", "scan", "partial")) {
            assertThat(sum(broken)).as(broken).isNull();
            assertThat(answer(broken).error())
                    .isEqualTo(new QueryError(
                            QueryError.Code.INTERNAL,
                            "The query failed by a defect of ours: java.lang.IllegalStateException: " + broken));
        }
    }

    @Test
    void shouldRunOneOfEqualQueriesForAllAndAnswerInTheOrderOfArrival() {
        fill(2 * Block.ROWS);
        Counting counting = new Counting("same", new AtomicInteger());
        test.submit("a", counting);
        test.submit("b", new SumOf(CALLS_TODAY));
        test.submit("c", counting);
        test.submit("d", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("a", "b", "c", "d");
        assertThat(sum("c")).isEqualTo(new Sum(2 * Block.ROWS, 2));
        assertThat(sum("d")).isEqualTo(sum("b"));
        assertThat(counting.blocks).as("blocks shown").hasValue(2);
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
                    return new Sum(rows, blocks.get());
                }
            };
        }
    }

    @Test
    void shouldPassOnWhyAQueryHasNoAnswer() {
        QueryError error = new QueryError(QueryError.Code.TOO_MANY_GROUPS, "Too many.");
        test.submit("a", new Broken("partial", new QueryFailure(error)));
        test.finish();
        assertThat(answer("a").error()).isEqualTo(error);
    }

    /** Fails in one of the methods of a scan. */
    private record Broken(String where, RuntimeException failure) implements Scannable {
        Broken(String where) {
            this(where, new IllegalStateException(where));
        }

        private void failIf(String here) {
            if (here.equals(where)) {
                throw failure;
            }
        }

        @Override
        public Set<String> columns() {
            return Set.of();
        }

        @Override
        public Scan open(ScanContext context) {
            failIf("open");
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {
                    failIf("scan");
                }

                @Override
                public Partial partial() {
                    failIf("partial");
                    return new Sum(0, 0);
                }
            };
        }
    }
}
