package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Values of any SQL type: a {@link Long}, {@link BigDecimal}, {@link Double}, {@link String}, {@link Boolean}, {@link Instant}, {@link
 * LocalDate}, {@link LocalDateTime}, {@link Interval}, {@link List} or {@link Float}, or null. They are compared as in SQL with null last,
 * and written with their type first.
 */
public final class Values {
    /** More than any SQL number, or the square of a double, has behind its point. */
    static final int MAX_SCALE = 32_767;

    /** The types by their written number: append only. A value that is of one type in one row is of this type in all. */
    private static final List<Class<?>> TYPES = List.of(
            Long.class,
            BigDecimal.class,
            Double.class,
            String.class,
            Boolean.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            Interval.class,
            List.class,
            Float.class);

    private static final int NULL = 0;
    private static final int LONG = 1;
    private static final int DECIMAL = 2;
    private static final int DOUBLE = 3;
    private static final int TEXT = 4;
    private static final int TRUTH = 5;
    private static final int TIME = 6;
    private static final int DATE = 7;
    private static final int LOCAL_TIME = 8;
    private static final int INTERVAL = 9;
    private static final int ARRAY = 10;
    private static final int REAL = 11;
    private static final int MAX_NANOS = 999_999_999;

    private Values() {}

    private static int typeOf(Object value) {
        if (value == null) {
            return NULL;
        }
        int index = value instanceof List ? ARRAY - 1 : TYPES.indexOf(value.getClass());
        if (index < 0) {
            throw new IllegalArgumentException("type=" + value.getClass() + " is none of " + TYPES + ".");
        }
        return index + 1;
    }

    /** Compares as SQL does, with null last. Numbers of the same value are equal, whatever their digits. */
    public static int compare(Object first, Object second) {
        if (first == null || second == null) {
            return Boolean.compare(first == null, second == null);
        }
        int types = Integer.compare(typeOf(first), typeOf(second));
        return types != 0 ? types : Order.compare(first, second, SqlType.TEXT);
    }

    /** Which of two equal values is shown, independent of their order: 1.50 rather than 1.5. */
    public static Object shown(Object first, Object second) {
        if (first instanceof BigDecimal one && second instanceof BigDecimal other) {
            return one.scale() >= other.scale() ? first : second;
        }
        // The other zero has a sign.
        return first instanceof Double number && Double.compare(number, (Double) second) < 0 ? second : first;
    }

    public static void write(Object value, ByteWriter out) {
        final int type = typeOf(value);
        out.number(type);
        switch (type) {
            case NULL -> {}
            case LONG -> out.number((Long) value);
            case DECIMAL -> writeDecimal((BigDecimal) value, out);
            case DOUBLE -> out.number(Double.doubleToLongBits((Double) value));
            case TEXT -> out.text((String) value);
            case TRUTH -> out.flag((Boolean) value);
            case TIME -> {
                Instant time = (Instant) value;
                out.number(time.getEpochSecond());
                out.number(time.getNano());
            }
            case DATE -> out.number(((LocalDate) value).toEpochDay());
            case LOCAL_TIME -> {
                LocalDateTime time = (LocalDateTime) value;
                out.number(time.toLocalDate().toEpochDay());
                out.number(time.toLocalTime().toNanoOfDay());
            }
            case INTERVAL -> {
                Interval interval = (Interval) value;
                out.number(interval.months());
                out.number(interval.days());
                out.number(interval.micros());
            }
            case REAL -> out.number(Float.floatToIntBits((Float) value));
            case ARRAY -> {
                List<?> values = (List<?>) value;
                out.number(values.size());
                values.forEach(each -> write(each, out));
            }
            default -> throw new AssertionError(type);
        }
    }

    public static Object read(ByteReader in) throws IOException {
        return switch ((int) in.number("type of a value", NULL, REAL)) {
            case NULL -> null;
            case LONG -> in.getSigned();
            case DECIMAL -> readDecimal(in);
            case DOUBLE -> Double.longBitsToDouble(in.getSigned());
            case TEXT -> in.text();
            case TRUTH -> in.flag();
            case DATE -> readDate(in);
            case LOCAL_TIME ->
                LocalDateTime.of(
                        readDate(in),
                        LocalTime.ofNanoOfDay(in.number("nanos of a day", 0, LocalTime.MAX.toNanoOfDay())));
            case INTERVAL ->
                new Interval(
                        (int) in.number("months", Integer.MIN_VALUE, Integer.MAX_VALUE),
                        (int) in.number("days", Integer.MIN_VALUE, Integer.MAX_VALUE),
                        in.getSigned());
            case ARRAY -> readArray(in);
            case REAL -> Float.intBitsToFloat((int) in.getSigned());
            default ->
                Instant.ofEpochSecond(
                        in.number("seconds", Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                        in.number("nanos", 0, MAX_NANOS));
        };
    }

    private static List<Object> readArray(ByteReader in) throws IOException {
        List<Object> values = new ArrayList<>();
        for (long left = in.number("number of values", 0, Integer.MAX_VALUE); left > 0; left--) {
            values.add(read(in));
        }
        return Collections.unmodifiableList(values);
    }

    private static LocalDate readDate(ByteReader in) throws IOException {
        return LocalDate.ofEpochDay(in.number("days", LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay()));
    }

    /** Most numbers fit 64 bits; a flag says so. */
    static void writeDecimal(BigDecimal value, ByteWriter out) {
        BigDecimal written = value.scale() < 0 ? value.setScale(0) : value;
        if (written.scale() > MAX_SCALE) {
            throw new IllegalArgumentException("scale=" + written.scale() + " is greater than " + MAX_SCALE + ".");
        }
        out.number(written.scale());
        BigInteger digits = written.unscaledValue();
        boolean isLong = digits.bitLength() < Long.SIZE;
        out.flag(isLong);
        if (isLong) {
            out.number(digits.longValue());
        } else {
            out.bytes(digits.toByteArray());
        }
    }

    static BigDecimal readDecimal(ByteReader in) throws IOException {
        int scale = (int) in.number("scale", 0, MAX_SCALE);
        if (in.flag()) {
            return BigDecimal.valueOf(in.getSigned(), scale);
        }
        byte[] digits = in.bytes();
        if (digits.length == 0) {
            throw in.damaged("a number has no digits");
        }
        return new BigDecimal(new BigInteger(digits), scale);
    }
}
