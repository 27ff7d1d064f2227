package dev.aimonflink.core.record;

import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.EntityId;
import java.io.DataInput;
import java.io.IOException;

/**
 * Reads version 1 of stored records, big-endian:
 *
 * <pre>
 * byte  version
 * long  key
 * long  schema fingerprint
 * int   n, then n ints    window numbers
 * int   n, then n ints    the cells that are ints
 * int   n, then n longs   the cells that are longs
 * byte  1 if there is a profile, then: a text in UTF, and three ints: the attributes of the benchmark's subscribers
 * </pre>
 *
 * The fingerprint is {@link MatrixSchema#narrowFingerprint()}.
 */
final class RecordCodecV1 {
    static final byte VERSION = 1;

    /** More than any schema needs; a larger number in stored bytes means that they are not a record. */
    private static final int MAX_LENGTH = 1 << 20;

    private RecordCodecV1() {}

    /** Reads the bytes after the version. */
    static EntityRecord read(DataInput in) throws IOException {
        long key = in.readLong();
        long fingerprint = in.readLong();
        int[] windowNumbers = readInts(in);
        int[] ints = readInts(in);
        long[] longs = new long[readLength(in)];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = in.readLong();
        }
        Attributes attributes = readProfile(in);
        EntityRecord record = new EntityRecord(EntityId.of(key), fingerprint, windowNumbers, ints, longs, attributes);
        record.lastEventHour(EntityRecord.UNKNOWN_HOUR);
        return record;
    }

    private static int[] readInts(DataInput in) throws IOException {
        int[] values = new int[readLength(in)];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readInt();
        }
        return values;
    }

    private static int readLength(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_LENGTH) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 0.." + MAX_LENGTH);
        }
        return length;
    }

    private static Attributes readProfile(DataInput in) throws IOException {
        if (!in.readBoolean()) {
            return Attributes.NONE;
        }
        // Interned: millions of entities share some thousand texts.
        return Attributes.of(in.readUTF().intern(), (long) in.readInt(), (long) in.readInt(), (long) in.readInt());
    }
}
