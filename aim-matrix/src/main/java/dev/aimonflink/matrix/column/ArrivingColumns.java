package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Columns that nobody reads yet: they are filled from the records, row by row from the first, until {@link Columns#change} keeps them.
 * Events are written to the rows that are filled, so that these are always as their records are. Passes over the kept columns go on
 * meanwhile, on any thread.
 */
public final class ArrivingColumns {
    /** All rows are filled. */
    public static final int NO_ROW = -1;

    /** Enough that the processor always waits for several records. */
    private static final int ROWS_AT_ONCE = 32;

    private final Columns all;
    private final ColumnSet columnSet;
    private final WindowClock clock;
    private final CellLayout layout;

    /** The rows that are filled. */
    private final Columns filled;

    /** Filled rows to which another row has moved that was not filled. */
    private final IntLinkedOpenHashSet missed = new IntLinkedOpenHashSet();

    /** Those that have such columns. */
    private final int[] windows;

    // What was read, column by column.
    private final int[] ints;
    private final int[] nextInts;
    private final long[] longs;
    private final long[] nextLongs;

    private final EntityRecord empty;

    /** The values of a sliding window at the clock's time. */
    private final EntityRecord shown;

    ArrivingColumns(Columns all, ColumnSet columnSet, WindowClock clock) {
        this.all = all;
        this.columnSet = columnSet;
        this.clock = clock;
        MatrixSchema schema = columnSet.schema();
        layout = schema.layout();
        filled = new Columns(columnSet, 0, List.of(), clock);
        final int ofSchema = schema.windows().size();
        windows = IntStream.range(0, ofSchema)
                .filter(window -> columnSet.ofWindow(window).size() > 0)
                .toArray();
        ints = new int[columnSet.ints().size() * ROWS_AT_ONCE];
        nextInts = new int[ints.length];
        longs = new long[columnSet.longs().size() * ROWS_AT_ONCE];
        nextLongs = new long[longs.length];
        empty = EntityRecord.empty(EntityId.of(0), schema.fingerprint(), layout, ofSchema);
        shown = empty.copy();
    }

    public ColumnSet columnSet() {
        return columnSet;
    }

    /** The filled rows, whose sliding windows may wait for a refill. */
    public Columns filled() {
        return filled;
    }

    /** The row to be filled next, or {@link #NO_ROW}. */
    public int next() {
        if (!missed.isEmpty()) {
            return missed.firstInt();
        }
        return filled.rows() < all.rows() ? filled.rows() : NO_ROW;
    }

    /** How many rows are filled next, one behind the other and in one block; then {@link #read} takes as many records, and {@link #fill} follows. */
    public int following() {
        final int row = next();
        final int most = missed.isEmpty() ? Math.min(ROWS_AT_ONCE, all.rows() - row) : 1;
        return Math.min(most, Block.ROWS - row % Block.ROWS);
    }

    /** What a row without a record has. */
    public EntityRecord empty() {
        return empty;
    }

    /**
     * Copies the cells of one of the {@linkplain #following next} rows from its record. It stores nothing but numbers, so that the processor
     * waits for several records at a time.
     */
    public void read(int at, EntityRecord record) {
        for (int window : windows) {
            final EntityRecord present = present(record, window);
            final ColumnSet.ColumnIndexes ofWindow = columnSet.ofWindow(window);
            final boolean slides = columnSet.panes()[window] > 0;
            for (int column : ofWindow.ints()) {
                ints[column * ROWS_AT_ONCE + at] = present.ints()[columnSet.intSlots()[column]];
                if (slides) {
                    nextInts[column * ROWS_AT_ONCE + at] = columnSet.nextInt(column, present);
                }
            }
            for (int column : ofWindow.longs()) {
                longs[column * ROWS_AT_ONCE + at] = columnSet.cell(column, present.longs());
                if (slides) {
                    nextLongs[column * ROWS_AT_ONCE + at] = columnSet.nextLong(column, present);
                }
            }
        }
    }

    private EntityRecord present(EntityRecord record, int window) {
        if (columnSet.panes()[window] > 0) {
            for (int filter : columnSet.filtersOfWindow(window)) {
                record.show(window, filter, clock, layout, shown);
            }
            return shown;
        }
        return record.windowNumbers()[window] == clock.number(window) ? record : empty;
    }

    /** Fills so many rows from the next one on with what was read. */
    public void fill(int count) {
        final int row = next();
        if (missed.isEmpty()) {
            for (int i = 0; i < count; i++) {
                filled.append(all.idOf(row + i));
            }
        } else {
            missed.remove(row);
        }
        final Block block = filled.refresh(row / Block.ROWS);
        for (int window : windows) {
            final ColumnSet.ColumnIndexes ofWindow = columnSet.ofWindow(window);
            final boolean slides = columnSet.panes()[window] > 0;
            for (int column : ofWindow.ints()) {
                fillInts(block, column, row % Block.ROWS, count, slides);
            }
            for (int column : ofWindow.longs()) {
                fillLongs(block, column, row % Block.ROWS, count, slides);
            }
        }
    }

    private void fillInts(Block block, int column, int row, int count, boolean slides) {
        System.arraycopy(ints, column * ROWS_AT_ONCE, block.ints(column), row, count);
        for (int i = 0; i < count && slides; i++) {
            block.setNextInt(column, row + i, nextInts[column * ROWS_AT_ONCE + i]);
        }
    }

    private void fillLongs(Block block, int column, int row, int count, boolean slides) {
        for (int i = 0; i < count; i++) {
            block.setLong(column, row + i, longs[column * ROWS_AT_ONCE + i]);
            if (slides) {
                block.setNextLong(column, row + i, nextLongs[column * ROWS_AT_ONCE + i]);
            }
        }
    }

    boolean has(int row) {
        return row < filled.rows();
    }

    /** Notes that a row is removed: the last one moves to its place. */
    void remove(int row, int last) {
        if (has(last)) {
            filled.remove(row);
            final boolean wasMissed = missed.remove(last);
            missed.remove(row);
            if (wasMissed && row != last) {
                missed.add(row);
            }
        } else if (has(row)) {
            missed.add(row);
        }
    }
}
