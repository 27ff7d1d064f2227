package dev.aimonflink.gateway.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** The cells of one column in a batch. What Arrow has no type for is a text, as PostgreSQL writes it; so are numbers of any scale. */
final class ArrowColumn {
    private static final int FIRST_BYTES = 1 << 12;
    private static final int MOST_DIGITS = 38;
    private static final int DECIMAL_BYTES = 16;
    private static final int HEADER_OF_MODIFIER = 4;
    private static final int BITS_OF_SCALE = 11;
    private static final int BITS_OF_A_HALF = 16;

    private enum Kind {
        TEXT,
        BOOL,
        INT,
        FLOAT,
        DECIMAL,
        DATE,
        TIMESTAMP
    }

    private final PgColumn column;
    private final PgText texts;
    private final Kind kind;
    private final int precision;
    private final int scale;
    private final BitSet present = new BitSet();
    private final BitSet truths = new BitSet();
    private ByteBuffer values = room(FIRST_BYTES);
    private ByteBuffer ends = room(FIRST_BYTES);
    private int rows;

    ArrowColumn(PgColumn column, PgText texts) {
        this.column = column;
        this.texts = texts;
        final int modifier = column.modifier() - HEADER_OF_MODIFIER;
        precision = modifier >> BITS_OF_A_HALF;
        scale = modifier & ((1 << BITS_OF_SCALE) - 1);
        kind = switch (column.type()) {
            case BOOL -> Kind.BOOL;
            case INT2, INT4, INT8 -> Kind.INT;
            case FLOAT4, FLOAT8 -> Kind.FLOAT;
            case NUMERIC ->
                column.modifier() == PgColumn.NO_MODIFIER || precision > MOST_DIGITS ? Kind.TEXT : Kind.DECIMAL;
            case DATE -> Kind.DATE;
            case TIMESTAMP, TIMESTAMPTZ -> Kind.TIMESTAMP;
            default -> Kind.TEXT;
        };
        begin();
    }

    private static ByteBuffer room(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Begins a batch. */
    void begin() {
        present.clear();
        truths.clear();
        values.clear();
        ends.clear();
        rows = 0;
        if (kind == Kind.TEXT) {
            ends.putInt(0);
        }
    }

    int field(FlatBufferBuilder to) {
        final int name = to.createString(column.name());
        final int children = Field.createChildrenVector(to, new int[0]);
        final int type = type(to);
        return Field.createField(to, name, true, typeNumber(), type, 0, children, 0);
    }

    private byte typeNumber() {
        return switch (kind) {
            case TEXT -> Type.Utf8;
            case BOOL -> Type.Bool;
            case INT -> Type.Int;
            case FLOAT -> Type.FloatingPoint;
            case DECIMAL -> Type.Decimal;
            case DATE -> Type.Date;
            case TIMESTAMP -> Type.Timestamp;
        };
    }

    private int type(FlatBufferBuilder to) {
        switch (kind) {
            case TEXT -> Utf8.startUtf8(to);
            case BOOL -> Bool.startBool(to);
            case INT -> {
                return Int.createInt(to, width() * Byte.SIZE, true);
            }
            case FLOAT -> {
                return FloatingPoint.createFloatingPoint(
                        to, width() == Float.BYTES ? Precision.SINGLE : Precision.DOUBLE);
            }
            case DECIMAL -> {
                return Decimal.createDecimal(to, precision, scale, DECIMAL_BYTES * Byte.SIZE);
            }
            case DATE -> {
                return Date.createDate(to, DateUnit.DAY);
            }
            case TIMESTAMP -> {
                final int zone = hasZone() ? to.createString("UTC") : 0;
                return Timestamp.createTimestamp(to, TimeUnit.MICROSECOND, zone);
            }
        }
        return to.endTable();
    }

    private boolean hasZone() {
        return column.type() == PgType.TIMESTAMPTZ;
    }

    /** The bytes of a cell; the texts of a column have different ones. */
    private int width() {
        return switch (column.type()) {
            case INT2 -> Short.BYTES;
            case INT4, FLOAT4, DATE -> Integer.BYTES;
            case NUMERIC -> DECIMAL_BYTES;
            default -> Long.BYTES;
        };
    }

    /**
     * Adds a cell, and returns how many bytes it takes.
     *
     * @param value as {@link PgType} says, or null
     */
    int add(Object value) {
        int bytes = 1;
        if (kind == Kind.TEXT) {
            bytes = addText(value == null ? "" : texts.write(column.type(), value));
        } else if (kind != Kind.BOOL) {
            bytes = width();
            values = withRoom(values, bytes);
            addCell(value);
        } else if (Boolean.TRUE.equals(value)) {
            truths.set(rows);
        }
        present.set(rows, value != null);
        rows++;
        return bytes;
    }

    private int addText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        values = withRoom(values, bytes.length).put(bytes);
        ends = withRoom(ends, Integer.BYTES).putInt(values.position());
        return Integer.BYTES + bytes.length;
    }

    private void addCell(Object valueOrNull) {
        if (valueOrNull == null) {
            values.put(new byte[width()]);
        } else if (kind == Kind.DECIMAL) {
            addDecimal((BigDecimal) valueOrNull);
        } else if (kind == Kind.FLOAT) {
            final double number = ((Number) valueOrNull).doubleValue();
            if (width() == Float.BYTES) {
                values.putFloat((float) number);
            } else {
                values.putDouble(number);
            }
        } else {
            addNumber(number(valueOrNull));
        }
    }

    private static long number(Object value) {
        if (value instanceof LocalDate date) {
            return date.toEpochDay();
        } else if (value instanceof LocalDateTime time) {
            return micros(time.toInstant(ZoneOffset.UTC));
        }
        return value instanceof Instant time ? micros(time) : (Long) value;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private void addNumber(long number) {
        switch (width()) {
            case Short.BYTES -> values.putShort((short) number);
            case Integer.BYTES -> values.putInt((int) number);
            default -> values.putLong(number);
        }
    }

    private void addDecimal(BigDecimal number) {
        byte[] bytes = number.setScale(scale).unscaledValue().toByteArray();
        for (int i = 0; i < DECIMAL_BYTES; i++) {
            values.put(i < bytes.length ? bytes[bytes.length - 1 - i] : (byte) (bytes[0] >> (Byte.SIZE - 1)));
        }
    }

    private static ByteBuffer withRoom(ByteBuffer buffer, int more) {
        if (buffer.remaining() >= more) {
            return buffer;
        }
        return room(Math.max(2 * buffer.capacity(), buffer.position() + more)).put(buffer.flip());
    }

    int nulls() {
        return rows - present.cardinality();
    }

    /** As a batch has them. */
    List<byte[]> buffers() {
        byte[] bits = bits(present);
        return switch (kind) {
            case TEXT -> List.of(bits, written(ends), written(values));
            case BOOL -> List.of(bits, bits(truths));
            default -> List.of(bits, written(values));
        };
    }

    private byte[] bits(BitSet set) {
        return Arrays.copyOf(set.toByteArray(), (rows + Byte.SIZE - 1) / Byte.SIZE);
    }

    private static byte[] written(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.duplicate().flip().get(bytes);
        return bytes;
    }
}
