package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.SharedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The form of attributes in stored records and messages: their number, and for each the kind of its value, followed by
 *
 * <pre>
 * NULL, FALSE, TRUE   nothing
 * LONG                the number, signed
 * DOUBLE              its bits, signed
 * TEXT + n            n bytes of UTF-8
 * </pre>
 */
public final class AttributeBytes {
    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int LONG = 3;
    private static final int DOUBLE = 4;
    private static final int TEXT = 5;

    private static final int MAX_TEXT_BYTES = 1 << 16;
    private static final int MAX_BYTES = EntityType.MAX_ATTRIBUTES * MAX_TEXT_BYTES;

    private static final ThreadLocal<ByteWriter> WRITER = ThreadLocal.withInitial(ByteWriter::new);
    private static final ThreadLocal<ByteReader> READER =
            ThreadLocal.withInitial(() -> new ByteReader("A stored record"));

    /** Millions of records share some thousand values. */
    private static final ThreadLocal<SharedValues> SHARED =
            ThreadLocal.withInitial(() -> new SharedValues(EntityType.MAX_ATTRIBUTES));

    private AttributeBytes() {}

    public static void write(Attributes attributes, DataOutput out) throws IOException {
        ByteWriter bytes = WRITER.get();
        bytes.clear();
        write(attributes, bytes);
        out.writeInt(bytes.size());
        out.write(bytes.bytes(), 0, bytes.size());
    }

    public static Attributes read(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("Attributes are damaged: length=" + length + " is outside 0.." + MAX_BYTES);
        }
        ByteReader bytes = READER.get();
        bytes.fill(in, length);
        return read(bytes);
    }

    static void write(Attributes attributes, ByteWriter out) {
        out.reserve(1 + 2 * attributes.size());
        out.put(attributes.size());
        for (int i = 0; i < attributes.size(); i++) {
            write(attributes.value(i), out, attributes.size() - i);
        }
    }

    private static void write(Object value, ByteWriter out, int left) {
        if (value == null) {
            out.put(NULL);
        } else if (value instanceof Boolean flag) {
            out.put(flag ? TRUE : FALSE);
        } else if (value instanceof Long number) {
            out.put(LONG);
            out.putSigned(number);
        } else if (value instanceof Double number) {
            out.put(DOUBLE);
            out.putSigned(Double.doubleToRawLongBits(number));
        } else {
            byte[] utf8 = ((String) value).getBytes(StandardCharsets.UTF_8);
            out.put(TEXT + utf8.length);
            out.putBytes(utf8);
            out.reserve(2 * left);
        }
    }

    static Attributes read(ByteReader in) throws IOException {
        int count = in.getLength(EntityType.MAX_ATTRIBUTES);
        if (count == 0) {
            return Attributes.NONE;
        }
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = readValue(in);
        }
        return shared(values);
    }

    private static Object readValue(ByteReader in) throws IOException {
        int kind = in.getLength(TEXT + MAX_TEXT_BYTES);
        return switch (kind) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case LONG -> in.getSigned();
            case DOUBLE -> Double.longBitsToDouble(in.getSigned());
            default -> in.getText(kind - TEXT);
        };
    }

    static Attributes shared(Object... values) {
        SharedValues shared = SHARED.get();
        for (int i = 0; i < values.length; i++) {
            values[i] = shared.share(i, values[i]);
        }
        return Attributes.of(values);
    }
}
