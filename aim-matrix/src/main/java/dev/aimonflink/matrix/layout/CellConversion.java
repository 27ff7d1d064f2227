package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.ModelColumn;
import java.util.Arrays;

/**
 * Copies the cells of a record of an earlier schema to one of the present schema, column by column. A column takes its panes or last events
 * along.
 */
public final class CellConversion {
    private static final int NOWHERE = -1;

    private final CellLayout layout;
    private final CellLayout theirs;

    /** By int and long of the present schema, its index in the earlier one. */
    private final int[] ints;

    private final int[] longs;

    /** The same for the ints that say which panes are filled; empty if no window slides. */
    private final int[] filled;

    /** By filter and window, the earlier schema's filter that it continues. */
    private final int[][] sources;

    public CellConversion(MatrixSchema earlier, MatrixSchema current) {
        layout = current.layout();
        theirs = earlier.layout();
        ints = nowhere(layout.intCount());
        longs = nowhere(layout.longCount());
        boolean slides = current.columns().stream().anyMatch(column -> layout.panes(column.window()) != null);
        filled = nowhere(slides ? layout.intCount() : 0);
        sources = new int[layout.filters()][layout.windows()];
        for (int[] ofFilter : sources) {
            Arrays.fill(ofFilter, NOWHERE);
        }
        for (StoredColumn column : current.columns()) {
            StoredColumn from = earlier.same(column, current);
            if (from != null) {
                keep(column, from);
            }
        }
    }

    private static int[] nowhere(int length) {
        int[] places = new int[length];
        Arrays.fill(places, NOWHERE);
        return places;
    }

    private void keep(StoredColumn column, StoredColumn from) {
        PaneCells panes = layout.panes(column.window());
        RingCells ring = layout.ring(column.window());
        if ((panes != null || ring != null) && !isOfOneSource(column, from)) {
            return;
        }
        keepCell(column, column.slot(), from.slot());
        if (panes != null) {
            keepPanes(column, panes, from, theirs.panes(from.window()));
        } else if (ring != null) {
            keepRing(column, ring, from, theirs.ring(from.window()));
        }
    }

    /**
     * The columns of a filter and window share their last events and pane marks. So they continue those of one filter, the first column's.
     * The columns' filters differ only where names changed places among equal filters.
     */
    private boolean isOfOneSource(StoredColumn column, StoredColumn from) {
        int[] ofFilter = sources[column.filter()];
        if (ofFilter[column.window()] == NOWHERE) {
            ofFilter[column.window()] = from.filter();
        }
        return ofFilter[column.window()] == from.filter();
    }

    /** For a sum of doubles, also the rounding error. */
    private void keepCell(StoredColumn column, int slot, int from) {
        (column.isInt() ? ints : longs)[slot] = from;
        if (column.lostSlot() != StoredColumn.NONE) {
            longs[slot + layout.copies()] = from + theirs.copies();
        }
    }

    private void keepPanes(StoredColumn column, PaneCells panes, StoredColumn from, PaneCells theirPanes) {
        int to = column.filter();
        for (int word = 0; word < panes.words(); word++) {
            filled[panes.filled(to) + word] = theirPanes.filled(from.filter()) + word;
        }
        for (int place = PaneCells.NEXT; place < panes.panes(); place++) {
            keepCell(
                    column,
                    panes.slot(column.kind(), to, column.slot(), place),
                    theirPanes.slot(from.kind(), from.filter(), from.slot(), place));
        }
    }

    private void keepRing(StoredColumn column, RingCells ring, StoredColumn from, RingCells theirRing) {
        int to = column.filter();
        int source = from.filter();
        ints[ring.position(to)] = theirRing.position(source);
        ints[ring.taken(to, layout.indexOf(column), column.copy())] =
                theirRing.taken(source, theirs.indexOf(from), from.copy());
        if (column.field() == ModelColumn.NO_FIELD) {
            return;
        }
        for (int word = 0; word < ring.words(); word++) {
            ints[ring.nulls(to, column.field()) + word] = theirRing.nulls(source, from.field()) + word;
        }
        // A field that was only counted had no values, so columns that need them begin empty.
        if (ring.hasValues(column.field()) && theirRing.hasValues(from.field())) {
            for (int place = 0; place < ring.places(); place++) {
                longs[ring.value(to, column.field(), place)] = theirRing.value(source, from.field(), place);
            }
        }
    }

    /** Copies what the present schema keeps into the arrays of a record without events. */
    public void convert(int[] fromInts, long[] fromLongs, int[] toInts, long[] toLongs) {
        copy(fromInts, filled, toInts);
        for (int window = 0; window < layout.windows(); window++) {
            if (layout.panes(window) != null) {
                layout.panes(window).clearFilled(toInts, toLongs);
            }
        }
        copy(fromInts, ints, toInts);
        for (int i = 0; i < longs.length; i++) {
            if (longs[i] != NOWHERE) {
                toLongs[i] = fromLongs[longs[i]];
            }
        }
        for (int window = 0; window < layout.windows(); window++) {
            if (layout.ring(window) != null) {
                layout.ring(window).noteFull(toInts);
            }
        }
    }

    private static void copy(int[] from, int[] places, int[] to) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] != NOWHERE) {
                to[i] = from[places[i]];
            }
        }
    }
}
