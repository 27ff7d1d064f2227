package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Writes events of a type one after the other into a growing array, in the layout of {@link BinaryModelCodec}. */
public final class EventWriter {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    /** Of a byte of a number of any length, see {@link #putVarLong}. */
    static final int BITS = 7;

    static final int LOW_BITS = (1 << BITS) - 1;
    static final int MORE = 1 << BITS;

    private static final int FIRST_CAPACITY = 256;

    private final boolean isTextKey;
    private final FieldType.Kind[] kinds;
    private final boolean[] isOptional;
    private final int nullBytes;
    private final boolean hasTime;

    /** A lower bound of an event's bytes without its texts. */
    private final int fixedBytes;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    public EventWriter(EventType type) {
        this(type, true);
    }

    EventWriter(EventType type, boolean hasTime) {
        List<EventField> fields = type.fields();
        this.hasTime = hasTime;
        isTextKey = type.key().isText();
        kinds = fields.stream().map(each -> each.type().kind()).toArray(FieldType.Kind[]::new);
        isOptional = new boolean[kinds.length];
        for (int field = 0; field < kinds.length; field++) {
            isOptional[field] = fields.get(field).isOptional();
        }
        nullBytes = nullBytes(type);
        fixedBytes = (4 + kinds.length) * Long.BYTES + nullBytes;
    }

    /** How many bytes the bits of optional fields take. */
    static int nullBytes(EventType type) {
        int optional =
                (int) type.fields().stream().filter(EventField::isOptional).count();
        return (optional + Byte.SIZE - 1) / Byte.SIZE;
    }

    /** Appends an event, its record's position, and how far its Kafka partition's clock is ahead of it. */
    public void writeWithPosition(DeclaredEvent event) {
        reserve(fixedBytes);
        putInt(event.partition());
        putLong(event.offset());
        putVarLong(event.clockMs() - event.timestampMs());
        write(event);
    }

    public void write(DeclaredEvent event) {
        reserve(fixedBytes);
        if (isTextKey) {
            putText(event.keyText());
        } else {
            putLong(event.keyNumber());
        }
        reserve(fixedBytes);
        if (hasTime) {
            putLong(event.timestampMs());
        }
        putNulls(event.values());
        for (int field = 0; field < kinds.length; field++) {
            if (!event.values().isNull(field)) {
                put(field, event.values());
            }
        }
    }

    private void putNulls(EventValues values) {
        int optional = 0;
        Arrays.fill(bytes, size, size + nullBytes, (byte) 0);
        for (int field = 0; field < kinds.length; field++) {
            if (isOptional[field]) {
                bytes[size + optional / Byte.SIZE] |= (byte) (values.isNull(field) ? 1 << optional % Byte.SIZE : 0);
                optional++;
            }
        }
        size += nullBytes;
    }

    private void put(int field, EventValues values) {
        final long bits = values.bits(field);
        switch (kinds[field]) {
            case BOOLEAN -> bytes[size++] = (byte) bits;
            case INT -> putInt((int) bits);
            case LONG, DECIMAL, TIME, DOUBLE -> putLong(bits);
            case ENUM -> putShort((int) bits);
            case TEXT -> {
                putText(values.text(field));
                reserve(fixedBytes);
            }
        }
    }

    private void putLong(long value) {
        LONGS.set(bytes, size, value);
        size += Long.BYTES;
    }

    /** Seven bits a byte, lowest first. Mostly 0, which is one byte. */
    private void putVarLong(long value) {
        long left = value;
        for (; (left & ~LOW_BITS) != 0; left >>>= BITS) {
            bytes[size++] = (byte) (left | MORE);
        }
        bytes[size++] = (byte) left;
    }

    private void putInt(int value) {
        INTS.set(bytes, size, value);
        size += Integer.BYTES;
    }

    private void putShort(int value) {
        SHORTS.set(bytes, size, (short) value);
        size += Short.BYTES;
    }

    private void putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        reserve(Short.BYTES + utf8.length);
        putShort(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    /** Returns the bytes of all events since the last call. */
    public byte[] take() {
        byte[] taken = Arrays.copyOf(bytes, size);
        size = 0;
        return taken;
    }
}
