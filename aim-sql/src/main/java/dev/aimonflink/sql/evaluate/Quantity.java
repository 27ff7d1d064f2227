package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import static dev.aimonflink.sql.type.SqlType.Kind;

/**
 * A value that is a 64-bit number: an integer, an exact number of fixed scale, a boolean, a label's index or a time in milliseconds. Knows
 * the range of its values, so that operations that might overflow are recognised when compiled, and left out.
 */
abstract class Quantity {
    private static final long[] POWERS_OF_TEN = powersOfTen();

    private final int scale;
    private final long min;
    private final long max;

    private Quantity(int scale, long min, long max) {
        this.scale = scale;
        this.min = min;
        this.max = max;
    }

    private static long[] powersOfTen() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    abstract boolean isNull(Fields fields);

    /** The number without its point, for non-null values. */
    abstract long value(Fields fields);

    boolean isConstant() {
        return false;
    }

    long min() {
        return min;
    }

    /** Both at the larger scale; null if one has no such form. */
    static Quantity[] atOneScale(Bound left, Bound right) {
        try {
            Quantity a = of(left);
            Quantity b = of(right);
            if (a == null || b == null) {
                return null;
            }
            int scale = Math.max(a.scale, b.scale);
            return new Quantity[] {a.at(scale), b.at(scale)};
        } catch (ArithmeticException mayNotFit) {
            return null;
        }
    }

    private static Quantity of(Bound bound) {
        if (bound instanceof Bound.Constant constant) {
            return constant.isNull() ? null : constant(constant.value(), constant.type());
        } else if (bound instanceof Bound.Field field) {
            return field(field.column());
        } else if (bound instanceof Bound.Cast cast && isWidening(cast)) {
            return of(cast.operand());
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic(arithmetic);
        } else {
            return null;
        }
    }

    private static boolean isWidening(Bound.Cast cast) {
        return cast.operand().type().isInteger()
                && (cast.type().is(Kind.BIGINT)
                        || (cast.type().is(Kind.NUMERIC) && !cast.type().isLimited()));
    }

    private static Quantity constant(Object value, SqlType type) {
        if (value instanceof Long number) {
            return new Constant(0, number);
        } else if (value instanceof BigDecimal number) {
            return number.scale() < POWERS_OF_TEN.length
                    ? new Constant(number.scale(), number.unscaledValue().longValueExact())
                    : null;
        } else if (value instanceof Boolean truth) {
            return new Constant(0, truth ? 1 : 0);
        } else if (value instanceof Instant instant) {
            return instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))
                    ? new Constant(0, instant.toEpochMilli())
                    : null;
        } else {
            return type.is(Kind.ENUM) ? new Constant(0, type.labels().indexOf(value)) : null;
        }
    }

    private static Quantity field(Column column) {
        SqlType type = column.type();
        return switch (type.kind()) {
            case INTEGER, BIGINT, TIMESTAMP -> new Field(0, column);
            case NUMERIC ->
                type.isLimited() && type.scale() < POWERS_OF_TEN.length ? new Field(type.scale(), column) : null;
            case BOOLEAN, ENUM -> new Field(0, column);
            default -> null;
        };
    }

    private static Quantity arithmetic(Bound.Arithmetic arithmetic) {
        Quantity a = of(arithmetic.left());
        Quantity b = of(arithmetic.right());
        if (a == null || b == null || (a.isConstant() && b.isConstant())) {
            return null;
        }
        BinaryOperator operator = arithmetic.operator();
        Quantity result;
        if (operator == BinaryOperator.TIMES) {
            result = new Product(a, b);
        } else if (operator == BinaryOperator.PLUS || operator == BinaryOperator.MINUS) {
            int scale = Math.max(a.scale, b.scale);
            result = new Sum(a.at(scale), b.at(scale), operator == BinaryOperator.PLUS);
        } else {
            return null;
        }
        // The evaluator reports an integer sum that exceeds its type.
        boolean mayOverflow = arithmetic.type().is(Kind.INTEGER)
                && (result.min < Integer.MIN_VALUE || result.max > Integer.MAX_VALUE);
        return mayOverflow ? null : result;
    }

    private Quantity at(int wanted) {
        if (wanted == scale) {
            return this;
        }
        if (wanted - scale >= POWERS_OF_TEN.length) {
            throw new ArithmeticException("10 to the power of " + (wanted - scale) + " does not fit a long");
        }
        final long factor = POWERS_OF_TEN[wanted - scale];
        return isConstant()
                ? new Constant(wanted, Math.multiplyExact(min, factor))
                : new Product(this, new Constant(wanted - scale, factor));
    }

    private static final class Constant extends Quantity {
        private Constant(int scale, long value) {
            super(scale, value, value);
        }

        @Override
        boolean isNull(Fields fields) {
            return false;
        }

        @Override
        long value(Fields fields) {
            return super.min;
        }

        @Override
        boolean isConstant() {
            return true;
        }
    }

    private static final class Field extends Quantity {
        private final int index;

        private Field(int scale, Column column) {
            super(scale, column.min(), column.max());
            index = column.index();
        }

        @Override
        boolean isNull(Fields fields) {
            return fields.isNull(index);
        }

        @Override
        long value(Fields fields) {
            return fields.bits(index);
        }
    }

    /** An operation on two quantities, null if one of them is. */
    private abstract static class OfTwo extends Quantity {
        final Quantity a;
        final Quantity b;

        private OfTwo(Quantity a, Quantity b, int scale, long min, long max) {
            super(scale, min, max);
            this.a = a;
            this.b = b;
        }

        @Override
        final boolean isNull(Fields fields) {
            return a.isNull(fields) || b.isNull(fields);
        }
    }

    private static final class Sum extends OfTwo {
        private final boolean isPlus;

        private Sum(Quantity a, Quantity b, boolean isPlus) {
            super(
                    a,
                    b,
                    a.scale,
                    isPlus ? Math.addExact(a.min, b.min) : Math.subtractExact(a.min, b.max),
                    isPlus ? Math.addExact(a.max, b.max) : Math.subtractExact(a.max, b.min));
            this.isPlus = isPlus;
        }

        @Override
        long value(Fields fields) {
            return isPlus ? a.value(fields) + b.value(fields) : a.value(fields) - b.value(fields);
        }
    }

    private static final class Product extends OfTwo {
        private Product(Quantity a, Quantity b) {
            super(
                    a,
                    b,
                    a.scale + b.scale,
                    Math.min(
                            Math.min(Math.multiplyExact(a.min, b.min), Math.multiplyExact(a.min, b.max)),
                            Math.min(Math.multiplyExact(a.max, b.min), Math.multiplyExact(a.max, b.max))),
                    Math.max(
                            Math.max(Math.multiplyExact(a.min, b.min), Math.multiplyExact(a.min, b.max)),
                            Math.max(Math.multiplyExact(a.max, b.min), Math.multiplyExact(a.max, b.max))));
        }

        @Override
        long value(Fields fields) {
            return a.value(fields) * b.value(fields);
        }
    }
}
