package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The lowest or highest of some values of one SQL type, in its order, or none. See {@link RowKeys} for what a value is. */
public final class ValueExtremes extends States {
    private final List<Object> values = new ArrayList<>();

    ValueExtremes(StateKind kind) {
        super(kind);
    }

    public static ValueExtremes lowest() {
        return new ValueExtremes(StateKind.MIN_VALUE);
    }

    public static ValueExtremes highest() {
        return new ValueExtremes(StateKind.MAX_VALUE);
    }

    public ValueExtremes add(Object valueOrNull) {
        values.add(valueOrNull);
        return this;
    }

    /** Takes a value into a row. */
    public void addTo(int row, Object value) {
        values.set(row, chosen(values.get(row), value));
    }

    /** The value, or null if there is none. */
    public Object value(int row) {
        return values.get(row);
    }

    private Object chosen(Object ours, Object theirs) {
        if (ours == null || theirs == null) {
            return ours == null ? theirs : ours;
        }
        int order = kind().order(theirs, ours);
        return order < 0 ? theirs : order > 0 ? ours : Values.shown(ours, theirs);
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    States empty() {
        return new ValueExtremes(kind());
    }

    @Override
    void append(States from, int row) {
        add(((ValueExtremes) from).value(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        addTo(rows() - 1, ((ValueExtremes) from).value(row));
    }

    @Override
    void write(int row, PartialWriter out) {
        Values.write(value(row), out);
    }

    @Override
    void read(PartialReader in) throws IOException {
        add(Values.read(in));
    }
}
