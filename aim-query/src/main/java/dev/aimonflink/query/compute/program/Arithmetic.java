package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.Arrays;
import java.util.function.LongSupplier;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Adds, subtracts and multiplies values. Knows the range of each result, and refuses one that might exceed 64 bits or the range of its type. */
final class Arithmetic {
    private final Program program;

    Arithmetic(Program program) {
        this.program = program;
    }

    Value of(BinaryOperator operator, Value left, Value right, SqlType type) {
        return inRange(
                operator == BinaryOperator.TIMES
                        ? product(left, right)
                        : sum(left, right, operator == BinaryOperator.PLUS),
                type);
    }

    /** An integer quotient or remainder. The divisor must be a non-zero constant. */
    Value ofQuotient(BinaryOperator operator, Value left, Value right, SqlType type) {
        if (!right.isConstant() || right.min() == 0) {
            throw new NoVectorsException("a division may be one by zero");
        }
        final int scale = Math.max(left.scale(), right.scale());
        final Value dividend = at(left, scale);
        final long divisor = at(right, scale).min();
        if (dividend.isConstant()) {
            throw new NoVectorsException("a quotient of constants has no vectors");
        }
        return inRange(
                operator == BinaryOperator.MODULO ? remainder(dividend, divisor) : quotient(dividend, divisor), type);
    }

    private Value quotient(Value dividend, long divisor) {
        if (divisor == -1) {
            return linear(dividend, -1, 0);
        }
        final long first = dividend.min() / divisor;
        final long last = dividend.max() / divisor;
        return divided(dividend, divisor, false, Math.min(first, last), Math.max(first, last));
    }

    /** It has the sign of the dividend and is nearer to zero than the divisor. */
    private Value remainder(Value dividend, long divisor) {
        final long most = Math.max(divisor - 1, -(divisor + 1));
        final long min = Math.min(0, Math.max(-most, dividend.min()));
        final long max = Math.max(0, Math.min(most, dividend.max()));
        return divided(dividend, divisor, true, min, max);
    }

    private Value divided(Value dividend, long divisor, boolean isRemainder, long min, long max) {
        final int[] nulls = program.nulls(dividend);
        if (!dividend.isWide() && Value.isInt(divisor)) {
            final VectorCells cells = dividend.cells();
            final IntDivisor by = IntDivisor.of((int) divisor, dividend.min());
            final int[] into = program.ints();
            program.emit(
                    isRemainder
                            ? rows -> by.remainders(cells.ints, cells.at, into, rows)
                            : rows -> by.quotients(cells.ints, cells.at, into, rows));
            return Value.of(into, dividend.scale(), min, max, nulls);
        }
        final VectorCells wide = program.wide(dividend);
        final long[] into = program.longs();
        program.emit(
                isRemainder
                        ? rows -> MapLoops.remainder(wide.longs, wide.at, divisor, into, rows)
                        : rows -> MapLoops.divide(wide.longs, wide.at, divisor, into, rows));
        return Value.of(into, dividend.scale(), min, max, nulls);
    }

    Value negation(Value operand, SqlType type) {
        return inRange(linear(operand, -1, 0), type);
    }

    /** The row evaluator reports a number outside its type's range. */
    static Value inRange(Value value, SqlType type) {
        if (type.is(Kind.INTEGER) && !value.fitsInts()) {
            throw new NoVectorsException("a result may be out of the range of integer");
        }
        return value;
    }

    private static long exact(LongSupplier operation) {
        try {
            return operation.getAsLong();
        } catch (ArithmeticException mayNotFit) {
            throw new NoVectorsException("a result may have more than 64 bits");
        }
    }

    private Value sum(Value left, Value right, boolean isPlus) {
        final int scale = Math.max(left.scale(), right.scale());
        final Value a = at(left, scale);
        final Value b = at(right, scale);
        if (b.isConstant()) {
            return linear(a, 1, isPlus ? b.min() : exact(() -> Math.negateExact(b.min())));
        }
        if (a.isConstant()) {
            return linear(b, isPlus ? 1 : -1, a.min());
        }
        final long min = exact(() -> isPlus ? Math.addExact(a.min(), b.min()) : Math.subtractExact(a.min(), b.max()));
        final long max = exact(() -> isPlus ? Math.addExact(a.max(), b.max()) : Math.subtractExact(a.max(), b.min()));
        return isPlus
                ? ofBoth(a, b, scale, min, max, MapLoops::add, MapLoops::addWidely, MapLoops::add)
                : ofBoth(a, b, scale, min, max, MapLoops::subtract, MapLoops::subtractWidely, MapLoops::subtract);
    }

