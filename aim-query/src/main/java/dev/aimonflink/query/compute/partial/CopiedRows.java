package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * Rows of an answer in pieces, column by column. The binary form of a piece, version 1, of numbers and texts of {@link ByteWriter}:
 *
 * <pre>
 * version, rows, columns
 * for each column: its scale + 1, or 0    1 for whole numbers; 0 for values of any type
 *    the bits of its nulls                if it has a scale
 *    the length of what follows
 *    a value for each row                 a number without its point, 0 for null; or the tag of any value, and what that says
 * </pre>
 *
 * So rows are read one by one, each cell behind the one before it in its column.
 */
public final class CopiedRows {
    /** Of values of any type. */
    public static final int NO_SCALE = -1;

    private static final String WHAT = "A piece of an export";
    private static final int VERSION = 1;
    private static final int MOST_ROWS = 8_192;
    private static final int MOST_COLUMNS = 4_096;

    /** About how many bytes a value takes. */
    private static final int USUAL_BYTES = 4;

    private static final int LONG_BITS = 63;

    private enum Tag {
        NULL,
        FALSE,
        TRUE,
        LONG,
        DOUBLE,
        DECIMAL,
        /** A decimal of more digits than a long has. */
        LONG_DECIMAL,
        TEXT;

        private static final List<Tag> ALL = List.of(values());
    }

    private final int pieceBytes;
    private final Consumer<byte[]> pieces;
    private final Column[] columns;
    private final int most;
    private final ByteWriter out = new ByteWriter();
    private final ByteWriter cells = new ByteWriter();
    private int rows;

    /** About how many bytes the texts of the rows take. */
    private long textBytes;

    /** One column of the rows that are no piece yet. */
    private static final class Column {
        private final int scale;
        private final long[] numbers;
        private final Object[] values;
        private final BitSet nulls = new BitSet();

        Column(int scale, int most) {
            this.scale = scale;
            numbers = scale == NO_SCALE ? null : new long[most];
            values = scale == NO_SCALE ? new Object[most] : null;
        }
    }

    /**
     * @param scales of the columns: digits behind the point of numbers in 64 bits, or {@link #NO_SCALE}
     * @param pieceBytes about how long a piece should be
     * @param pieces takes each as it becomes full
     */
    public CopiedRows(int[] scales, int pieceBytes, Consumer<byte[]> pieces) {
        this.pieceBytes = pieceBytes;
        this.pieces = pieces;
        most = Math.max(1, Math.min(MOST_ROWS, pieceBytes / (USUAL_BYTES * Math.max(1, scales.length))));
        columns = new Column[scales.length];
        for (int i = 0; i < scales.length; i++) {
            columns[i] = new Column(scales[i], most);
        }
    }

    /** How many rows may be set next, before they {@linkplain #endRows end}: few where texts are long. */
    public int room() {
        return textBytes == 0
                ? most - rows
                : (int) Math.min(most - rows, Math.max(1, (pieceBytes - textBytes) * rows / textBytes));
    }

    /**
     * Sets the next cells of a column that has a scale.
     *
     * @param at the places of their numbers
     */
    public void numbers(int column, int[] withoutPoint, int[] at, int from, int to) {
        final long[] numbers = columns[column].numbers;
        for (int i = from; i < to; i++) {
            numbers[rows + i - from] = withoutPoint[at[i]];
        }
    }

    /** As above, in 64 bits. */
    public void numbers(int column, long[] withoutPoint, int[] at, int from, int to) {
        final long[] numbers = columns[column].numbers;
        for (int i = from; i < to; i++) {
            numbers[rows + i - from] = withoutPoint[at[i]];
        }
    }

    /** Sets one of the next cells to null, in a column that has a scale. */
    public void empty(int column, int row) {
        columns[column].numbers[rows + row] = 0;
        columns[column].nulls.set(rows + row);
    }

    /**
     * Sets one of the next cells of a column without a scale.
     *
     * @param value a {@link Long}, {@link Double}, {@link BigDecimal}, boolean, text or null
     */
    public void value(int column, int row, Object value) {
        columns[column].values[rows + row] = value;
        if (value instanceof String text) {
            textBytes += text.length();
        }
    }

    /** All cells of the next rows are set. */
    public void endRows(int count) {
        rows += count;
        if (rows == most || textBytes >= pieceBytes) {
            end();
        }
    }

