package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/** The entity with the lowest or highest of some longs or doubles, and the value; or none. Ties go to the lowest key. */
public final class EntityExtremes extends States {
    private final LongArrayList values = new LongArrayList();
    private final EntityIds ids = new EntityIds();
    private final BitSet present = new BitSet();

    EntityExtremes(StateKind kind) {
        super(kind);
    }

    public static EntityExtremes lowestLongs() {
        return new EntityExtremes(StateKind.ARG_MIN_LONG);
    }

    public static EntityExtremes highestLongs() {
        return new EntityExtremes(StateKind.ARG_MAX_LONG);
    }

    public static EntityExtremes lowestDoubles() {
        return new EntityExtremes(StateKind.ARG_MIN_DOUBLE);
    }

    public static EntityExtremes highestDoubles() {
        return new EntityExtremes(StateKind.ARG_MAX_DOUBLE);
    }

    public EntityExtremes addNone() {
        values.add(0);
        ids.addNone();
        return this;
    }

    public EntityExtremes addLong(long value, EntityId key) {
        return add(kind().requireLong(value), key);
    }

    public EntityExtremes addDouble(double value, EntityId key) {
        return add(kind().requireDouble(Double.doubleToLongBits(value)), key);
    }

    private EntityExtremes add(long value, EntityId key) {
        present.set(rows());
        values.add(value);
        ids.add(key);
        return this;
    }

    public boolean isNone(int row) {
        return !present.get(row);
    }

    public long longValue(int row) {
        return kind().requireLong(values.getLong(row));
    }

    public double doubleValue(int row) {
        return Double.longBitsToDouble(kind().requireDouble(values.getLong(row)));
    }

    public EntityId id(int row) {
        return ids.id(row);
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    States empty() {
        return new EntityExtremes(kind());
    }

    @Override
    void append(States from, int row) {
        EntityExtremes that = (EntityExtremes) from;
        present.set(rows(), that.present.get(row));
        values.add(that.values.getLong(row));
        ids.append(that.ids, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        EntityExtremes that = (EntityExtremes) from;
        int last = rows() - 1;
        if (!that.isNone(row) && (isNone(last) || that.isBefore(row, this, last))) {
            present.set(last);
            values.set(last, that.values.getLong(row));
            ids.set(last, that.ids, row);
        }
    }

    private boolean isBefore(int row, EntityExtremes other, int otherRow) {
        int order = kind().order(values.getLong(row), other.values.getLong(otherRow));
        return order < 0 || (order == 0 && ids.compare(row, other.ids, otherRow) < 0);
    }

    @Override
    void write(int row, PartialWriter out) {
        out.flag(present.get(row));
        if (present.get(row)) {
            out.number(values.getLong(row));
            ids.write(row, out);
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        if (in.flag()) {
            present.set(rows());
            values.add(in.number());
            ids.read(in);
        } else {
            addNone();
        }
    }
}
