package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigInteger;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Compares values with constants, which makes ranges of cells, and with each other. */
final class Comparisons {
    private final Program program;
    private final ValueCompiler values;
    private final Masks masks;

    Comparisons(Program program, ValueCompiler values, Masks masks) {
        this.program = program;
        this.values = values;
        this.masks = masks;
    }

    void select(Bound.Comparison comparison, boolean truth, int[] mask, boolean isNarrowing) {
        BinaryOperator operator = comparison.operator();
        Bound left = comparison.left();
        Bound right = comparison.right();
        if (!Numbers64.isNumber(left.type()) && !left.type().is(Kind.UNKNOWN)) {
            throw new NoVectorsException("a comparison of " + left.type() + " reads more than one column");
        }
        Program.Mark mark = program.mark();
        if (ValueCompiler.isConstant(left)) {
            withConstant(right, flipped(operator), ValueCompiler.evaluated(left), truth, mask, isNarrowing);
        } else if (ValueCompiler.isConstant(right)) {
            withConstant(left, operator, ValueCompiler.evaluated(right), truth, mask, isNarrowing);
        } else {
            ofColumns(operator, values.compile(left), values.compile(right), truth, mask, isNarrowing);
        }
        program.release(mark);
    }

    private static BinaryOperator flipped(BinaryOperator operator) {
        return switch (operator) {
            case LESS -> BinaryOperator.GREATER;
            case LESS_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
            case GREATER -> BinaryOperator.LESS;
            case GREATER_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
            default -> operator;
        };
    }

    private void withConstant(
            Bound bound, BinaryOperator operator, Object constant, boolean truth, int[] mask, boolean isNarrowing) {
        Value value = values.compile(bound);
        if (constant == null || value == null) {
            masks.constant(false, mask, isNarrowing);
            return;
        }
        Range range = Range.of(operator, Numbers64.exact(constant), value.scale());
        range(value, truth ? range : range.negated(), mask, isNarrowing);
    }

    void range(Value value, Range range, int[] mask, boolean isNarrowing) {
        if (value == null) {
            masks.constant(false, mask, isNarrowing);
            return;
        }
        if (value.isConstant()) {
            final BigInteger number = BigInteger.valueOf(value.min());
            boolean isBetween =
                    range.low().compareTo(number) <= 0 && range.high().compareTo(number) >= 0;
            masks.constant(isBetween == range.isInside(), mask, isNarrowing);
            return;
        }
        final BigInteger least = BigInteger.valueOf(value.isWide() ? Long.MIN_VALUE : Integer.MIN_VALUE);
        final BigInteger greatest = BigInteger.valueOf(value.isWide() ? Long.MAX_VALUE : Integer.MAX_VALUE);
        BigInteger low = range.low().max(least);
        BigInteger high = range.high().min(greatest);
        boolean isEmpty = low.compareTo(high) > 0;
        if (range.isInside() ? isEmpty : low.equals(least) && high.equals(greatest)) {
            masks.constant(false, mask, isNarrowing);
        } else if (range.isInside()) {
            within(value, low.longValue(), high.longValue(), mask, isNarrowing);
        } else if (isEmpty) {
            within(value, least.longValue(), greatest.longValue(), mask, isNarrowing);
        } else if (low.equals(least)) {
            within(value, high.longValue() + 1, greatest.longValue(), mask, isNarrowing);
        } else if (high.equals(greatest)) {
            within(value, least.longValue(), low.longValue() - 1, mask, isNarrowing);
        } else {
            outside(value, low.longValue(), high.longValue(), mask, isNarrowing);
        }
    }

    /** A range of the lanes without the empty cell if it is at an end, as an extreme's mostly is. */
    private void within(Value value, long from, long to, int[] mask, boolean isNarrowing) {
        final long low = value.hasEmpty() && value.empty() == from ? from + 1 : from;
        final long high = value.hasEmpty() && value.empty() == to ? to - 1 : to;
        if (low > high || (value.hasEmpty() && from == to && from == value.empty())) {
            masks.constant(false, mask, isNarrowing);
            return;
        }
        final VectorCells cells = value.cells();
        if (value.isWide()) {
            masks.fill(
                    into -> program.emit(rows -> MaskLoops.between(cells.longs, cells.at, low, high, into, rows)),
                    mask,
                    isNarrowing);
        } else {
            masks.between(new Between(cells, (int) low, (int) high), mask, isNarrowing);
        }
        if (!value.hasEmpty() || (value.empty() >= low && value.empty() <= high)) {
            withoutNulls(value, mask);
        }
    }

    private void outside(Value value, long low, long high, int[] mask, boolean isNarrowing) {
        final VectorCells cells = value.cells();
        if (value.isWide()) {
            masks.fill(
                    into -> program.emit(rows -> {
                        MaskLoops.between(cells.longs, cells.at, low, high, into, rows);
                        MaskLoops.not(into, rows);
                    }),
                    mask,
                    isNarrowing);
        } else {
            masks.outside(new Between(cells, (int) low, (int) high), mask, isNarrowing);
        }
        if (!value.hasEmpty() || value.empty() < low || value.empty() > high) {
            withoutNulls(value, mask);
        }
    }

    void withoutNulls(Value value, int[] mask) {
        final int[] nulls = value == null ? null : program.nulls(value);
        if (nulls != null) {
            program.emit(rows -> MaskLoops.andNot(mask, nulls, rows));
        }
    }

    private void ofColumns(
            BinaryOperator operator, Value left, Value right, boolean truth, int[] mask, boolean isNarrowing) {
        if (left == null || right == null) {
            masks.constant(false, mask, isNarrowing);
            return;
        }
        final int scale = Math.max(left.scale(), right.scale());
        final Value a = values.at(left, scale);
        final Value b = values.at(right, scale);
        masks.fill(
                into -> {
                    switch (operator) {
                        case EQUAL, NOT_EQUAL -> compare(a, b, true, into);
                        case LESS, GREATER_OR_EQUAL -> compare(a, b, false, into);
                        default -> compare(b, a, false, into);
                    }
                    boolean isComplement = operator == BinaryOperator.NOT_EQUAL
                            || operator == BinaryOperator.GREATER_OR_EQUAL
                            || operator == BinaryOperator.LESS_OR_EQUAL;
                    masks.notUnless(truth != isComplement, into);
                    withoutNulls(a, into);
                    withoutNulls(b, into);
                },
                mask,
                isNarrowing);
    }

    private void compare(Value a, Value b, boolean isEqual, int[] mask) {
        if (!a.isWide() && !b.isWide() && !a.isConstant() && !b.isConstant()) {
            final VectorCells x = a.cells();
            final VectorCells y = b.cells();
            program.emit(
                    isEqual
                            ? rows -> program.primitives().equal(x, y, mask, 0, rows)
                            : rows -> program.primitives().less(x, y, mask, 0, rows));
            return;
        }
        final VectorCells x = program.wide(a);
        final VectorCells y = program.wide(b);
        program.emit(
                isEqual
                        ? rows -> MaskLoops.equal(x.longs, x.at, y.longs, y.at, mask, rows)
                        : rows -> MaskLoops.less(x.longs, x.at, y.longs, y.at, mask, rows));
    }
}
