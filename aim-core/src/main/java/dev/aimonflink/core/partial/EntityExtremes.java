package dev.aimonflink.core.partial;

import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import dev.aimonflink.core.model.EntityId;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/** The entity with the highest of some longs, and the value; or none. Ties go to the lowest key. */
public final class EntityExtremes extends States {
    static final Kind KIND = in -> new EntityExtremes();

    private final LongArrayList values = new LongArrayList();
    private final EntityIds ids = new EntityIds();
    private final BitSet present = new BitSet();

    public EntityExtremes add(long value, EntityId key) {
        present.set(rows());
        values.add(value);
        ids.add(key);
        return this;
    }

    public boolean isNone(int row) {
        return !present.get(row);
    }

    public long value(int row) {
        return values.getLong(row);
    }

    public EntityId id(int row) {
        return ids.id(row);
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public States empty() {
        return new EntityExtremes();
    }

    @Override
    public void addRow() {
        values.add(0);
        ids.addNone();
    }

    @Override
    public void merge(int row, States from, int fromRow) {
        EntityExtremes that = (EntityExtremes) from;
        if (!that.isNone(fromRow) && (isNone(row) || that.isBefore(fromRow, this, row))) {
            present.set(row);
            values.set(row, that.values.getLong(fromRow));
            ids.set(row, that.ids, fromRow);
        }
    }

    private boolean isBefore(int row, EntityExtremes other, int otherRow) {
        int order = Long.compare(other.values.getLong(otherRow), values.getLong(row));
        return order < 0 || (order == 0 && ids.compare(row, other.ids, otherRow) < 0);
    }

    @Override
    public void write(int row, ByteWriter out) {
        out.flag(present.get(row));
        if (present.get(row)) {
            out.number(values.getLong(row));
            ids.write(row, out);
        }
    }

    @Override
    public void read(ByteReader in) throws IOException {
        if (in.flag()) {
            present.set(rows());
            values.add(in.getSigned());
            ids.read(in);
        } else {
            addRow();
        }
    }
}
