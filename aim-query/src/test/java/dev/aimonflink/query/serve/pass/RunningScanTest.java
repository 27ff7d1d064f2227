package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.IntHandle;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.partial.Records;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Scans that fail, or whose results are too large: they end, and the others go on. */
class RunningScanTest {
    private final TestPartition test = new TestPartition();

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

    @Test
    void shouldKeepItsKernelsAfterAScanFailedByTheDepthOfItsQuery() {
        Kernels deep = (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (self, method, arguments) -> {
                    throw new StackOverflowError();
                });
        TestPartition vectors = new TestPartition(deep, CALLS_TODAY);
        vectors.call(1, NOON_MS);
        vectors.submit("a", new MaxOf(CALLS_TODAY));
        vectors.finish();
        assertThat(vectors.answers.get(0).error().message())
                .isEqualTo("The query failed by a defect of ours: java.lang.StackOverflowError");
        assertThat(vectors.partition.kernels()).isSameAs(deep);
    }

    @Test
    void shouldEndAScanThatUsedTooMuchTimeWhileOthersGoOn() {
        test.fill(3 * Block.ROWS);
        test.submit("a", new Costly(100, 250));
        test.submit("b", new Costly(100, 300));
        runSlices();
        assertThat(test.answer("a").error().message()).isEqualTo("300 ns");
        assertThat(test.answer("b").error()).isNull();
    }

    @Test
    void shouldCountTheTimeInWhichAScanIsOpened() {
        test.fill(1);
        test.submit("a", new Costly(200, 100, 250));
        test.submit("b", new Costly(200, 100, 300));
        test.submit("c", new Costly(0, 100, 100));
        runSlices();
        assertThat(test.answer("a").error().message()).isEqualTo("300 ns");
        assertThat(test.answer("b").error()).isNull();
        assertThat(test.answer("c").error()).isNull();
    }

    @Test
    void shouldNotCountTimeInWhichTheThreadDidNotRun() {
        test.fill(3 * Block.ROWS);
        test.cpuIsStopped = true;
        test.submit("a", new Costly(100, 1));
        runSlices();
        assertThat(test.answer("a").error()).isNull();
    }

    /** Costs are compared by their identity here, so the same object is an equal query. */
    @Test
    void shouldRefuseWhatTookTooLongAMomentAgo() {
        test.fill(3 * Block.ROWS);
        Costly slow = new Costly(100, 250);
        test.submit("a", slow);
        test.submit("b", new Costly(100, 300));
        runSlices();
        test.submit("c", slow);
        test.submit("d", new Costly(100, 300));
        runSlices();
        assertThat(test.answer("c").error().message())
                .isEqualTo("300 ns It was tried a moment ago, and is refused for another 60 s.");
        assertThat(test.answer("c").rowsScanned()).isZero();
        assertThat(test.answer("d").error()).isNull();
        test.nanos += EndedQueries.REST_NANOS;
        test.submit("e", slow);
        runSlices();
        assertThat(test.answer("e").rowsScanned()).isPositive();
    }

    @Test
    void shouldRememberOnlySoManyThatTookTooLong() {
        test.fill(3 * Block.ROWS);
        Costly first = new Costly(100, 150);
        test.submit("first", first);
        runSlices();
        for (int i = 1; i < EndedQueries.MAX_QUERIES; i++) {
            test.submit("other " + i, new Costly(100, 150));
            runSlices();
        }
        test.submit("refused", first);
        assertThat(test.answer("refused").error().message()).startsWith("200 ns It was tried a moment ago");
        test.submit("one more", new Costly(100, 150));
        runSlices();
        test.submit("again", first);
        runSlices();
        assertThat(test.answer("again").error().message()).isEqualTo("200 ns");
    }

    private void runSlices() {
        while (test.partition.hasWork()) {
            test.partition.runSlice(0);
        }
    }

    /** Takes some time for each block, and fails once it has used more than it may. */
    private final class Costly implements FakeScan {
        private final long nanosToOpen;
        private final long nanosOfABlock;
        private final long mostNanos;

        Costly(long nanosOfABlock, long mostNanos) {
            this(0, nanosOfABlock, mostNanos);
        }

        Costly(long nanosToOpen, long nanosOfABlock, long mostNanos) {
            this.nanosToOpen = nanosToOpen;
            this.nanosOfABlock = nanosOfABlock;
            this.mostNanos = mostNanos;
        }

