package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The value that belongs to the lowest or highest measure, or none. Of equal measures, the least value is taken, and null only if
 * there is no other. See {@link RowKeys} for what a value is.
 */
public final class ArgExtremes extends States {
    /** Null for none. */
    private final List<Object> measures = new ArrayList<>();

    private final List<Object> values = new ArrayList<>();

    ArgExtremes(StateKind kind) {
        super(kind);
    }

    public static ArgExtremes ofLowest() {
        return new ArgExtremes(StateKind.ARG_MIN_VALUE);
    }

    public static ArgExtremes ofHighest() {
        return new ArgExtremes(StateKind.ARG_MAX_VALUE);
    }

    public ArgExtremes addNone() {
        return add(null, null);
    }

    /** @param measure null for none */
    public ArgExtremes add(Object measure, Object value) {
        measures.add(measure);
        values.add(value);
        return this;
    }

    /** Takes a value into a row, unless it has no measure. */
    public void addTo(int row, Object measure, Object value) {
        if (measure == null) {
            return;
        }
        Object ours = measures.get(row);
        int order = ours == null ? -1 : kind().order(measure, ours);
        if (order == 0) {
            measures.set(row, Values.shown(ours, measure));
            int values = Values.compare(value, this.values.get(row));
            this.values.set(row, values < 0 ? value : values > 0 ? value(row) : Values.shown(value(row), value));
        } else if (order < 0) {
            measures.set(row, measure);
            values.set(row, value);
        }
    }

    /** The value, or null if there is none or it is null. */
    public Object value(int row) {
        return values.get(row);
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    States empty() {
        return new ArgExtremes(kind());
    }

    @Override
    void append(States from, int row) {
        ArgExtremes that = (ArgExtremes) from;
        add(that.measures.get(row), that.value(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        ArgExtremes that = (ArgExtremes) from;
        addTo(rows() - 1, that.measures.get(row), that.value(row));
    }

    @Override
    void write(int row, PartialWriter out) {
        Values.write(measures.get(row), out);
        Values.write(value(row), out);
    }

    @Override
    void read(PartialReader in) throws IOException {
        add(Values.read(in), Values.read(in));
    }
}
