package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The stored form of an entity's record, or none. Whoever has the codec of records writes and reads it. */
public final class Records extends States {
    private final List<byte[]> records = new ArrayList<>();

    public Records() {
        super(StateKind.RECORD);
    }

    /** @param recordOrNull is not changed any more */
    public Records add(byte[] recordOrNull) {
        records.add(recordOrNull);
        return this;
    }

    /** The record, or null if there is none. */
    public byte[] record(int row) {
        return records.get(row);
    }

    @Override
    public int rows() {
        return records.size();
    }

    @Override
    States empty() {
        return new Records();
    }

    @Override
    void append(States from, int row) {
        add(((Records) from).record(row));
    }

    /** One partition owns the entity, so there is one record. Of two, one is chosen that does not depend on the order. */
    @Override
    void mergeIntoLast(States from, int row) {
        byte[] theirs = ((Records) from).record(row);
        int last = rows() - 1;
        if (theirs != null && (record(last) == null || Arrays.compare(theirs, record(last)) < 0)) {
            records.set(last, theirs);
        }
    }

    @Override
    void write(int row, PartialWriter out) {
        out.flag(record(row) != null);
        if (record(row) != null) {
            out.bytes(record(row));
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        add(in.flag() ? in.bytes() : null);
    }
}
