package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.query.compute.aggregate.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The keys of a {@link Partial}'s groups, as rows of {@link Long}s, {@link java.math.BigDecimal}s, {@link Double}s, strings, {@link
 * Boolean}s, {@link java.time.Instant}s and nulls. A column has one type. Rows are sorted lexicographically.
 */
public final class Keys {
    /** Flags of a column's order, as written. */
    private static final int DESCENDING = 1;

    private static final int NULLS_FIRST = 2;

    private final List<KeyOrder> orders;
    private final Comparator<Object[]> comparator;
    private final int width;
    private final List<Object[]> rows = new ArrayList<>();

    /** @param orders one for each value of a row */
    public Keys(List<KeyOrder> orders) {
        PartialRows.require("width", orders.size(), 0, PartialForm.MAX_WIDTH);
        this.orders = List.copyOf(orders);
        comparator = comparator(orders);
        width = orders.size();
    }

    public static Keys inUsualOrder(int width) {
        return new Keys(Collections.nCopies(width, KeyOrder.USUAL));
    }

    /** @param values must not change afterwards */
    public Keys add(Object... values) {
        PartialRows.require("values of a row", values.length, width, width);
        rows.add(values);
        return this;
    }

    public Object value(int row, int column) {
        return rows.get(row)[column];
    }

    public int rows() {
        return rows.size();
    }

    /** Compares rows lexicographically. */
    public static Comparator<Object[]> comparator(List<KeyOrder> orders) {
        KeyOrder[] byColumn = orders.toArray(KeyOrder[]::new);
        return (first, second) -> {
            for (int column = 0; column < byColumn.length; column++) {
                int order = byColumn[column].compare(first[column], second[column]);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    /** Of two equal rows, stores into the first the values to show: a number may have more digits. */
    public static void show(Object[] row, Object[] same) {
        for (int column = 0; column < row.length; column++) {
            row[column] = Values.shown(row[column], same[column]);
        }
    }

    Keys empty() {
        return new Keys(orders);
    }

    boolean canMergeWith(Keys other) {
        return orders.equals(other.orders);
    }

    void append(Keys from, int row) {
        rows.add(from.rows.get(row));
    }

    /** Merges into the last row, which has an equal key, the values to show: a number may have more digits. */
    void mergeIntoLast(Keys from, int row) {
        Object[] shown = rows.get(rows.size() - 1).clone();
        show(shown, from.rows.get(row));
        rows.set(rows.size() - 1, shown);
    }

    int compare(int row, Keys other, int otherRow) {
        return comparator.compare(rows.get(row), other.rows.get(otherRow));
    }

    void writeForm(ByteWriter out) {
        out.number(width);
        orders.forEach(
                order -> out.number((order.isDescending() ? DESCENDING : 0) | (order.nullsFirst() ? NULLS_FIRST : 0)));
    }

    static Keys readForm(ByteReader in) throws IOException {
        List<KeyOrder> orders = new ArrayList<>();
        for (long left = in.number("width", 0, PartialForm.MAX_WIDTH); left > 0; left--) {
            long order = in.number("order", 0, DESCENDING | NULLS_FIRST);
            orders.add(new KeyOrder((order & DESCENDING) != 0, (order & NULLS_FIRST) != 0));
        }
        return new Keys(orders);
    }

    void write(int row, ByteWriter out) {
        for (Object value : rows.get(row)) {
            Values.write(value, out);
        }
    }

    void read(ByteReader in) throws IOException {
        Object[] values = new Object[width];
        for (int column = 0; column < width; column++) {
            values[column] = Values.read(in);
        }
        rows.add(values);
    }
}
