package dev.aimonflink.job.operator;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SnapshotPaceTest {
    private static final long SEED = 20261122;
    private static final int ROWS = 100_000;
    private static final long ROW_NANOS = 6_000;
    private static final long WORK_NANOS = ROWS * ROW_NANOS;
    private static final long AMPLE_NANOS = Duration.ofMinutes(5).toNanos();

    /** One row and its park. */
    private static final long STEP_NANOS = ROW_NANOS + SnapshotPace.LONGEST_PARK_NANOS;

    private final FakeWriterTime writer = new FakeWriterTime();
    private final Random random = new Random(SEED);

    private SnapshotPace pace(double share, long rows, long budgetNanos) {
        return new SnapshotPace(share, rows, budgetNanos, writer.time());
    }

    private void write(SnapshotPace pace, long rows) {
        for (long i = 0; i < rows; i++) {
            writer.work(ROW_NANOS);
            pace.rowWritten();
        }
    }

    /** Returns how long it took. */
    private long writeAll(double share, long budgetNanos) {
        long beginNanos = writer.nowNanos();
        write(pace(share, ROWS, budgetNanos), ROWS);
        return writer.nowNanos() - beginNanos;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.1, 0.25, 0.5, 0.9})
    void shouldKeepToItsShareOfACore(double share) {
        long tookNanos = writeAll(share, AMPLE_NANOS);
        assertThat(WORK_NANOS / (double) tookNanos).isCloseTo(share, within(0.01));
    }

    @Test
    void shouldNeverParkWithAWholeCore() {
        writeAll(1, AMPLE_NANOS);
        assertThat(writer.parksNanos()).isEmpty();
    }

    @Test
    void shouldWorkForAStintAtATime() {
        SnapshotPace pace = pace(0.25, ROWS, AMPLE_NANOS);
        int rowsOfAStint = (int) (SnapshotPace.STINT_NANOS / ROW_NANOS) + 1;
        write(pace, rowsOfAStint);
        assertThat(writer.parksNanos()).as("the first row begins the stint").isEmpty();
        write(pace, 1);
        assertThat(writer.parksNanos()).containsExactly(3L * rowsOfAStint * ROW_NANOS);
        write(pace, rowsOfAStint);
        assertThat(writer.parksNanos())
                .as("the next row after a park begins to count")
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"0.05, 1000", "0.25, 1000", "0.25, 2000", "0.5, 700", "0.1, 601"})
    void shouldEndWithinItsBudget(double share, long budgetMs) {
        long budgetNanos = TimeUnit.MILLISECONDS.toNanos(budgetMs);
        assertThat(writeAll(share, budgetNanos)).isLessThanOrEqualTo(budgetNanos + STEP_NANOS);
        assertThat(writer.parksNanos()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, WORK_NANOS / 2, WORK_NANOS})
    void shouldWriteAtFullSpeedIfTheBudgetIsTooShort(long budgetNanos) {
        assertThat(writeAll(0.25, budgetNanos)).isEqualTo(WORK_NANOS);
        assertThat(writer.parksNanos()).isEmpty();
    }

    @Test
    void shouldCatchUpAtFullSpeedAfterAWait() {
        long budgetNanos = 4 * WORK_NANOS;
        SnapshotPace pace = pace(0.25, ROWS, budgetNanos);
        write(pace, ROWS / 2);
        writer.await(WORK_NANOS);
        writer.parksNanos().clear();
        long beginNanos = writer.nowNanos();
        write(pace, ROWS / 4);
        assertThat(writer.parksNanos())
                .as("half a budget is left for half of the rows, less a wait")
                .isEmpty();
        assertThat(writer.nowNanos() - beginNanos).isEqualTo(WORK_NANOS / 4);
        write(pace, ROWS / 4);
        assertThat(writer.parksNanos()).as("back on the line").isNotEmpty();
        assertThat(writer.nowNanos()).isLessThanOrEqualTo(1_000 + budgetNanos + STEP_NANOS);
    }

    @Test
    void shouldNotTakeAWaitForWork() {
        SnapshotPace pace = pace(0.25, ROWS, AMPLE_NANOS);
        write(pace, 1);
        writer.await(10 * SnapshotPace.STINT_NANOS);
        write(pace, 1);
        assertThat(writer.parksNanos()).containsExactly(3 * ROW_NANOS);
    }

    @Test
    void shouldNotParkForLong() {
        int rows = 100;
        SnapshotPace pace = pace(0.05, rows, AMPLE_NANOS);
        for (int i = 0; i < rows; i++) {
            writer.work(TimeUnit.MILLISECONDS.toNanos(random.nextInt(50)));
            pace.rowWritten();
        }
        assertThat(writer.parksNanos())
                .as("seed=%d", SEED)
                .isNotEmpty()
                .allMatch(nanos -> nanos <= SnapshotPace.LONGEST_PARK_NANOS);
    }

    @Test
    void shouldEndWithinItsBudgetHoweverUnevenTheRowsAre() {
        long beginNanos = writer.nowNanos();
        long budgetNanos = TimeUnit.SECONDS.toNanos(2);
        SnapshotPace pace = pace(0.25, ROWS, budgetNanos);
        for (int i = 0; i < ROWS; i++) {
            writer.work(random.nextInt(20_000));
            if (random.nextInt(1_000) == 0) {
                writer.await(random.nextInt(5_000_000));
            }
            pace.rowWritten();
        }
        assertThat(writer.nowNanos() - beginNanos).as("seed=%d", SEED).isLessThanOrEqualTo(budgetNanos + STEP_NANOS);
    }

    @Test
    void shouldSpreadMoreRowsThanExpectedOverTheRestOfTheBudget() {
        long beginNanos = writer.nowNanos();
        long budgetNanos = 2 * WORK_NANOS;
        write(pace(0.25, 0, budgetNanos), ROWS);
        assertThat(writer.parksNanos()).isNotEmpty();
        assertThat(writer.nowNanos() - beginNanos)
                .as("no row of the expected ones is missing, so the line is at its end")
                .isLessThanOrEqualTo(budgetNanos + WORK_NANOS);
    }
}
