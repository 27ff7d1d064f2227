package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.MatrixSchema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The stored form of a record, version 3. After the version, a byte, and the number of bytes that follow, all is
 * numbers of {@link ByteWriter}:
 *
 * <pre>
 * subscriberId           signed
 * schema fingerprint
 * 0 without an event, else 1 and the hour of the last one
 * n, then n              window numbers, signed
 * n, then runs           counts and durations, as {@link CellRuns}
 * n, then runs           costs and sums of squares
 * 0 without a profile, else 1 and the zip's bytes, the zip in UTF-8, and three signed: subscription type, category, value
 * </pre>
 *
 * It can be read without the schema, even if the job has another one by now. The caller checks the fingerprint. Version
 * 2, which is read too, has {@link MatrixSchema#narrowFingerprint()} and no hour; so is
 * {@linkplain RecordCodecV1 version 1}.
 *
 * <p>Writing and reading take two to four times as long as in version 1, for less than half of the bytes in checkpoints
 * and RocksDB.
 */
public final class RecordCodec {
    static final byte VERSION = 3;

    /** Without the hour of the last event. */
    static final byte VERSION_WITHOUT_HOUR = 2;

    /** More than any schema needs; a larger number in stored bytes means that they are not a record. */
    private static final int MAX_LENGTH = 1 << 20;

    private static final int MAX_BYTES = 1 << 25;
    private static final int MAX_PROFILE_NUMBERS = 4;

    /** The id, the fingerprint, the hour, the lengths of two arrays, and one to spare. */
    private static final int FIXED_NUMBERS = 6;

    /** A record's bytes are gathered here, because a stream takes many at once faster than one by one. */
    private static final ThreadLocal<ByteWriter> WRITER = ThreadLocal.withInitial(ByteWriter::new);

    private static final ThreadLocal<Long> LAST_FINGERPRINT = new ThreadLocal<>();
    private static final ThreadLocal<ByteReader> READER = ThreadLocal.withInitial(ByteReader::new);

    private RecordCodec() {}

    public static void write(SubscriberRecord record, DataOutput out) throws IOException {
        ByteWriter body = WRITER.get();
        body.clear();
        int[] windowNumbers = record.windowNumbers();
        body.reserve(windowNumbers.length + FIXED_NUMBERS);
        body.putSigned(record.id());
        body.put(record.schemaFingerprint());
        body.put(record.lastEventHour() + 1L);
        body.put(windowNumbers.length);
        for (int number : windowNumbers) {
            body.putSigned(number);
        }
        body.put(record.ints().length);
        CellRuns.write(record.ints(), body);
        body.reserve(1);
        body.put(record.longs().length);
        CellRuns.write(record.longs(), body);
        write(record.profile(), body);
        out.writeByte(VERSION);
        out.writeInt(body.size());
        out.write(body.bytes(), 0, body.size());
    }

    private static void write(Profile profile, ByteWriter body) {
        body.reserve(MAX_PROFILE_NUMBERS);
        if (profile == null) {
            body.put(0);
            return;
        }
        byte[] zip = profile.zip().getBytes(StandardCharsets.UTF_8);
        body.put(1 + zip.length);
        body.putBytes(zip);
        body.reserve(MAX_PROFILE_NUMBERS);
        body.putSigned(profile.subscriptionType());
        body.putSigned(profile.category());
        body.putSigned(profile.cellValueType());
    }

    public static SubscriberRecord read(DataInput in) throws IOException {
        byte version = in.readByte();
        return switch (version) {
            case RecordCodecV1.VERSION -> RecordCodecV1.read(in);
            case VERSION_WITHOUT_HOUR, VERSION -> readCompact(in, version);
            default ->
                throw new IOException("A stored record has version " + version + "; this release reads versions "
                        + RecordCodecV1.VERSION + " to " + VERSION
                        + ". Use the release that wrote it, or a newer one.");
        };
    }

    private static SubscriberRecord readCompact(DataInput in, byte version) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 0.." + MAX_BYTES);
        }
        ByteReader body = READER.get();
        body.fill(in, length);
        long subscriberId = body.getSigned();
        Long fingerprint = shared(body.get());
        int lastEventHour =
                version == VERSION_WITHOUT_HOUR ? SubscriberRecord.UNKNOWN_HOUR : body.getLength(Integer.MAX_VALUE) - 1;
        int[] windowNumbers = new int[body.getLength(MAX_LENGTH)];
        for (int i = 0; i < windowNumbers.length; i++) {
            windowNumbers[i] = body.getSignedInt();
        }
        int[] ints = new int[body.getLength(MAX_LENGTH)];
        CellRuns.read(ints, body);
        long[] longs = new long[body.getLength(MAX_LENGTH)];
        CellRuns.read(longs, body);
        Profile profile = readProfile(subscriberId, body);
        body.requireEnd();
        SubscriberRecord record =
                new SubscriberRecord(EntityId.of(subscriberId), fingerprint, windowNumbers, ints, longs, profile);
        record.lastEventHour(lastEventHour);
        return record;
    }

    /** Returns one object for the records of a schema. */
    private static Long shared(long fingerprint) {
        Long last = LAST_FINGERPRINT.get();
        if (last == null || last != fingerprint) {
            last = fingerprint;
            LAST_FINGERPRINT.set(last);
        }
        return last;
    }

    private static Profile readProfile(long subscriberId, ByteReader body) throws IOException {
        int zipBytes = body.getLength(MAX_LENGTH) - 1;
        if (zipBytes < 0) {
            return null;
        }
        // Interned: millions of subscribers share some thousand zips.
        String zip = body.getText(zipBytes).intern();
        return new Profile(subscriberId, zip, body.getSignedInt(), body.getSignedInt(), body.getSignedInt());
    }
}
