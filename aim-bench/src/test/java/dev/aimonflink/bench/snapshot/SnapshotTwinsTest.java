package dev.aimonflink.bench.snapshot;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.matrix.column.Block;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class SnapshotTwinsTest {
    private static final int SUBSCRIBERS = 2 * Block.ROWS + 77;

    /** Enough that rows of each block change. */
    private static final int CHUNKS = 200;

    private static final SnapshotTwins TWINS = new SnapshotTwins(MeasuredModel.of("aim-42"), SUBSCRIBERS);

    @AfterAll
    static void closeTwins() {
        TWINS.close();
    }

    @ParameterizedTest
    @EnumSource(SnapshotWay.class)
    void shouldReadEachSnapshotAsItWasTaken(SnapshotWay way) {
        for (SnapshotWay other : SnapshotWay.values()) {
            long[][][] atFirst = answers(TWINS.filled(other));
            KeptCells cells = TWINS.filled(way);
            for (int snapshots = 0; snapshots < 2; snapshots++) {
                KeptCells.Snapshot snapshot = cells.take();
                TWINS.apply(CHUNKS);
                assertThat(TWINS.answers(snapshot)).as("%s", other).isDeepEqualTo(atFirst);
                cells.end();
                TWINS.apply(CHUNKS);
                long[][][] before = atFirst;
                atFirst = answers(cells);
                assertThat(Arrays.deepEquals(atFirst, before)).isFalse();
            }
            assertThat(answers(TWINS.filled(other))).as("%s", other).isDeepEqualTo(atFirst);
        }
    }

    private static long[][][] answers(KeptCells cells) {
        long[][][] answers = TWINS.answers(cells.take());
        cells.end();
        return answers;
    }

    @ParameterizedTest
    @EnumSource(SnapshotWay.class)
    void shouldEndWithTheCellsOfTheRecords(SnapshotWay way) throws InterruptedException {
        for (int queriesOfSnapshot : new int[] {1, 4, SnapshotTwins.QUERIES}) {
            SnapshotRun run = TWINS.run(way, queriesOfSnapshot, 0.05);
            assertThat(run.differences()).as("%s", run).isZero();
            assertThat(run.updates()).as("%s", run).isPositive();
            assertThat(run.queries()).as("%s", run).isPositive();
            assertThat(run.queries() % queriesOfSnapshot).as("%s", run).isZero();
            assertThat(run.snapshotNanos()).as("%s", run).isPositive();
        }
    }

    @Test
    void shouldRefuseSnapshotsOfQueriesThatDoNotDivideAll() {
        assertFails(IllegalArgumentException.class, () -> TWINS.run(SnapshotWay.ETL, 3, 0.1))
                .hasMessage("3 does not divide 16 queries.");
    }
}
