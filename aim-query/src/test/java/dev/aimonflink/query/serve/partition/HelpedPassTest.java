package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.IntHandle;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.Outlook;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanPolicy;
import dev.aimonflink.query.serve.mode.ScanScheduler;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** The task's thread takes blocks of a pass that a thread beside it runs. */
class HelpedPassTest {
    private static final int BLOCKS = 6;
    private static final int ROWS = BLOCKS * Block.ROWS - 100;

    private final TestPartition test = TestPartition.in(ScanMode.S3_NI, CALLS_TODAY);
    private final Shown shown = new Shown();
    private final List<int[]> blocksOfScans = shown.blocks;

    /** How many blocks each scan has been shown. */
    private static final class Shown {
        private final List<int[]> blocks = new ArrayList<>();
    }

    /** Sums a column, and counts the blocks that each of its scans was shown. */
    private record Counted(Shown shown, int failsAtBlock, boolean isDivisible) implements Scannable {
        @Override
        public Set<String> columns() {
            return Set.of(CALLS_TODAY);
        }

        @Override
        public Scan open(ScanContext context) {
            IntHandle handle = (IntHandle) context.columns().handle(CALLS_TODAY);
            int[] blocks = new int[1];
            shown.blocks.add(blocks);
            return new Scan() {
                private long rows;
                private long sum;

                @Override
                public void scan(Block block, int rowsInBlock) {
                    if (++blocks[0] == failsAtBlock) {
                        throw new QueryFailure(new QueryError(QueryError.Code.INVALID_PARAMETER, "It fails."));
                    }
                    rows += rowsInBlock;
                    sum += Arrays.stream(block.ints(handle), 0, rowsInBlock).sum();
                }

                @Override
                public Partial partial() {
                    return new Sum(rows, sum).partial();
                }
            };
        }
    }

    @BeforeEach
    void fill() {
        test.fill(ROWS);
    }

    private void submit(String request, int failsAtBlock, boolean isDivisible) {
        test.partition.submit(
                new Asker(request, "client", TestPartition.DEADLINE_MS), new Counted(shown, failsAtBlock, isDivisible));
    }

    @Test
    void shouldShowEachBlockOnOneOfBothThreads() {
        submit("r", 0, true);
        // Rows that change meanwhile are not of the cut.
        boolean hasCalled = false;
        while (test.hasWork()) {
            test.step();
            if (!hasCalled && test.partition.queries().canHelp()) {
                test.call(ROWS - 1, NOON_MS);
                test.call(1, NOON_MS);
                hasCalled = true;
            }
        }
        assertThat(hasCalled).isTrue();
        assertThat(test.sum("r")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(blocksOfScans).hasSize(2).allSatisfy(blocks -> assertThat(blocks[0])
                .isPositive());
        assertThat(blocksOfScans.get(0)[0] + blocksOfScans.get(1)[0]).isEqualTo(BLOCKS);
        assertThat(test.partition.verify()).isZero();
    }

    /** The policy says that it is due. */
    @Test
    void shouldMergeBeforeBothThreadsRead() {
        ScanScheduler scheduler = test.partition.queries().scheduler();
        scheduler.use(
                new ScanPolicy() {
                    @Override
                    public ScanMode choose(Outlook outlook, ScanMode last) {
                        return ScanMode.S3_NI;
                    }

                    @Override
                    public boolean isMergeDue() {
                        return true;
                    }
                },
                Long.MAX_VALUE,
                (from, to, outlook) -> {});
        scheduler.set(ScanSetting.ADAPTIVE);
        for (int pass = 1; pass <= 3; pass++) {
            submit("r" + pass, 0, true);
            boolean hasCalled = false;
            while (test.hasWork()) {
                test.step();
                if (!hasCalled && test.partition.queries().canHelp()) {
                    // They wait for the next pass, whichever thread has their blocks.
                    test.call(1, NOON_MS);
                    test.call(ROWS / 2, NOON_MS);
                    test.call(ROWS - 1, NOON_MS);
                    hasCalled = true;
                }
            }
            assertThat(hasCalled).isTrue();
            assertThat(test.sum("r" + pass)).isEqualTo(new Sum(ROWS, ROWS + 3L * (pass - 1)));
            assertThat(test.answer("r" + pass).scan().mode()).isEqualTo(ScanMode.S3_NI);
            assertThat(test.partition.verify()).isZero();
        }
    }

    @Test
    void shouldNotWaitForATaskThatHasNoTimeToHelp() {
        submit("r", 0, true);
        while (!test.partition.queries().canHelp()) {
            test.step();
        }
        while (test.answers.isEmpty()) {
            test.stepBeside();
        }
        assertThat(test.sum("r")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(blocksOfScans.get(0)[0]).isEqualTo(BLOCKS);
        assertThat(blocksOfScans.get(1)[0]).isZero();
    }

    @Test
    void shouldRunWhatCannotBeDividedOnOneThread() {
        submit("divisible", 0, true);
        submit("other", 0, false);
        test.finish();
        assertThat(test.sum("divisible")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(test.sum("other")).isEqualTo(new Sum(ROWS, ROWS));
        assertThat(blocksOfScans).hasSize(2).allSatisfy(blocks -> assertThat(blocks[0])
                .isEqualTo(BLOCKS));
    }

    /** Either thread sees a second block first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldFailAQueryOnWhicheverThread(int block) {
        submit("fails", block, true);
        submit("does not", 0, true);
        test.finish();
        assertThat(test.answer("fails").error().message()).isEqualTo("It fails.");
        assertThat(test.sum("does not")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldDropAQueryThatIsCancelledMeanwhile() {
        submit("r", 0, true);
        test.finish();
        submit("again", 0, true);
        while (!test.partition.queries().canHelp()) {
            test.step();
        }
        test.step();
        assertThat(test.partition.queries().cancel("client", "again")).isEqualTo(1);
        test.finish();
        assertThat(test.answer("again").error()).isEqualTo(QueryError.CANCELLED);
        test.call(3, NOON_MS);
        submit("after", 0, true);
        test.finish();
        assertThat(test.sum("after")).isEqualTo(new Sum(ROWS, ROWS + 1));
    }
}
