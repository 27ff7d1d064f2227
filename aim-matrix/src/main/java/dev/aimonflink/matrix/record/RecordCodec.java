package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The stored form of a record, version 1. After the version, a byte, and the number of bytes that follow, it consists of numbers of {@link
 * ByteWriter}:
 *
 * <pre>
 * the kind of the key: 0 for a number, 1 for a text; 2 more with a mark, 4 more with a time
 * the key: a signed number, or its length in UTF-8 and its bytes
 * the mark, if there is one
 * schema fingerprint
 * 0 without an event, else 1 and the time of the last one; of records of earlier releases, its hour
 * n, then n              window numbers, signed
 * n, then runs           cells of 32 bits, as {@link CellRuns}
 * n, then runs           cells of 64 bits
 * n, then n              attributes, as {@link AttributeBytes}
 * </pre>
 *
 * It can be read without the schema, which may have changed; the caller checks the fingerprint.
 */
public final class RecordCodec {
    static final byte VERSION = 1;

    /** More than any schema needs; a larger number means that the bytes are not a record. */
    private static final int MAX_LENGTH = 1 << 20;

    private static final int MAX_BYTES = 1 << 25;

    /** The kinds of keys. */
    private static final int NUMBER = 0;

    private static final int TEXT = 1;

    /** Added to the kind of the key if there is a mark. */
    private static final int MARKED = 2;

    /** Added to the kind of the key if the exact time of the last event is known, not only its hour. */
    private static final int TIMED = 4;

    private static final int KINDS = 8;

    /** The key, the mark, the fingerprint, the time, the lengths of two arrays, and one to spare. */
    private static final int FIXED_NUMBERS = 9;

    /** A record's bytes are gathered here, because a stream takes many at once faster than one by one. */
    private static final ThreadLocal<ByteWriter> WRITER = ThreadLocal.withInitial(ByteWriter::new);

    private static final ThreadLocal<Long> LAST_FINGERPRINT = new ThreadLocal<>();
    private static final ThreadLocal<ByteReader> READER =
            ThreadLocal.withInitial(() -> new ByteReader("A stored record"));

    private RecordCodec() {}

    public static void write(EntityRecord record, DataOutput out) throws IOException {
        ByteWriter body = WRITER.get();
        body.clear();
        int[] windowNumbers = record.windowNumbers();
        body.reserve(windowNumbers.length + FIXED_NUMBERS);
        writeKey(record, body);
        body.put(record.schemaFingerprint());
        body.put(record.lastEventMs() + 1);
        body.put(windowNumbers.length);
        for (int number : windowNumbers) {
            body.putSigned(number);
        }
        body.put(record.ints().length);
        new CellRuns(record.ints()).write(body);
        body.reserve(1);
        body.put(record.longs().length);
        new CellRuns(record.longs()).write(body);
        AttributeBytes.write(record.attributes(), body);
        out.writeByte(VERSION);
        out.writeInt(body.size());
        out.write(body.bytes(), 0, body.size());
    }

    private static void writeKey(EntityRecord record, ByteWriter body) {
        String text = record.keyText();
        int timed = record.lastEventMs() == EntityRecord.NO_EVENT ? 0 : TIMED;
        int marked = timed + (record.mark() == 0 ? 0 : MARKED);
        if (text == null) {
            body.put(NUMBER + marked);
            body.putSigned(record.id());
        } else {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            body.put(TEXT + marked);
            body.put(utf8.length);
            body.putBytes(utf8);
            body.reserve(record.windowNumbers().length + FIXED_NUMBERS);
        }
        if (record.mark() != 0) {
            body.put(record.mark());
        }
    }

    public static byte[] toBytes(EntityRecord record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(record, new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException("Memory cannot be written.", impossible);
        }
        return bytes.toByteArray();
    }

    public static EntityRecord ofBytes(byte[] stored) {
        try {
            return read(new DataInputStream(new ByteArrayInputStream(stored)));
        } catch (IOException damaged) {
            throw new UncheckedIOException("A record cannot be read.", damaged);
        }
    }

    public static EntityRecord read(DataInput in) throws IOException {
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IOException("A stored record has version " + version + "; this release reads version " + VERSION
                    + ". Use the release that wrote it, or a newer one.");
        }
        int length = in.readInt();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("A stored record is damaged: length=" + length + " is outside 0.." + MAX_BYTES);
        }
        ByteReader body = READER.get();
        body.fill(in, length);
        int kind = body.getLength(KINDS - 1);
        EntityId key = readKey(kind % MARKED, body);
        int mark = (kind & MARKED) == 0 ? 0 : body.getLength(Integer.MAX_VALUE);
        Long fingerprint = shared(body.get());
        long lastEventMs = (kind & TIMED) == 0 ? endOfHour(body.getLength(Integer.MAX_VALUE) - 1) : body.get() - 1;
        int[] windowNumbers = new int[body.getLength(MAX_LENGTH)];
        for (int i = 0; i < windowNumbers.length; i++) {
            windowNumbers[i] = body.getSignedInt();
        }
        int[] ints = new int[body.getLength(MAX_LENGTH)];
        new CellRuns(ints).read(body);
        long[] longs = new long[body.getLength(MAX_LENGTH)];
        new CellRuns(longs).read(body);
        Attributes attributes = AttributeBytes.read(body);
        body.requireEnd();
        EntityRecord record = new EntityRecord(key, fingerprint, windowNumbers, ints, longs, attributes);
        record.lastEventMs(lastEventMs);
        record.mark(mark);
        return record;
    }

    /** The latest possible time of a last event known only by its hour, so that nobody is called silent for longer than they were. */
    private static long endOfHour(long hour) {
        return hour < 0 ? EntityRecord.NO_EVENT : EntityRecord.endOf(hour);
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

    private static EntityId readKey(int kind, ByteReader body) throws IOException {
        return kind == NUMBER ? EntityId.of(body.getSigned()) : EntityId.of(body.getText(body.getLength(MAX_LENGTH)));
    }
}
