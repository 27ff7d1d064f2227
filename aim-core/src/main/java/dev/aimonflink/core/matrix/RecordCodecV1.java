package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The stored form of a record, version 1, big-endian:
 *
 * <pre>
 * byte  version
 * long  subscriberId
 * long  schema fingerprint
 * int   n, then n ints    window numbers
 * int   n, then n ints    counts and durations
 * int   n, then n longs   costs
 * byte  1 if there is a profile, then: UTF zip, int subscription type, int category, int cell value type
 * </pre>
 *
 * It can be read without knowing the schema; whether the schema is the right one is for the reader to check.
 */
public final class RecordCodec {
    static final byte VERSION = 1;

    /** More than any schema needs; a larger number in stored bytes means that they are not a record. */
    private static final int MAX_LENGTH = 1 << 20;

    private RecordCodec() {}

    public static void write(SubscriberRecord record, DataOutput out) throws IOException {
        out.writeByte(VERSION);
        out.writeLong(record.subscriberId());
        out.writeLong(record.schemaFingerprint());
        writeInts(record.windowNumbers(), out);
        writeInts(record.ints(), out);
        out.writeInt(record.longs().length);
        for (long value : record.longs()) {
            out.writeLong(value);
        }
        writeProfile(record.profile(), out);
    }

    public static SubscriberRecord read(DataInput in) throws IOException {
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IOException("A stored record has version " + version + "; this release reads version " + VERSION
                    + ". Use the release that wrote it, or a newer one.");
        }
        long subscriberId = in.readLong();
        long fingerprint = in.readLong();
        int[] windowNumbers = readInts(in);
        int[] ints = readInts(in);
        long[] longs = new long[readLength(in)];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = in.readLong();
        }
        Profile profile = readProfile(subscriberId, in);
        return new SubscriberRecord(subscriberId, fingerprint, windowNumbers, ints, longs, profile);
    }

    private static void writeInts(int[] values, DataOutput out) throws IOException {
        out.writeInt(values.length);
        for (int value : values) {
            out.writeInt(value);
        }
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

    private static void writeProfile(Profile profile, DataOutput out) throws IOException {
        out.writeBoolean(profile != null);
        if (profile != null) {
            out.writeUTF(profile.zip());
            out.writeInt(profile.subscriptionType());
            out.writeInt(profile.category());
            out.writeInt(profile.cellValueType());
        }
    }

    private static Profile readProfile(long subscriberId, DataInput in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        // Interned: millions of subscribers share some thousand zips.
        return new Profile(subscriberId, in.readUTF().intern(), in.readInt(), in.readInt(), in.readInt());
    }
}
