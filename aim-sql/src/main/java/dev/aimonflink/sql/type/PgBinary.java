package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Values in PostgreSQL's binary format. Integers are big-endian; nulls are not values.
 *
 * <pre>
 * bool                    1 byte, 0 or 1
 * "char"                  1 byte
 * int2, int4, int8        2, 4, 8 bytes
 * oid and its kin         4 bytes without a sign
 * float4, float8          IEEE 754
 * texts, json             UTF-8
 * bytea                   itself
 * numeric                 {@link NumericBinary}
 * timestamp, timestamptz  int64 microseconds since 2000-01-01; the greatest and the least are infinity and -infinity
 * date                    int32 days since 2000-01-01; likewise
 * interval                int64 microseconds | int32 days | int32 months
 * arrays and vectors      {@link ArrayBinary}
 * record                  {@link ArrayBinary#writeRecord}
 * void                    nothing
 * </pre>
 */
public final class PgBinary {
    private static final int INTERVAL_BYTES = 16;

    private PgBinary() {}

    public static byte[] write(PgType type, Object value) {
        if (type.isArray()) {
            return ArrayBinary.write(type, (List<?>) value);
        }
        return switch (type) {
            case BOOL -> new byte[] {(byte) ((Boolean) value ? 1 : 0)};
            case CHAR -> new byte[] {(byte) (((String) value).isEmpty() ? 0 : ((String) value).charAt(0))};
            case INT2 ->
                ByteBuffer.allocate(Short.BYTES)
                        .putShort(((Long) value).shortValue())
                        .array();
            case INT4, OID, REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE -> ofInt(((Long) value).intValue());
            case INT8 -> ofLong((Long) value);
            case FLOAT4 -> ofInt(Float.floatToIntBits(((Number) value).floatValue()));
            case FLOAT8 -> ofLong(Double.doubleToLongBits((Double) value));
            case NUMERIC -> NumericBinary.write((BigDecimal) value);
            case BYTEA -> (byte[]) value;
            case TIMESTAMPTZ -> ofLong(PgTimes.micros((Instant) value));
            case TIMESTAMP -> ofLong(PgTimes.micros(PgTimes.inUtc((LocalDateTime) value)));
            case DATE -> ofInt(PgTimes.days((LocalDate) value));
            case INTERVAL -> ofInterval((Interval) value);
            case RECORD -> ArrayBinary.writeRecord((PgRecord) value);
            case VOID -> new byte[0];
            default -> Utf8.bytes((String) value);
        };
    }

    private static byte[] ofInt(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static byte[] ofLong(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static byte[] ofInterval(Interval interval) {
        return ByteBuffer.allocate(INTERVAL_BYTES)
                .putLong(interval.micros())
                .putInt(interval.days())
                .putInt(interval.months())
                .array();
    }

    /** @throws dev.aimonflink.sql.SqlException if the bytes are not of the type */
    public static Object read(PgType type, byte[] bytes) {
        if (type.isArray()) {
            return ArrayBinary.read(type, bytes);
        }
        return switch (type) {
            case BOOL -> sized(type, bytes, 1).get() != 0;
            case CHAR -> BytesText.ofByte(sized(type, bytes, 1).get());
            case INT2 -> (long) sized(type, bytes, Short.BYTES).getShort();
            case INT4 -> (long) sized(type, bytes, Integer.BYTES).getInt();
            case OID, REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE ->
                Integer.toUnsignedLong(sized(type, bytes, Integer.BYTES).getInt());
            case INT8 -> sized(type, bytes, Long.BYTES).getLong();
            case FLOAT4 -> (double) sized(type, bytes, Float.BYTES).getFloat();
            case FLOAT8 -> sized(type, bytes, Double.BYTES).getDouble();
            case NUMERIC -> NumericBinary.read(bytes);
            case BYTEA -> bytes.clone();
            case TIMESTAMPTZ -> time(type, bytes);
            case TIMESTAMP -> PgTimes.withoutZone(time(type, bytes));
            case DATE -> date(bytes);
            case INTERVAL -> interval(bytes);
            case RECORD, VOID -> throw Faults.noInput(type);
            default -> Utf8.text(bytes);
        };
    }

    private static ByteBuffer sized(PgType type, byte[] bytes, int size) {
        if (bytes.length != size) {
            throw Faults.binary(type, size + " bytes instead of " + bytes.length);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static Instant time(PgType type, byte[] bytes) {
        long micros = sized(type, bytes, Long.BYTES).getLong();
        Instant time = PgTimes.time(micros);
        boolean isInfinite = time.equals(Instant.MAX) || time.equals(Instant.MIN);
        if (!isInfinite && !PgTimes.has(PgTimes.withoutZone(time))) {
            throw Faults.noSuchTime(type, time.toString());
        }
        return time;
    }

    private static LocalDate date(byte[] bytes) {
        LocalDate date = PgTimes.date(sized(PgType.DATE, bytes, Integer.BYTES).getInt());
        boolean isInfinite = date.equals(LocalDate.MAX) || date.equals(LocalDate.MIN);
        if (!isInfinite && !PgTimes.has(date)) {
            throw Faults.noSuchTime(PgType.DATE, date.toString());
        }
        return date;
    }

    private static Interval interval(byte[] bytes) {
        ByteBuffer buffer = sized(PgType.INTERVAL, bytes, INTERVAL_BYTES);
        long micros = buffer.getLong();
        int days = buffer.getInt();
        return new Interval(buffer.getInt(), days, micros);
    }
}
