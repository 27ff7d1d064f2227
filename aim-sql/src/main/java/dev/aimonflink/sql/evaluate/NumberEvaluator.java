package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** Evaluates functions of angles, of divisors, and of the digits of numbers. */
final class NumberEvaluator {
    /** Has as many digits as a number can have. */
    private static final long MAX_FACTORIAL = 5_000;

    private NumberEvaluator() {}

    static Object evaluate(Bound.Call call, List<Object> values, Row row) {
        Object first = values.isEmpty() ? null : values.get(0);
        return switch (call.function()) {
            case GCD, LCM -> ofTwo(call, first, values.get(1), row);
            case FACTORIAL -> factorial((Long) first, call, row);
            case SCALE -> (long) ((BigDecimal) first).scale();
            case MIN_SCALE -> (long) withoutZeros((BigDecimal) first).scale();
            case TRIM_SCALE -> withoutZeros((BigDecimal) first);
            case WIDTH_BUCKET -> bucket(call, values);
            case PI -> Math.PI;
            case DEGREES -> finite((Double) first / (Math.PI / 180), first, call);
            case RADIANS -> (Double) first * (Math.PI / 180);
            case ATAN -> Math.atan((Double) first);
            case ATAN2 -> Math.atan2((Double) first, (Double) values.get(1));
            default -> ofAngle(call, (Double) first);
        };
    }

    private static BigDecimal withoutZeros(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static double finite(double number, Object of, Bound.Call call) {
        if (Double.isInfinite(number) && !Double.isInfinite((Double) of)) {
            throw Casts.outOfRange(SqlType.DOUBLE, call.position());
        }
        return number;
    }

    private static double ofAngle(Bound.Call call, double number) {
        boolean isInverse = call.function() == Function.ASIN || call.function() == Function.ACOS;
        if (isInverse ? Math.abs(number) > 1 : Double.isInfinite(number)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    call.position(),
                    "input is out of range. Give " + (isInverse ? "one from -1 to 1." : "a finite one."));
        }
        return switch (call.function()) {
            case SIN -> Math.sin(number);
            case COS -> Math.cos(number);
            case TAN -> Math.tan(number);
            case COT -> 1 / Math.tan(number);
            case ASIN -> Math.asin(number);
            default -> Math.acos(number);
        };
    }

    private static Object ofTwo(Bound.Call call, Object left, Object right, Row row) {
        boolean isGcd = call.function() == Function.GCD;
        if (left instanceof BigDecimal a) {
            BigDecimal b = (BigDecimal) right;
            int scale = Math.max(a.scale(), b.scale());
            BigInteger x = a.setScale(scale).unscaledValue();
            BigInteger y = b.setScale(scale).unscaledValue();
            row.spend((long) x.bitLength() * y.bitLength() / Long.SIZE / Long.SIZE, call.position());
            BigInteger divisor = x.gcd(y);
            if (isGcd || divisor.signum() == 0) {
                return new BigDecimal(divisor, scale);
            }
            return LongValues.limited(
                    row, new BigDecimal(x.divide(divisor).multiply(y).abs(), scale), call.position());
        }
        BigInteger x = BigInteger.valueOf((Long) left);
        BigInteger y = BigInteger.valueOf((Long) right);
        BigInteger divisor = x.gcd(y);
        BigInteger value = isGcd || divisor.signum() == 0
                ? divisor
                : x.divide(divisor).multiply(y).abs();
        if (value.bitLength() >= (call.type().is(SqlType.Kind.INTEGER) ? Integer.SIZE : Long.SIZE)) {
            throw Casts.outOfRange(call.type(), call.position());
        }
        return value.longValue();
    }

    private static BigDecimal factorial(long number, Bound.Call call, Row row) {
        if (number < 0) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    call.position(),
                    "factorial of a negative number is undefined. Give zero or more.");
        }
        if (number > MAX_FACTORIAL) {
            throw Casts.outOfRange(SqlType.NUMERIC, call.position());
        }
        row.spend(number * number / 10, call.position());
        BigInteger product = BigInteger.ONE;
        for (long i = 2; i <= number; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return new BigDecimal(product);
    }

    /** The part of a range that a number is in: 0 before the first, one more than their number behind the last. */
    private static Long bucket(Bound.Call call, List<Object> values) {
        long count = (Long) values.get(3);
        if (count <= 0) {
            throw invalid("count must be greater than zero. Give 1 or more.", call);
        }
        boolean isExact = values.get(0) instanceof BigDecimal;
        boolean isNaN = !isExact && values.subList(0, 3).stream().anyMatch(each -> ((Double) each).isNaN());
        if (isNaN) {
            throw invalid("operand, lower bound, and upper bound cannot be NaN. Leave them out.", call);
        }
        boolean isBounded =
                isExact || (Double.isFinite((Double) values.get(1)) && Double.isFinite((Double) values.get(2)));
        if (!isBounded) {
            throw invalid("lower and upper bounds must be finite. Give numbers.", call);
        }
        int order = compare(values.get(1), values.get(2));
        if (order == 0) {
            throw invalid("lower bound cannot equal upper bound. Give different ones.", call);
        }
        long bucket;
        if (compare(values.get(0), values.get(1)) * order > 0) {
            bucket = 0;
        } else if (compare(values.get(0), values.get(2)) * order <= 0) {
            bucket = count + 1;
        } else if (isExact) {
            BigDecimal from = (BigDecimal) values.get(1);
            BigDecimal way = ((BigDecimal) values.get(0)).subtract(from).multiply(BigDecimal.valueOf(count));
            bucket = way.divide(((BigDecimal) values.get(2)).subtract(from), 0, RoundingMode.DOWN)
                            .longValueExact()
                    + 1;
        } else {
            double from = (Double) values.get(1);
            double part = ((Double) values.get(0) - from) / ((Double) values.get(2) - from);
            bucket = Math.min(count - 1, (long) (count * part)) + 1;
        }
        if (bucket > Integer.MAX_VALUE) {
            throw Casts.outOfRange(SqlType.INTEGER, call.position());
        }
        return bucket;
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object left, Object right) {
        return ((Comparable<Object>) left).compareTo(right);
    }

    private static SqlException invalid(String message, Bound.Call call) {
        return new SqlException(SqlState.INVALID_WIDTH_BUCKET, call.position(), message);
    }
}
