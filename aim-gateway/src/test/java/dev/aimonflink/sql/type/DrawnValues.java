package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Values of any type: its edges, and others that a seed determines. */
final class DrawnValues {
    private static final String[] WORDS = {
        "",
        " ",
        "null",
        "NULL",
        "a",
        "two words",
        "{",
        "}",
        ",",
        "\"",
        "\\",
        "\\x41",
        "'",
        "tab\tnewline\n",
        "\u00e9",
        "\ud83d\ude00",
        "(",
        ")",
        "%s"
    };
    private static final LocalDateTime FROM = LocalDateTime.of(1900, 1, 1, 0, 0);

    private final Random random;

    DrawnValues(long seed) {
        random = new Random(seed);
    }

    static List<PgType> types() {
        return Arrays.stream(PgType.values())
                .filter(type -> type != PgType.RECORD && type != PgType.VOID && type != PgType.UNKNOWN)
                .toList();
    }

    static boolean areEqual(Object a, Object b) {
        return (a instanceof List<?> ofA && b instanceof List<?> ofB)
                ? Arrays.deepEquals(ofA.toArray(), ofB.toArray())
                : Objects.deepEquals(a, b);
    }

    List<Object> of(PgType type, int count) {
        List<Object> values = new ArrayList<>(edges(type));
        for (int i = 0; i < count; i++) {
            values.add(type.isArray() ? array(type) : drawn(type));
        }
        return values;
    }

    private List<Object> array(PgType type) {
        List<Object> elements = new ArrayList<>();
        int length = random.nextInt(5);
        for (int i = 0; i < length; i++) {
            boolean isNull = !type.isVector() && random.nextInt(4) == 0;
            elements.add(isNull ? null : drawn(type.element()));
        }
        return elements;
    }

    private static List<?> edges(PgType type) {
        if (type.isArray()) {
            return List.of(List.of(), edges(type.element()));
        }
        return switch (type) {
            case BOOL -> List.of(true, false);
            case INT2 -> List.of(0L, -1L, (long) Short.MIN_VALUE, (long) Short.MAX_VALUE);
            case INT4 -> List.of(0L, -1L, (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
            case INT8 -> List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
            case OID -> List.of(0L, 1L, 0xFFFF_FFFFL);
            case REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE -> List.of(0L, 0xFFFF_FFFFL);
            case FLOAT4 ->
                List.of(
                        0.0,
                        -0.0,
                        1.0,
                        (double) Float.MIN_VALUE,
                        (double) Float.MAX_VALUE,
                        (double) Float.MIN_NORMAL,
                        1e6,
                        123456.0,
                        (double) 1e-4f,
                        (double) 1e-5f,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY);
            case FLOAT8 ->
                List.of(
                        0.0,
                        -0.0,
                        1.0,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        Double.MIN_NORMAL,
                        1e15,
                        1e14,
                        Double.parseDouble("2e23"),
                        Double.parseDouble("5e22"),
                        1e-4,
                        1e-5,
                        9007199254740992.0,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY);
            case NUMERIC ->
                List.of(
                        BigDecimal.ZERO,
                        new BigDecimal("0.00"),
                        new BigDecimal("1.50"),
                        new BigDecimal("-9999"),
                        new BigDecimal("10000"),
                        new BigDecimal("0.0001"),
                        new BigDecimal("0.00001"),
                        new BigDecimal("100000000.00000001"),
                        new BigDecimal("9".repeat(100) + "." + "9".repeat(99)));
            case DATE ->
                List.of(
                        LocalDate.EPOCH,
                        PgTimes.EPOCH,
                        LocalDate.of(0, 2, 29),
                        LocalDate.of(-4713, 11, 24),
                        LocalDate.of(10_000, 1, 1),
                        LocalDate.of(5_874_897, 12, 31),
                        LocalDate.MIN,
                        LocalDate.MAX);
            case TIMESTAMP ->
                List.of(
                        PgTimes.EPOCH.atStartOfDay(),
                        LocalDateTime.of(-4713, 11, 24, 0, 0),
                        LocalDateTime.of(0, 1, 1, 1, 1, 1, 1_000),
                        LocalDateTime.of(294_276, 12, 31, 23, 59, 59, 999_999_000),
                        LocalDateTime.MIN,
                        LocalDateTime.MAX);
            case TIMESTAMPTZ ->
                List.of(
                        Instant.EPOCH,
                        Instant.parse("2026-11-27T01:44:53.123Z"),
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-25T01:30:00Z"),
                        Instant.parse("2026-03-29T01:30:00Z"),
                        Instant.MIN,
                        Instant.MAX);
            case INTERVAL ->
                List.of(
                        new Interval(0, 0, 0),
                        new Interval(0, 1, 0),
                        new Interval(-1, 1, -1),
                        new Interval(-13, -1, 90_000_000_000L),
                        new Interval(0, 0, -1_000_001),
                        new Interval(1, 2, 3_500_000),
                        new Interval(14, 100_000_000, 100 * 3_600_000_000L));
            case BYTEA -> List.of(new byte[0], new byte[] {0, 1, 127, -128, -1, 92, 120});
            case CHAR -> List.of("", "r", "\\", "\u00ff", "\u0080", " ", "{");
            case JSON -> List.of("{}", "null");
            default -> Arrays.asList(WORDS);
        };
    }

    private Object drawn(PgType type) {
        return switch (type) {
            case BOOL -> random.nextBoolean();
            case INT2 -> (long) (short) random.nextInt();
            case INT4 -> (long) random.nextInt() >> random.nextInt(32);
            case INT8 -> random.nextLong() >> random.nextInt(64);
            case OID -> random.nextInt() & 0xFFFF_FFFFL;
            // Of no row.
            case REGPROC, REGCLASS, REGTYPE, REGROLE, REGNAMESPACE -> 3_000_000_000L + random.nextInt(1_000_000_000);
            case FLOAT4 ->
                (double)
                        (random.nextBoolean()
                                ? finite(Float.intBitsToFloat(random.nextInt()))
                                : (float) (random.nextInt(2_000_000) / 100.0));
            case FLOAT8 ->
                random.nextBoolean()
                        ? finite(Double.longBitsToDouble(random.nextLong()))
                        : random.nextInt(3) == 0
                                ? Math.scalb(1.0, random.nextInt(2000) - 1000)
                                : random.nextInt(2_000_000) / 100.0;
            case NUMERIC ->
                new BigDecimal(new BigInteger(1 + random.nextInt(200), random), random.nextInt(40))
                        .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
            case DATE -> FROM.toLocalDate().plusDays(random.nextInt(70_000));
            case TIMESTAMP -> time();
            case TIMESTAMPTZ -> time().toInstant(ZoneOffset.UTC);
            case INTERVAL ->
                new Interval(
                        random.nextInt() >> (8 + random.nextInt(24)),
                        random.nextInt() >> random.nextInt(32),
                        random.nextLong() >> (8 + random.nextInt(56)));
            case BYTEA -> {
                byte[] bytes = new byte[random.nextInt(20)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case CHAR -> BytesText.ofByte((byte) random.nextInt());
            case JSON -> "{\"a\": [" + random.nextInt() + ", \"\\\"\"]}";
            default -> WORDS[random.nextInt(WORDS.length)] + WORDS[random.nextInt(WORDS.length)];
        };
    }

    private LocalDateTime time() {
        long micros = random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000);
        return FROM.plusSeconds((long) (random.nextDouble() * 6_000_000_000L)).plusNanos(micros * 1_000);
    }

    private static float finite(float number) {
        return Float.isFinite(number) ? number : 1;
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : 1;
    }
}
