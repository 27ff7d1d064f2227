package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the events that an {@link EventWriter} wrote. */
public final class EventReader {
    private final EventType type;
    private final List<EventField> fields;
    private final FieldType.Kind[] kinds;
    private final boolean[] isOptional;
    private final int nullBytes;
    private final boolean hasTime;
    private byte[] bytes;
    private int at;

    public EventReader(EventType type) {
        this(type, true);
    }

    EventReader(EventType type, boolean hasTime) {
        this.type = type;
        this.hasTime = hasTime;
        fields = type.fields();
        kinds = fields.stream().map(each -> each.type().kind()).toArray(FieldType.Kind[]::new);
        isOptional = new boolean[kinds.length];
        for (int field = 0; field < kinds.length; field++) {
            isOptional[field] = fields.get(field).isOptional();
        }
        nullBytes = EventWriter.nullBytes(type);
    }

    public void begin(byte[] events) {
        bytes = events;
        at = 0;
    }

    int position() {
        return at;
    }

    /** Reads the next event, its record's position and its Kafka partition's clock. */
    public void readWithPosition(DeclaredEvent into) {
        into.position(getInt(), getLong());
        final long aheadMs = getVarLong();
        read(into);
        into.clockMs(into.timestampMs() + aheadMs);
    }

    /** @throws IndexOutOfBoundsException if the bytes end before the event */
    public void read(DeclaredEvent into) {
        into.clear();
        if (type.key().isText()) {
            into.keyText(text(type.key().name()));
        } else {
            into.keyNumber(getLong());
        }
        if (hasTime) {
            into.timestampMs(getLong());
        }
        final int nullsAt = at;
        at += nullBytes;
        int optional = 0;
        for (int field = 0; field < kinds.length; field++) {
            boolean isNull = false;
            if (isOptional[field]) {
                isNull = (bytes[nullsAt + optional / Byte.SIZE] >> optional % Byte.SIZE & 1) == 1;
                optional++;
            }
            if (!isNull) {
                read(field, into.values());
            }
        }
    }

    private void read(int field, EventValues values) {
        switch (kinds[field]) {
            case BOOLEAN -> values.bits(field, below(2, bytes[at++], field));
            case INT -> values.bits(field, getInt());
            case LONG, DECIMAL, TIME, DOUBLE -> values.bits(field, getLong());
            case ENUM ->
                values.bits(field, below(fields.get(field).type().labels().size(), getShort(), field));
            case TEXT -> values.text(field, text(fields.get(field).name()));
        }
    }

    /** Strict, so that bytes of something else are recognized. */
    private long below(int limit, int value, int field) {
        if (value < 0 || value >= limit) {
            throw new MalformedException(fields.get(field).name() + "=" + value + " is outside 0.." + (limit - 1));
        }
        return value;
    }

    private long getLong() {
        final long value = (long) EventWriter.LONGS.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    private long getVarLong() {
        long value = 0;
        int shift = 0;
        byte part = bytes[at++];
        while (part < 0) {
            value |= (long) (part & EventWriter.LOW_BITS) << shift;
            shift += EventWriter.BITS;
            part = bytes[at++];
        }
        return value | (long) part << shift;
    }

    private int getInt() {
        final int value = (int) EventWriter.INTS.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    private short getShort() {
        final short value = (short) EventWriter.SHORTS.get(bytes, at);
        at += Short.BYTES;
        return value;
    }

    private String text(String name) {
        final int length = Short.toUnsignedInt(getShort());
        if (length > bytes.length - at) {
            throw new IndexOutOfBoundsException(name);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at, length))
                    .toString();
            at += length;
            return text;
        } catch (CharacterCodingException malformed) {
            throw new MalformedException(name + " is not UTF-8");
        }
    }
}
