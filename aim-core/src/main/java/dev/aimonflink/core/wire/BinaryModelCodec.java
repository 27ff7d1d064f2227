package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EventFaults;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventType;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.Model;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Events of a model as bytes, version 1, big-endian:
 *
 * <pre>
 * key        long, or a text
 * time       long, epoch milliseconds
 * nulls      a bit for each optional field, the first the lowest of the first byte; 1 for null
 * fields     in the order of the model, without those that are null:
 *   boolean    byte, 0 or 1
 *   int        int
 *   long, time long
 *   decimal    long, without the point
 *   double     double
 *   enum       short, the index of the value
 *   text       short, the number of bytes, and so many of UTF-8
 * </pre>
 */
public final class BinaryModelCodec {
    private final EventType type;
    private final List<EventField> fields;
    private final EventFaults faults;
    private final int nullBytes;

    public BinaryModelCodec(Model model) {
        type = model.event();
        fields = type.fields();
        faults = new EventFaults(type);
        int optional = (int) fields.stream().filter(EventField::isOptional).count();
        nullBytes = (optional + Byte.SIZE - 1) / Byte.SIZE;
    }

    // ---- reading

    /**
     * Reads an event, which the matrix can count, from a record's value.
     *
     * @param bytes anything, even null
     * @param into is filled
     * @throws MalformedException if the bytes are no such event
     */
    public void decode(byte[] bytes, DeclaredEvent into) {
        EventFormat.requirePresent(bytes);
        into.clear();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            read(in, into);
        } catch (BufferUnderflowException tooShort) {
            throw new MalformedException("a binary " + type.name() + " is longer than " + bytes.length + " bytes");
        }
        if (in.hasRemaining()) {
            throw new MalformedException(
                    "a binary " + type.name() + " ends after " + in.position() + " of " + bytes.length + " bytes");
        }
        String fault = faults.of(into);
        if (fault != null) {
            throw new MalformedException(fault);
        }
    }

    private void read(ByteBuffer in, DeclaredEvent into) {
        if (type.key().isText()) {
            into.keyText(text(type.key().name(), in));
        } else {
            into.keyNumber(in.getLong());
        }
        into.timestampMs(in.getLong());
        int nullsAt = in.position();
        in.position(require(in, nullBytes));
        int optional = 0;
        for (int field = 0; field < fields.size(); field++) {
            boolean isNull = false;
            if (fields.get(field).isOptional()) {
                isNull = (in.get(nullsAt + optional / Byte.SIZE) >> optional % Byte.SIZE & 1) == 1;
                optional++;
            }
            if (!isNull) {
                read(field, in, into.values());
            }
        }
    }

    private static int require(ByteBuffer in, int bytes) {
        if (in.remaining() < bytes) {
            throw new BufferUnderflowException();
        }
        return in.position() + bytes;
    }

    private void read(int index, ByteBuffer in, EventValues values) {
        EventField field = fields.get(index);
        switch (field.type().kind()) {
            case BOOLEAN -> values.bits(index, below(2, in.get(), field));
            case INT -> values.bits(index, in.getInt());
            case LONG, DECIMAL, TIME, DOUBLE -> values.bits(index, in.getLong());
            case ENUM -> values.bits(index, below(field.type().labels().size(), in.getShort(), field));
            case TEXT -> values.text(index, text(field.name(), in));
        }
    }

    /** Strict, so that bytes that are no event are recognized. */
    private static long below(int limit, int value, EventField field) {
        if (value < 0 || value >= limit) {
            throw new MalformedException(field.name() + "=" + value + " is outside 0.." + (limit - 1));
        }
        return value;
    }

    private static String text(String name, ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        ByteBuffer bytes = in.slice();
        in.position(require(in, length));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.limit(length))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new MalformedException(name + " is not UTF-8");
        }
    }

    // ---- writing

    /** The bytes of any event, even of one with a fault. */
    public byte[] encode(DeclaredEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            if (type.key().isText()) {
                write(event.keyText(), out);
            } else {
                out.writeLong(event.keyNumber());
            }
            out.writeLong(event.timestampMs());
            out.write(nulls(event.values()));
            for (int field = 0; field < fields.size(); field++) {
                if (!event.values().isNull(field)) {
                    write(field, event.values(), out);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to.", e);
        }
        return bytes.toByteArray();
    }

    private byte[] nulls(EventValues values) {
        byte[] nulls = new byte[nullBytes];
        int optional = 0;
        for (int field = 0; field < fields.size(); field++) {
            if (fields.get(field).isOptional()) {
                nulls[optional / Byte.SIZE] |= (byte) (values.isNull(field) ? 1 << optional % Byte.SIZE : 0);
                optional++;
            }
        }
        return nulls;
    }

    private void write(int index, EventValues values, DataOutputStream out) throws IOException {
        long bits = values.bits(index);
        switch (fields.get(index).type().kind()) {
            case BOOLEAN -> out.writeByte((int) bits);
            case INT -> out.writeInt((int) bits);
            case LONG, DECIMAL, TIME, DOUBLE -> out.writeLong(bits);
            case ENUM -> out.writeShort((int) bits);
            case TEXT -> write(values.text(index), out);
        }
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }
}
