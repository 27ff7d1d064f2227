package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.ShownValues;
import dev.aimonflink.query.ask.tables.BlockCells;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.partial.CopiedRows;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies the rows of a fragment for an export, as answers have them. Numbers and codes go from array to array, because all
 * that waits for the pass waits for the copy.
 */
final class RowCopy extends RowTaker {
    /** As a text, with what is around it, it fits a record of the results. */
    private static final int MOST_BYTES_OF_A_ROW = 640 << 10;

    private final String id;
    private final Exports exports;
    private final BlockColumns columns;
    private final BlockCells cells;
    private final Row row;
    private final Bound[] shown;

    /** By place in the answer, the column whose numbers or codes are read from arrays; or -1. */
    private final int[] read;

    /** Of a column of codes, the values that were shown, by code; null for a column of numbers. */
    private final Object[][] ofCodes;

    /** The cells of the present block, in 32 or 64 bits. */
    private final int[][] ints;

    private final long[][] longs;
    private final long[] empties;
    private final boolean[] mayBeEmpty;
    private final CopiedRows copy;
    private final List<byte[]> pieces = new ArrayList<>();

    /** Of the rows that are taken, those for which all conditions hold. */
    private final int[] chosen = new int[RowPace.MOST];

    private Block block;
    private long taken;

    /** The bytes of all pieces, also if they are too many to be kept. */
    private long bytes;

    RowCopy(String id, Fragment fragment, ColumnValues values, BlockColumns columns, ScanContext context) {
        super(fragment.conditions());
        this.id = id;
        this.columns = columns;
        exports = context.exports();
        cells = new BlockCells(context);
        MatrixColumn[] cellsOf = fragment.columns().toArray(MatrixColumn[]::new);
        row = column -> values.value(cellsOf[column], cells);
        shown = fragment.keys().toArray(Bound[]::new);
        read = new int[shown.length];
        ofCodes = new Object[shown.length][];
        ints = new int[shown.length][];
        longs = new long[shown.length][];
        empties = new long[shown.length];
        mayBeEmpty = new boolean[shown.length];
        int[] scales = new int[shown.length];
        for (int i = 0; i < shown.length; i++) {
            read[i] = columnOf(shown[i]);
            VectorColumn column = read[i] < 0 ? null : columns.column(read[i]);
            ofCodes[i] = column != null && column.encoding() == VectorColumn.Encoding.CODES ? new Object[1] : null;
            mayBeEmpty[i] = column != null && column.hasEmpty();
            scales[i] = column == null || ofCodes[i] != null ? CopiedRows.NO_SCALE : Math.max(0, column.scale());
        }
        copy = new CopiedRows(scales, exports.pieceBytes(), this::add);
    }

    private int columnOf(Bound bound) {
        if (!(bound instanceof Bound.Field field)) {
            return -1;
        }
        final int index = field.column().index();
        VectorColumn column = columns.column(index);
        if (column == null) {
            return -1;
        }
        return switch (column.encoding()) {
            case CODES -> index;
            case INTS, LONGS -> column.type().isNumber() ? index : -1;
            default -> -1;
        };
    }

    private void add(byte[] piece) {
        if (piece.length > MOST_BYTES_OF_A_ROW) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "A row of the export has " + piece.length + " bytes, more than " + MOST_BYTES_OF_A_ROW
                            + ". Ask for fewer columns, or shorter texts.");
        }
        bytes += piece.length;
        if (bytes <= exports.maxBytes()) {
            pieces.add(piece);
        } else {
            // It goes on, to say how much would be needed.
            pieces.clear();
        }
    }

    @Override
    void take(Block ofBlock, int[] rows, int count, List<Bound> left) {
        if (block != ofBlock) {
            begin(ofBlock);
        }
        final int[] from = left.isEmpty() ? rows : chosen;
        final int most = left.isEmpty() ? count : choose(rows, count, left);
        int done = 0;
        while (done < most) {
            final int end = Math.min(most, done + copy.room());
            for (int i = 0; i < shown.length; i++) {
                copy(i, from, done, end);
            }
            copy.endRows(end - done);
            done = end;
        }
        taken += most;
    }

    private int choose(int[] rows, int count, List<Bound> conditions) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            cells.moveTo(block, rows[i]);
            boolean isWanted = true;
            for (int each = 0; isWanted && each < conditions.size(); each++) {
                isWanted = Boolean.TRUE.equals(RowEvaluator.evaluate(conditions.get(each), row));
            }
            if (isWanted) {
                chosen[found++] = rows[i];
            }
        }
        return found;
    }

    private void copy(int place, int[] rows, int from, int to) {
        if (read[place] < 0) {
            for (int i = from; i < to; i++) {
                cells.moveTo(block, rows[i]);
                copy.value(place, i - from, ShownValues.of(RowEvaluator.evaluate(shown[place], row)));
            }
        } else if (ofCodes[place] != null) {
            for (int i = from; i < to; i++) {
                copy.value(place, i - from, ofCode(place, ints[place][rows[i]]));
            }
        } else if (longs[place] == null) {
            copy.numbers(place, ints[place], rows, from, to);
        } else {
            copy.numbers(place, longs[place], rows, from, to);
        }
        if (mayBeEmpty[place] && ofCodes[place] == null) {
            for (int i = from; i < to; i++) {
                final long number = longs[place] == null ? ints[place][rows[i]] : longs[place][rows[i]];
                if (number == empties[place]) {
                    copy.empty(place, i - from);
                }
            }
        }
    }

    private Object ofCode(int place, int code) {
        if (code >= ofCodes[place].length) {
            ofCodes[place] = Arrays.copyOf(ofCodes[place], Math.max(2 * ofCodes[place].length, code + 1));
        }
        Object known = ofCodes[place][code];
        if (known == null && code != 0) {
            known = ShownValues.of(columns.column(read[place]).value(code));
            ofCodes[place][code] = known;
        }
        return known;
    }

    /** Blocks differ in the width of their cells, and a scan sees each once. */
    private void begin(Block next) {
        block = next;
        columns.show(next);
        for (int i = 0; i < shown.length; i++) {
            if (read[i] >= 0) {
                VectorColumn column = columns.column(read[i]);
                boolean areInts = column.encoding() != VectorColumn.Encoding.LONGS || columns.isNarrow(read[i]);
                ints[i] = areInts ? columns.ints(read[i]) : null;
                longs[i] = areInts ? null : columns.longs(read[i]);
                empties[i] = areInts ? column.narrowEmpty() : column.empty();
            }
        }
    }

    @Override
    public long keptBytes() {
        return bytes <= exports.maxBytes() ? bytes : 0;
    }

    /** Leaves the copy to the partition, and sends its size. */
    @Override
    public Partial partial() {
        copy.end();
        block = null;
        if (bytes > exports.maxBytes()) {
            throw exports.tooLarge(bytes);
        }
        exports.keep(id, pieces, bytes);
        Keys size = Keys.inUsualOrder(3).add(taken, bytes, (long) pieces.size());
        return Partial.ofGroups(GroupLimit.orFail(GroupLimit.MAX_GROUPS), size, List.of());
    }

    @Override
    public ScanWay way() {
        return ScanWay.rows("it copies them");
    }
}
