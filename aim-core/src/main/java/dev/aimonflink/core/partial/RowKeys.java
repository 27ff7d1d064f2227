package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys of groups that are rows of some values: {@link Long}s, {@link java.math.BigDecimal}s, {@link Double}s, strings, {@link
 * Boolean}s, {@link java.time.Instant}s and nulls. A column has one of these types in all rows. Rows are in the order of their first
 * values, then of the second ones and so on, as SQL sorts them by default.
 */
public final class RowKeys extends Keys {
    private final int width;
    private final List<Object[]> rows = new ArrayList<>();

    /** @param width how many values a row has */
    public RowKeys(int width) {
        PartialRows.require("width", width, 0, PartialForm.MAX_STATES);
        this.width = width;
    }

    /** @param values are not changed any more */
    public RowKeys add(Object... values) {
        PartialRows.require("values of a row", values.length, width, width);
        rows.add(values);
        return this;
    }

    /** One of the values, or null. */
    public Object value(int row, int column) {
        return rows.get(row)[column];
    }

    @Override
    public int rows() {
        return rows.size();
    }

    /** Negative if the first of two rows comes before the second; nulls come last. Of the same types. */
    public static int compare(Object[] first, Object[] second) {
        for (int column = 0; column < first.length; column++) {
            int order = Values.compare(first[column], second[column]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    Keys empty() {
        return new RowKeys(width);
    }

    @Override
    boolean isLike(Keys other) {
        return other instanceof RowKeys that && width == that.width;
    }

    @Override
    void append(Keys from, int row) {
        rows.add(((RowKeys) from).rows.get(row));
    }

    @Override
    void mergeIntoLast(Keys from, int row) {
        Object[] shown = rows.get(rows.size() - 1).clone();
        for (int column = 0; column < width; column++) {
            shown[column] = Values.shown(shown[column], ((RowKeys) from).value(row, column));
        }
        rows.set(rows.size() - 1, shown);
    }

    @Override
    int compare(int row, Keys other, int otherRow) {
        return compare(rows.get(row), ((RowKeys) other).rows.get(otherRow));
    }

    @Override
    void writeForm(PartialWriter out) {
        out.number(width);
    }

    @Override
    void write(int row, PartialWriter out) {
        for (Object value : rows.get(row)) {
            Values.write(value, out);
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        Object[] values = new Object[width];
        for (int column = 0; column < width; column++) {
            values[column] = Values.read(in);
        }
        rows.add(values);
    }
}