        @Override
        public Scan open(ScanContext context) {
            test.nanos += nanosToOpen;
            return this;
        }

        @Override
        public void scan(Block block, int rows) {
            test.nanos += nanosOfABlock;
        }

        @Override
        public void hasUsed(long cpuNanos) {
            if (cpuNanos > mostNanos) {
                throw new QueryFailure(new QueryError(QueryError.Code.OVERLOADED, cpuNanos + " ns"));
            }
        }
    }

    private record MaxOf(String column) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of(column);
        }

        @Override
        public Scan open(ScanContext context) {
            IntHandle handle = (IntHandle) context.columns().handle(column);
            return new Scan() {
                private int max;

                @Override
                public void scan(Block block, int rows) {
                    int[] cells = block.ints(handle);
                    max = Math.max(max, context.kernels().maxWhereGreater(cells, cells, 0, 0, rows));
                }

                @Override
                public Partial partial() {
                    return new Sum(1, max).partial();
                }
            };
        }
    }

    @Test
    void shouldSendNoPartialThatIsTooLargeForAnyResult() {
        test.fill(1);
        test.submit("a", new TestPartition.Given(new Large(Part.MAX_PARTIAL_BYTES)));
        test.submit("b", new TestPartition.Given(new Large(Part.MAX_PARTIAL_BYTES + 1)));
        test.finish();
        assertThat(test.answer("a").partial()).hasSize(Part.MAX_PARTIAL_BYTES);
        assertThat(test.answer("b").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.RESULT_TOO_LARGE,
                        "A partition's part of the result has 12582913 bytes, more than 12582912. Ask for fewer rows,"
                                + " groups or columns."));
    }

    /** A record whose partial has so many bytes: a few more than the record. */
    private record Large(int bytes) implements TestPartition.Found {
        @Override
        public Partial partial() {
            int more = of(bytes).toBytes().length - bytes;
            return of(bytes - more);
        }

        private static Partial of(int recordBytes) {
            return Partial.of(new Records().add(new byte[recordBytes]));
        }
    }

    @Test
    void shouldEndAQueryWithADefectAndNoOther() {
        test.fill(2 * Block.ROWS);
        test.submit("open", new Broken("open"));
        test.submit("scan", new Broken("scan"));
        test.submit("partial", new Broken("partial"));
        test.submit("sound", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.sum("sound")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        for (String broken : List.of("open", "scan", "partial")) {
            assertThat(test.sum(broken)).as(broken).isNull();
            assertThat(test.answer(broken).error())
                    .isEqualTo(new QueryError(
                            QueryError.Code.INTERNAL,
                            "The query failed by a defect of ours: java.lang.IllegalStateException: " + broken));
        }
    }

    @Test
    void shouldPassOnWhyAQueryHasNoAnswer() {
        QueryError error = new QueryError(QueryError.Code.COLUMN_NOT_KEPT, "Not kept.");
        test.submit("a", new Broken("partial", new QueryFailure(error)));
        test.finish();
        assertThat(test.answer("a").error()).isEqualTo(error);
    }

    @Test
    void shouldAnswerThatAPartitionHasTooManyGroups() {
        GroupLimit limit = GroupLimit.orFail(1);
        test.submit(
                "a",
                new TestPartition.Given(() ->
                        Partial.ofGroups(limit, Keys.inUsualOrder(1).add(1L).add(2L), List.of())));
        test.finish();
        assertThat(test.answer("a").error())
                .isEqualTo(
                        new QueryError(
                                QueryError.Code.INTERNAL,
                                "The query failed by a defect of ours:"
                                        + " dev.aimonflink.query.compute.aggregate.TooManyGroupsException: more than 1 groups"));
    }

    /** Fails in one of the methods of a scan. */
    private record Broken(String where, RuntimeException failure) implements FakeScan {
        Broken(String where) {
            this(where, new IllegalStateException(where));
        }

        private void failIf(String here) {
            if (here.equals(where)) {
                throw failure;
            }
        }

        @Override
        public Scan open(ScanContext context) {
            failIf("open");
            return this;
        }

        @Override
        public void scan(Block block, int rows) {
            failIf("scan");
        }

        @Override
        public Partial partial() {
            failIf("partial");
            return FakeScan.super.partial();
        }
    }
}
