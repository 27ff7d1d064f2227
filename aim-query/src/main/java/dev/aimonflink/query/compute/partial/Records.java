package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.query.compute.aggregate.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The stored form of an entity's record, or none, as the codec of records writes it. */
public final class Records extends States {
    static final Kind KIND = new Kind(Records::new);

    private final List<byte[]> records = new ArrayList<>();

    public Records() {
        super(KIND, 0);
    }

    /** @param recordOrNull must not change afterwards */
    public Records add(byte[] recordOrNull) {
        records.add(recordOrNull);
        return this;
    }

    public byte[] record(int row) {
        return records.get(row);
    }

    @Override
    public int rows() {
        return records.size();
    }

    @Override
    public void addRow() {
        add(null);
    }

    /** An entity has one owner and so one record; of two, the choice does not depend on their order. */
    @Override
    public void merge(int row, States from, int fromRow) {
        byte[] theirs = ((Records) from).record(fromRow);
        if (theirs != null && (record(row) == null || Arrays.compare(theirs, record(row)) < 0)) {
            records.set(row, theirs);
        }
    }

    @Override
    public void write(int row, ByteWriter out) {
        out.flag(record(row) != null);
        if (record(row) != null) {
            out.bytes(record(row));
        }
    }

    @Override
    public void read(ByteReader in) throws IOException {
        add(in.flag() ? in.bytes() : null);
    }
}