    /** Runs the loop for the lanes of the operands and the result. */
    private Value ofBoth(
            Value a,
            Value b,
            int scale,
            long min,
            long max,
            Loop<int[], int[]> narrow,
            Loop<int[], long[]> widening,
            Loop<long[], long[]> wide) {
        final int[] nulls = eitherNull(a, b);
        if (a.isWide() || b.isWide()) {
            final VectorCells x = program.wide(a);
            final VectorCells y = program.wide(b);
            final long[] into = program.longs();
            program.emit(rows -> wide.run(x.longs, x.at, y.longs, y.at, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final VectorCells x = a.cells();
        final VectorCells y = b.cells();
        if (Value.isInt(min) && Value.isInt(max)) {
            final int[] into = program.ints();
            program.emit(rows -> narrow.run(x.ints, x.at, y.ints, y.at, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final long[] into = program.longs();
        program.emit(rows -> widening.run(x.ints, x.at, y.ints, y.at, into, rows));
        return Value.of(into, scale, min, max, nulls);
    }

    private int[] eitherNull(Value a, Value b) {
        final int[] ofA = program.nulls(a);
        final int[] ofB = program.nulls(b);
        if (ofA == null || ofB == null) {
            return ofA == null ? ofB : ofA;
        }
        final int[] into = program.ints();
        program.emit(rows -> {
            System.arraycopy(ofA, 0, into, 0, rows);
            MaskLoops.or(into, ofB, rows);
        });
        return into;
    }

    private interface Loop<F, T> {
        void run(F a, int atA, F b, int atB, T into, int rows);
    }

    private Value product(Value a, Value b) {
        if (b.isConstant()) {
            return withScale(linear(a, b.min(), 0), a.scale() + b.scale());
        }
        if (a.isConstant()) {
            return withScale(linear(b, a.min(), 0), a.scale() + b.scale());
        }
        final int scale = a.scale() + b.scale();
        final long[] corners = {
            exact(() -> Math.multiplyExact(a.min(), b.min())),
            exact(() -> Math.multiplyExact(a.min(), b.max())),
            exact(() -> Math.multiplyExact(a.max(), b.min())),
            exact(() -> Math.multiplyExact(a.max(), b.max()))
        };
        Arrays.sort(corners);
        final long min = corners[0];
        final long max = corners[corners.length - 1];
        return ofBoth(a, b, scale, min, max, MapLoops::multiply, MapLoops::multiplyWidely, MapLoops::multiply);
    }

    private static Value withScale(Value value, int scale) {
        return new Value(
                value.cells(),
                value.isWide(),
                scale,
                value.min(),
                value.max(),
                value.hasEmpty(),
                value.empty(),
                value.nulls());
    }

    /** Factor and addend are in units of the value's last digit. */
    private Value linear(Value value, long factor, long plus) {
        final long first = exact(() -> Math.addExact(Math.multiplyExact(value.min(), factor), plus));
        final long last = exact(() -> Math.addExact(Math.multiplyExact(value.max(), factor), plus));
        final long min = Math.min(first, last);
        final long max = Math.max(first, last);
        if (value.isConstant()) {
            return Value.constant(first, value.scale());
        }
        final int[] nulls = program.nulls(value);
        final VectorCells cells = value.cells();
        if (value.isWide()) {
            final long[] into = program.longs();
            program.emit(rows -> MapLoops.linear(cells.longs, cells.at, factor, plus, into, rows));
            return Value.of(into, value.scale(), min, max, nulls);
        }
        // A factor or addend of more bits never fits the lanes, even where the result does.
        if (Value.isInt(min) && Value.isInt(max) && Value.isInt(factor) && Value.isInt(plus)) {
            final int narrowFactor = (int) factor;
            final int narrowPlus = (int) plus;
            final int[] into = program.ints();
            program.emit(rows -> MapLoops.linear(cells.ints, cells.at, narrowFactor, narrowPlus, into, rows));
            return Value.of(into, value.scale(), min, max, nulls);
        }
        final long[] into = program.longs();
        program.emit(rows -> MapLoops.linearWidely(cells.ints, cells.at, factor, plus, into, rows));
        return Value.of(into, value.scale(), min, max, nulls);
    }

    /** The same number with more digits behind the point. */
    Value at(Value value, int scale) {
        return scale == value.scale()
                ? value
                : withScale(linear(value, Value.powerOfTen(scale - value.scale()), 0), scale);
    }
}
