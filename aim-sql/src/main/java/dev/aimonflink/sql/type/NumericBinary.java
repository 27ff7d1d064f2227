package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;

/**
 * Exact numbers as bytes. Digits have base 10000, highest first, and the point is behind the digit of weight 0:
 *
 * <pre>
 * int16 digits | int16 weight of the first digit | int16 sign: 0x0000 +, 0x4000 -, 0xC000 NaN, 0xD000 and 0xF000 infinities
 * int16 decimal digits behind the point, to show | int16 for each digit
 * </pre>
 *
 * <p>Zeros at either end are left out, and zero has no digits.
 */
final class NumericBinary {
    private static final int BASE = 10_000;
    private static final int DIGITS_OF_BASE = 4;
    private static final int HEADER_BYTES = 8;
    private static final int PLUS = 0x0000;
    private static final int MINUS = 0x4000;

    /** More than the longest number has, on both sides of the point. */
    private static final int MAX_WEIGHT = NumberText.MAX_DIGITS / DIGITS_OF_BASE + 1;

    private NumericBinary() {}

    static byte[] write(BigDecimal number) {
        BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
        int groupsBehindPoint = groups(plain.scale());
        String digits = plain.setScale(groupsBehindPoint * DIGITS_OF_BASE)
                .unscaledValue()
                .abs()
                .toString();
        int groups = groups(digits.length());
        String padded = "0".repeat(groups * DIGITS_OF_BASE - digits.length()) + digits;
        int weight = groups - groupsBehindPoint - 1;
        int end = groups;
        while (end > 0 && group(padded, end - 1) == 0) {
            end--;
        }
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + Short.BYTES * end);
        bytes.putShort((short) end)
                .putShort((short) (end == 0 ? 0 : weight))
                .putShort((short) (plain.signum() < 0 ? MINUS : PLUS))
                .putShort((short) plain.scale());
        for (int i = 0; i < end; i++) {
            bytes.putShort((short) group(padded, i));
        }
        return bytes.array();
    }

    private static int groups(int digits) {
        return (digits + DIGITS_OF_BASE - 1) / DIGITS_OF_BASE;
    }

    private static int group(String digits, int index) {
        return Integer.parseInt(digits.substring(index * DIGITS_OF_BASE, (index + 1) * DIGITS_OF_BASE));
    }

    static BigDecimal read(byte[] bytes) {
        if (bytes.length < HEADER_BYTES) {
            throw malformed();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int groups = buffer.getShort() & 0xFFFF;
        int weight = buffer.getShort();
        int sign = buffer.getShort() & 0xFFFF;
        int scale = buffer.getShort() & 0xFFFF;
        if (sign != PLUS && sign != MINUS) {
            throw noNumber(sign);
        }
        if (buffer.remaining() != groups * Short.BYTES) {
            throw malformed();
        }
        if (Math.abs(weight) > MAX_WEIGHT || groups > 2 * MAX_WEIGHT || scale > NumberText.MAX_DIGITS) {
            throw Faults.numberOutOfRange(
                    PgType.NUMERIC,
                    groups + " groups of digits, weight " + weight,
                    "Send at most " + NumberText.MAX_DIGITS + " digits.");
        }
        StringBuilder digits = new StringBuilder("0");
        for (int i = 0; i < groups; i++) {
            int group = buffer.getShort();
            if (group < 0 || group >= BASE) {
                throw malformed();
            }
            digits.append(Integer.toString(BASE + group), 1, 1 + DIGITS_OF_BASE);
        }
        BigDecimal size = new BigDecimal(new BigInteger(digits.toString()), (groups - 1 - weight) * DIGITS_OF_BASE);
        // PostgreSQL drops hidden digits, too.
        BigDecimal shown = size.setScale(scale, RoundingMode.DOWN);
        return sign == MINUS ? shown.negate() : shown;
    }

    private static SqlException malformed() {
        return Faults.binary(PgType.NUMERIC, "a header of 8 bytes, and as many digits from 0 to 9999 as it says");
    }

    private static SqlException noNumber(int sign) {
        return switch (sign) {
            case 0xC000, 0xD000, 0xF000 ->
                new SqlException(
                        SqlState.NUMBER_OUT_OF_RANGE,
                        SqlException.NOWHERE,
                        "A numeric cannot be NaN or an infinity here. Send a double precision.");
            default -> malformed();
        };
    }
}
