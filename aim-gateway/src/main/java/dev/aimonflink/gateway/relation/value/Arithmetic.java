package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

import static dev.aimonflink.sql.type.PgType.FLOAT4;
import static dev.aimonflink.sql.type.PgType.FLOAT8;
import static dev.aimonflink.sql.type.PgType.INT2;
import static dev.aimonflink.sql.type.PgType.INT4;
import static dev.aimonflink.sql.type.PgType.INT8;
import static dev.aimonflink.sql.type.PgType.NUMERIC;
import static dev.aimonflink.sql.type.PgType.UNKNOWN;

/** Arithmetic with numbers. The type of the result is the wider one of the operands, and what does not fit it is an error. */
public final class Arithmetic {
    private static final List<PgType> WIDER = List.of(INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8);

    /** Digits of a quotient, as PostgreSQL has them. */
    private static final int SIGNIFICANT_DIGITS = 16;

    private static final int MAX_SCALE = 1_000;
    private static final int DIGITS_OF_A_GROUP = 4;

    private Arithmetic() {}

    /** Empty if there is no such operator for numbers of these types. */
    public static Optional<Operation> of(BinaryOperator operator, PgType left, PgType right) {
        PgType type = wider(left == UNKNOWN ? right : left, right == UNKNOWN ? left : right);
        if (type == null || (operator == BinaryOperator.MODULO && (type == FLOAT4 || type == FLOAT8))) {
            return Optional.empty();
        }
        if (operator == BinaryOperator.POWER) {
            return Optional.of(new Operation(FLOAT8, FLOAT8, FLOAT8, (a, b) -> Math.pow((Double) a, (Double) b)));
        }
        Operation.Code code =
                switch (type) {
                    case INT2, INT4, INT8 -> (a, b) -> whole(operator, (Long) a, (Long) b, type);
                    case NUMERIC -> (a, b) -> decimal(operator, (BigDecimal) a, (BigDecimal) b);
                    default -> (a, b) -> floating(operator, (Double) a, (Double) b, type);
                };
        return Optional.of(new Operation(type, type, type, code));
    }

    private static PgType wider(PgType left, PgType right) {
        if (!WIDER.contains(left) || !WIDER.contains(right)) {
            return null;
        }
        PgType wider = WIDER.get(Math.max(WIDER.indexOf(left), WIDER.indexOf(right)));
        return wider == FLOAT4 && left != right ? FLOAT8 : wider;
    }

    /** The number, if it is one of the type. */
    static Long checked(long value, PgType type) {
        boolean fits =
                switch (type) {
                    case INT2 -> value == (short) value;
                    case INT4 -> value == (int) value;
                    case INT8 -> true;
                    default -> value == (value & 0xFFFF_FFFFL);
                };
        if (!fits) {
            throw Faults.outOfRange(type);
        }
        return value;
    }

    private static Long whole(BinaryOperator operator, long left, long right, PgType type) {
        try {
            return checked(
                    switch (operator) {
                        case PLUS -> Math.addExact(left, right);
                        case MINUS -> Math.subtractExact(left, right);
                        case TIMES -> Math.multiplyExact(left, right);
                        case DIVIDE -> right == -1 ? Math.negateExact(left) : left / divisor(right);
                        case MODULO -> right == -1 ? 0 : left % divisor(right);
                        default -> throw new IllegalStateException("no arithmetic: " + operator);
                    },
                    type);
        } catch (ArithmeticException tooLarge) {
            throw Faults.outOfRange(type);
        }
    }

    private static long divisor(long value) {
        if (value == 0) {
            throw Faults.divisionByZero();
        }
        return value;
    }

    private static BigDecimal decimal(BinaryOperator operator, BigDecimal left, BigDecimal right) {
        if (right.signum() == 0 && (operator == BinaryOperator.DIVIDE || operator == BinaryOperator.MODULO)) {
            throw Faults.divisionByZero();
        }
        return switch (operator) {
            case PLUS -> left.add(right);
            case MINUS -> left.subtract(right);
            case TIMES -> left.multiply(right);
            case DIVIDE -> left.divide(right, scaleOfQuotient(left, right), RoundingMode.HALF_UP);
            case MODULO -> left.remainder(right);
            default -> throw new IllegalStateException("no arithmetic: " + operator);
        };
    }

    /** Digits behind the point, so that the quotient has sixteen significant ones at least. PostgreSQL counts in groups of four. */
    static int scaleOfQuotient(BigDecimal left, BigDecimal right) {
        int weight = group(left) - group(right);
        if (firstGroup(left).compareTo(firstGroup(right)) <= 0) {
            weight--;
        }
        int scale = SIGNIFICANT_DIGITS - weight * DIGITS_OF_A_GROUP;
        return Math.min(MAX_SCALE, Math.max(Math.max(scale, 0), Math.max(left.scale(), right.scale())));
    }

    /** The number of the first group that is not zero: 0 for the one before the point. */
    private static int group(BigDecimal value) {
        return value.signum() == 0 ? 0 : Math.floorDiv(value.precision() - value.scale() - 1, DIGITS_OF_A_GROUP);
    }

    private static BigDecimal firstGroup(BigDecimal value) {
        return value.abs().movePointLeft(group(value) * DIGITS_OF_A_GROUP).setScale(0, RoundingMode.DOWN);
    }

    private static Double floating(BinaryOperator operator, double left, double right, PgType type) {
        double result =
                switch (operator) {
                    case PLUS -> left + right;
                    case MINUS -> left - right;
                    case TIMES -> left * right;
                    case DIVIDE -> left / floatingDivisor(left, right);
                    default -> throw new IllegalStateException("no arithmetic: " + operator);
                };
        double rounded = type == FLOAT4 ? (float) result : result;
        if (Double.isInfinite(rounded) && !Double.isInfinite(left) && !Double.isInfinite(right)) {
            throw Faults.outOfRange(type);
        }
        return rounded;
    }

    private static double floatingDivisor(double left, double right) {
        if (right == 0 && !Double.isNaN(left)) {
            throw Faults.divisionByZero();
        }
        return right;
    }

    /** The number with the other sign. */
    public static Object negated(Object value, PgType type) {
        if (value instanceof Double number) {
            return -number;
        } else if (value instanceof BigDecimal number) {
            return number.negate();
        } else if (value instanceof Interval interval) {
            return interval.negated();
        } else {
            return whole(BinaryOperator.MINUS, 0, (Long) value, type);
        }
    }
}
