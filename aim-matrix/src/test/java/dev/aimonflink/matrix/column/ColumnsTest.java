package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.PlainCells;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ColumnsTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final long ALL_FILTERS = 0b111;
    private static final String COUNT = "number_of_calls_this_day";
    private static final String COST = "total_cost_this_week";

    /** An id, six codes, a count and a narrow cost. */
    private static final int CODES = 6;

    private static final long BYTES_PER_ROW = 8 + CODES * 4 + 4 + 4;

    private final MatrixSchema schema = CallModel.schema(42);
    private final WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
    private final ColumnSet columnSet = new ColumnSet(schema, List.of(COUNT, COST));
    private final Columns columns = new Columns(columnSet, CODES, List.of(), clock);

    @Test
    void shouldWeighNothingWithoutRows() {
        assertThat(columns.bytes()).isZero();
    }

    @Test
    void shouldWeighBlocksWhole() {
        columns.append(1);
        assertThat(columns.bytes()).isEqualTo(Block.ROWS * BYTES_PER_ROW);
        for (int id = 2; id <= Block.ROWS + 1; id++) {
            columns.append(id);
        }
        assertThat(columns.bytes()).isEqualTo(2 * Block.ROWS * BYTES_PER_ROW);
    }

    @Test
    void shouldMakeRoomByOneBlockAtATime() {
        clock.advance(NOON_MS);
        EntityRecord record = recordOf(1);
        for (int id = 0; id < 4 * Block.ROWS; id++) {
            columns.append(id);
        }
        HeldBlocks held = columns.hold();
        for (int row = 0; row < Delta.FULL_ROWS; row++) {
            assertThat(columns.makeRoom()).isTrue();
            columns.writeAggregates(row, record, ALL_FILTERS);
        }
        assertThat(columns.makeRoom()).isFalse();
        held.readUpTo(2);
        assertThat(columns.makeRoom()).isTrue();
        assertThat(columns.newRowsWaiting()).isEqualTo(Delta.FULL_ROWS - Block.ROWS);
        assertThat(columns.makeRoom()).isTrue();
        assertThat(columns.newRowsWaiting()).as("there is room").isEqualTo(Delta.FULL_ROWS - Block.ROWS);
    }

    /** So many rows with a call and its cost, which wait for a cut, and are sealed in it. */
    private HeldBlocks sealedWithWaitingRows(int rows, boolean isMerging) {
        clock.advance(NOON_MS);
        for (int id = 0; id < rows; id++) {
            columns.append(id);
        }
        HeldBlocks before = columns.seal(true);
        EntityRecord record = recordOf(1);
        PlainCells.add(record, schema, CallFilter.ALL, 0, 1, 7);
        PlainCells.add(record, schema, CallFilter.ALL, schema.windows().size() - 1, 1, 7);
        for (int row = 0; row < rows; row++) {
            columns.writeAggregates(row, record, ALL_FILTERS);
        }
        before.release();
        columns.unseal();
        return columns.seal(isMerging);
    }

    @Test
    void shouldCopyOnlyWhatIsReadOfRowsThatAreNotMerged() {
        HeldBlocks cut = sealedWithWaitingRows(10, false);
        cut.reads(Set.of(COUNT));
        Block block = cut.open(0);
        assertThat(block.ints(0)[9]).isEqualTo(1);
        assertThat(block.longs(cost()).get(9)).as("not read").isZero();
        cut.release();
        columns.unseal();
        assertThat(columns.oldRowsWaiting()).isEqualTo(10);
        cut = columns.seal(false);
        cut.reads(Set.of(COST));
        assertThat(cut.open(0).longs(cost()).get(9)).isPositive();
        cut.release();
        columns.unseal();
        assertThat(columns.oldRowsWaiting()).isEqualTo(10);
        cut = columns.seal(true);
        cut.reads(Set.of());
        cut.open(0);
        cut.release();
        columns.unseal();
        assertThat(columns.oldRowsWaiting()).isZero();
    }

    private LongHandle cost() {
        return (LongHandle) columnSet.handle(COST);
    }

    /** This thread would need the rows that wait, which the other one still has. */
    @Test
    void shouldGiveNoBlockBackBeforeTheLastIfNothingIsMerged() {
        HeldBlocks cut = sealedWithWaitingRows(2 * Block.ROWS, false);
        cut.reads(Set.of(COUNT));
        cut.open(0);
        cut.readUpTo(1);
        EntityRecord record = recordOf(1);
        columns.writeAggregates(0, record, ALL_FILTERS);
        assertThat(columns.isToBeRead(0)).isTrue();
        assertFails(IllegalStateException.class, () -> columns.refresh(0));
        cut.release();
        assertThat(columns.refresh(0).ints(0)[0]).as("what was written last").isZero();
        assertThat(columns.refresh(0).ints(0)[1]).as("what waited").isEqualTo(1);
    }

    @Test
    void shouldGiveReadBlocksBackOnceTheDeltaIsFullAlsoIfNothingIsMerged() {
        final int rows = 5 * Block.ROWS;
        HeldBlocks cut = sealedWithWaitingRows(rows, false);
        cut.reads(Set.of(COUNT));
        EntityRecord record = recordOf(1);
        for (int row = 1; row <= Delta.FULL_ROWS; row++) {
            columns.writeAggregates(row, record, ALL_FILTERS);
        }
        cut.open(0);
        cut.open(1);
        cut.readUpTo(1);
        assertThat(columns.makeRoom()).as("none is given back").isFalse();
        cut.readUpTo(2);
        assertThat(columns.makeRoom()).isTrue();
        assertThat(columns.newRowsWaiting()).isEqualTo(Delta.FULL_ROWS - (Block.ROWS - 1));
        assertThat(columns.refresh(0).longs(cost()).get(0))
                .as("what waited, merged")
                .isPositive();
        assertThat(columns.refresh(0).longs(cost()).get(1))
                .as("what came later")
                .isZero();
        assertThat(columns.refresh(1).longs(cost()).get(0)).isZero();
        assertThat(cut.open(2).ints(0)[0]).as("the cut goes on").isEqualTo(1);
        cut.release();
        columns.unseal();
        for (int row = 0; row < rows; row++) {
            columns.refresh(row / Block.ROWS);
        }
        assertThat(columns.oldRowsWaiting() + columns.newRowsWaiting()).isZero();
    }

    /** Of 546 aggregates with sliding windows, 2,097,152 slots have more ints than an int counts. */
    @Test
    void shouldGrowADeltaNoFurtherThanAnArrayCan() {
        assertThat(new SlotLayout(new int[0], new int[0], 1_092, 0, 0).mostSlots(6, SlotLayout.MOST_CELLS))
                .isEqualTo(1_966_560);
        final int most = 100;
        Delta delta = new Delta(columnSet, CODES, 0, clock, most * CODES);
        delta.blocks(1);
        for (int row = 0; row < most; row++) {
            final boolean isAlmostFull = (row >= 48 && row <= 64) || row >= 75;
            assertThat(delta.nextBytes()).as("%d rows", row).isEqualTo(isAlmostFull ? Long.MAX_VALUE : 0);
            delta.add(row);
        }
        assertFails(IllegalStateException.class, () -> delta.add(most))
                .hasMessage(
                        "More than 100 rows changed while a pass reads their blocks. Use a higher parallelism, or keep"
                                + " fewer columns (aim.matrix.columns).");
    }

    @Test
    void shouldMergeAllTheSameWhenTooManyRowsWait() {
        final int rows = 5 * Block.ROWS;
        HeldBlocks cut = sealedWithWaitingRows(rows, false);
        cut.reads(Set.of(COUNT));
        for (int block = 0; block < cut.count(); block++) {
            assertThat(cut.open(block).ints(0)[Block.ROWS - 1]).isEqualTo(1);
        }
        cut.release();
        columns.unseal();
        assertThat(columns.oldRowsWaiting()).isEqualTo(Delta.FULL_ROWS);
    }

    @Test
    void shouldSayWhatAFullDeltaTakes() {
        // Its place in the index, its row, the next slot, two windows, a count and codes; and a cost.
        long bytesOfSlot = 16 + 4 * (1 + 1 + 2 + 1 + CODES) + 8;
        assertThat(columns.fullDeltaBytes()).isEqualTo(65_536 * bytesOfSlot);
    }

    private EntityRecord recordOf(long id) {
        EntityRecord record = EntityRecord.empty(
                EntityId.of(id),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
        record.turnTo(clock, schema.layout());
        return record;
    }

    @Test
    void shouldWeighColumnsThatWidenedFromTheNextPassOn() {
        clock.advance(NOON_MS);
        int row = columns.append(1);
        EntityRecord record = recordOf(1);
        PlainCells.add(record, schema, CallFilter.ALL, schema.windows().size() - 1, 1, 1L << 40);
        columns.writeAggregates(row, record, ALL_FILTERS);
        columns.hold();
        assertThat(columns.bytes()).isEqualTo(Block.ROWS * (BYTES_PER_ROW + 4));
    }
}