    /** Makes a piece of the last rows. */
    public void end() {
        if (rows > 0) {
            write(0, rows);
            for (Column each : columns) {
                each.nulls.clear();
            }
            rows = 0;
            textBytes = 0;
        }
    }

    /** Long texts may need more pieces. */
    private void write(int from, int to) {
        out.clear();
        out.number(VERSION);
        out.number(to - from);
        out.number(columns.length);
        for (Column each : columns) {
            out.number(each.scale + 1);
            cells.clear();
            if (each.numbers == null) {
                for (int row = from; row < to; row++) {
                    writeValue(each.values[row]);
                }
            } else {
                out.bytes(each.nulls.get(from, to).toByteArray());
                cells.reserve(to - from);
                cells.putSigned(each.numbers, from, to);
            }
            out.bytes(cells.toBytes());
        }
        if (out.size() <= pieceBytes || to - from == 1) {
            pieces.accept(out.toBytes());
        } else {
            final int middle = (from + to) >>> 1;
            write(from, middle);
            write(middle, to);
        }
    }

    private void writeValue(Object value) {
        if (value == null) {
            tag(Tag.NULL);
        } else if (value instanceof Boolean isTrue) {
            tag(isTrue ? Tag.TRUE : Tag.FALSE);
        } else if (value instanceof Long number) {
            tag(Tag.LONG);
            cells.number(number);
        } else if (value instanceof Double number) {
            tag(Tag.DOUBLE);
            cells.number(Double.doubleToRawLongBits(number));
        } else if (value instanceof BigDecimal exact) {
            if (exact.unscaledValue().bitLength() <= LONG_BITS) {
                tag(Tag.DECIMAL);
                cells.number(exact.scale());
                cells.number(exact.unscaledValue().longValueExact());
            } else {
                tag(Tag.LONG_DECIMAL);
                cells.text(exact.toString());
            }
        } else {
            tag(Tag.TEXT);
            cells.text((String) value);
        }
    }

    private void tag(Tag tag) {
        cells.number(tag.ordinal());
    }

    /** The rows of a piece, one by one. */
    public static final class Reader implements Iterator<Object[]> {
        private final ByteReader[] cells;
        private final int[] scales;
        private final BitSet[] nulls;
        private final int rows;
        private int row;

        public Reader(byte[] piece) throws IOException {
            ByteReader in = new ByteReader(WHAT, piece);
            if (in.getSigned() != VERSION) {
                throw in.damaged("its version is not " + VERSION);
            }
            rows = (int) in.number("rows", 0, MOST_ROWS);
            final int width = (int) in.number("columns", 0, MOST_COLUMNS);
            cells = new ByteReader[width];
            scales = new int[width];
            nulls = new BitSet[width];
            for (int column = 0; column < width; column++) {
                scales[column] = (int) in.number("scale", 0, Integer.MAX_VALUE) - 1;
                nulls[column] = scales[column] == NO_SCALE ? null : BitSet.valueOf(in.bytes());
                cells[column] = new ByteReader(WHAT, in.bytes());
            }
            in.requireEnd();
        }

        @Override
        public boolean hasNext() {
            return row < rows;
        }

        @Override
        public Object[] next() {
            if (row == rows) {
                throw new NoSuchElementException();
            }
            Object[] read = new Object[cells.length];
            try {
                for (int column = 0; column < read.length; column++) {
                    read[column] = scales[column] == NO_SCALE
                            ? readValue(cells[column])
                            : readNumber(cells[column], scales[column], nulls[column].get(row));
                }
            } catch (IOException damaged) {
                throw new UncheckedIOException(damaged);
            }
            row++;
            return read;
        }
    }

    private static Object readNumber(ByteReader in, int scale, boolean isNull) throws IOException {
        final long number = in.getSigned();
        if (isNull) {
            return null;
        }
        return scale == 0 ? (Object) number : BigDecimal.valueOf(number, scale);
    }

    private static Object readValue(ByteReader in) throws IOException {
        return switch (Tag.ALL.get((int) in.number("tag", 0, Tag.ALL.size() - 1))) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case LONG -> in.getSigned();
            case DOUBLE -> Double.longBitsToDouble(in.getSigned());
            case DECIMAL -> {
                final int scale = in.getSignedInt();
                yield BigDecimal.valueOf(in.getSigned(), scale);
            }
            case LONG_DECIMAL -> new BigDecimal(in.text());
            case TEXT -> in.text();
        };
    }
}
