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
    private final List<Cells> shown = new ArrayList<>();
    private final CopiedRows copy;
    private final List<byte[]> pieces = new ArrayList<>();

    /** Of the rows that are taken, those for which all conditions hold. */
    private final int[] chosen = new int[RowPace.MOST];

    private Block block;
    private long taken;

    /** The bytes of all pieces, also if they are too many to be kept. */
    private long bytes;

    /** The cells of one column of the answer. */
    private interface Cells {
        /** The digits behind the point of its numbers, or {@link CopiedRows#NO_SCALE}. */
        int scale();

        /** A block is shown next; blocks differ in the width of their cells. */
        default void begin() {}

        /** @param place of the column in the answer */
        void copy(int place, int[] rows, int from, int to);
    }

    RowCopy(String id, Fragment fragment, ColumnValues values, BlockColumns columns, ScanContext context) {
        super(fragment.conditions());
        this.id = id;
        this.columns = columns;
        exports = context.exports();
        cells = new BlockCells(context);
        MatrixColumn[] read = fragment.columns().toArray(MatrixColumn[]::new);
        row = column -> values.value(read[column], cells);
        fragment.keys().forEach(bound -> shown.add(cells(bound)));
        copy = new CopiedRows(shown.stream().mapToInt(Cells::scale).toArray(), exports.pieceBytes(), this::add);
    }

    private Cells cells(Bound bound) {
        VectorColumn column = bound instanceof Bound.Field field
                ? columns.column(field.column().index())
                : null;
        if (column == null) {
            return new Computed(bound);
        }
        final int index = ((Bound.Field) bound).column().index();
        return switch (column.encoding()) {
            case CODES -> new Codes(index, column);
            case INTS, LONGS -> column.type().isNumber() ? new Numbers(index, column) : new Computed(bound);
            default -> new Computed(bound);
        };
    }

    /** Whole and exact numbers. */
    private final class Numbers implements Cells {
        private final int index;
        private final VectorColumn column;

        /** One of both is null. */
        private int[] ints;

        private long[] longs;

        Numbers(int index, VectorColumn column) {
            this.index = index;
            this.column = column;
        }

        @Override
        public int scale() {
            return Math.max(0, column.scale());
        }

        @Override
        public void begin() {
            boolean areInts = column.encoding() == VectorColumn.Encoding.INTS || columns.isNarrow(index);
            ints = areInts ? columns.ints(index) : null;
            longs = areInts ? null : columns.longs(index);
        }

        @Override
        public void copy(int place, int[] rows, int from, int to) {
            if (longs == null) {
                copy.numbers(place, ints, rows, from, to);
            } else {
                copy.numbers(place, longs, rows, from, to);
            }
            for (int i = from; column.hasEmpty() && i < to; i++) {
                if (longs == null ? ints[rows[i]] == column.narrowEmpty() : longs[rows[i]] == column.empty()) {
                    copy.empty(place, i - from);
                }
            }
        }
    }

    /** What codes stand for, which is looked up once for each code. */
    private final class Codes implements Cells {
        private final int index;
        private final VectorColumn column;
        private Object[] known = new Object[1];
        private int[] codes;

        Codes(int index, VectorColumn column) {
            this.index = index;
            this.column = column;
        }

        @Override
        public int scale() {
            return CopiedRows.NO_SCALE;
        }

        @Override
        public void begin() {
            codes = columns.ints(index);
        }

        @Override
        public void copy(int place, int[] rows, int from, int to) {
            for (int i = from; i < to; i++) {
                copy.value(place, i - from, value(codes[rows[i]]));
            }
        }

        private Object value(int code) {
            if (code >= known.length) {
                known = Arrays.copyOf(known, Math.max(2 * known.length, code + 1));
            }
            if (known[code] == null) {
                known[code] = ShownValues.of(column.value(code));
            }
            return known[code];
        }
    }

    /** All else, computed for each row. */
    private final class Computed implements Cells {
        private final Bound bound;

        Computed(Bound bound) {
            this.bound = bound;
        }

        @Override
        public int scale() {
            return CopiedRows.NO_SCALE;
        }

        @Override
        public void copy(int place, int[] rows, int from, int to) {
            for (int i = from; i < to; i++) {
                cells.moveTo(block, rows[i]);
                copy.value(place, i - from, ShownValues.of(RowEvaluator.evaluate(bound, row)));
            }
        }
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
            block = ofBlock;
            columns.show(block);
            shown.forEach(Cells::begin);
        }
        final int[] wanted = left.isEmpty() ? rows : chosen;
        final int most = left.isEmpty() ? count : choose(rows, count, left);
        int done = 0;
        while (done < most) {
            final int end = Math.min(most, done + copy.room());
            for (int place = 0; place < shown.size(); place++) {
                shown.get(place).copy(place, wanted, done, end);
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
        exports.keep(id, pieces);
        Keys size = Keys.inUsualOrder(3).add(taken, bytes, (long) pieces.size());
        return Partial.ofGroups(GroupLimit.orFail(GroupLimit.MAX_GROUPS), size, List.of());
    }

    @Override
    public ScanWay way() {
        return ScanWay.rows("it copies them");
    }
}
