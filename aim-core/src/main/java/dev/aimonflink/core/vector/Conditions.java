package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.BinaryOperator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/**
 * Compiles conditions to steps that make masks. A condition has three results, a mask two: so it is asked for the rows in which a
 * condition is true, or for those in which it is false. NOT asks its operand for the other ones, AND and OR become each other, and
 * so down to the comparisons, which are neither true nor false where an operand is null.
 */
final class Conditions {
    /** As many ranges or comparisons are faster than a search for each row. */
    private static final int FEW_VALUES = 4;

    private final Program program;
    private final Primitives primitives;
    private final Values values;
    private Between lastRange;

    /** How many steps the program had behind it. */
    private int lastRangeEnd;

    Conditions(Program program) {
        this.program = program;
        primitives = program.primitives();
        values = new Values(program, this);
    }

    Values values() {
        return values;
    }

    /** Fills in a mask. */
    private interface Filling {
        void into(int[] mask);
    }

    /**
     * Selects the rows in which a condition has a truth value.
     *
     * @param isNarrowing whether the mask has rows already, of which the others are removed
     * @throws NoVectorsException if it has no vectors
     */
    void select(Bound bound, boolean truth, int[] mask, boolean isNarrowing) {
        if (Values.isConstant(bound)) {
            constant(Boolean.valueOf(truth).equals(Values.evaluated(bound)), mask, isNarrowing);
            return;
        }
        CodeTable table = CodeTable.of(bound, program);
        if (table != null) {
            selectCodes(table, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Not not) {
            select(not.operand(), !truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Logical logical) {
            logical(logical, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Comparison comparison) {
            comparison(comparison, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.In in) {
            in(in, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.InSet in) {
            inSet(in, truth, mask, isNarrowing);
        } else if (bound instanceof Bound.Field field) {
            range(values.compile(field), Range.of(BinaryOperator.EQUAL, exact(truth), 0), mask, isNarrowing);
        } else {
            neverNull(bound, truth, mask, isNarrowing);
        }
    }

    private static BigDecimal exact(boolean truth) {
        return truth ? BigDecimal.ONE : BigDecimal.ZERO;
    }

    private void constant(boolean isIn, int[] mask, boolean isNarrowing) {
        if (!isNarrowing || !isIn) {
            program.emit(rows -> MaskLoops.fill(mask, isIn, rows));
        }
    }

    /** Fills a mask in, or narrows one by a mask of its own. */
    private void fill(Filling filling, int[] mask, boolean isNarrowing) {
        if (!isNarrowing) {
            filling.into(mask);
            return;
        }
        Program.Mark mark = program.mark();
        final int[] other = program.ints();
        filling.into(other);
        program.emit(rows -> MaskLoops.and(mask, other, rows));
        program.release(mark);
    }

    private void logical(Bound.Logical logical, boolean truth, int[] mask, boolean isNarrowing) {
        if (logical.isAnd() == truth) {
            select(logical.left(), truth, mask, isNarrowing);
            select(logical.right(), truth, mask, true);
        } else {
            fill(
                    either -> {
                        select(logical.left(), truth, either, false);
                        Program.Mark mark = program.mark();
                        final int[] right = program.ints();
                        select(logical.right(), truth, right, false);
                        program.emit(rows -> MaskLoops.or(either, right, rows));
                        program.release(mark);
                    },
                    mask,
                    isNarrowing);
        }
    }

    // ---- conditions that are never null, and choices

    private void neverNull(Bound bound, boolean truth, int[] mask, boolean isNarrowing) {
        if (bound instanceof Bound.IsTruth isTruth) {
            fill(
                    into -> {
                        select(isTruth.operand(), isTruth.truth(), into, false);
                        notUnless(truth, into);
                    },
                    mask,
                    isNarrowing);
        } else if (bound instanceof Bound.IsNull isNull) {
            fill(
                    into -> {
                        unknown(isNull.operand(), into);
                        notUnless(truth, into);
                    },
                    mask,
                    isNarrowing);
        } else if (bound instanceof Bound.Same same) {
            fill(
                    into -> {
                        same(same, into);
                        notUnless(truth, into);
                    },
                    mask,
                    isNarrowing);
        } else if (bound instanceof Bound.Case choice) {
            fill(into -> choice(choice, 0, truth, into), mask, isNarrowing);
        } else {
            throw new NoVectorsException(Values.without(bound));
        }
    }

    private void notUnless(boolean truth, int[] mask) {
        if (!truth) {
            program.emit(rows -> MaskLoops.not(mask, rows));
        }
    }

    /** The rows in which an expression is null. */
    private void unknown(Bound operand, int[] mask) {
        Program.Mark mark = program.mark();
        if (operand.type().is(Kind.BOOLEAN)) {
            select(operand, true, mask, false);
            final int[] isFalse = program.ints();
            select(operand, false, isFalse, false);
            program.emit(rows -> {
                MaskLoops.or(mask, isFalse, rows);
                MaskLoops.not(mask, rows);
            });
        } else {
            Value value = values.compile(operand);
            copyNulls(value, mask);
        }
        program.release(mark);
    }

    private void copyNulls(Value value, int[] mask) {
        final int[] nulls = value == null ? null : values.nulls(value);
        final boolean isNull = value == null;
        program.emit(
                nulls == null
                        ? rows -> MaskLoops.fill(mask, isNull, rows)
                        : rows -> System.arraycopy(nulls, 0, mask, 0, rows));
    }

    private void same(Bound.Same same, int[] mask) {
        Bound.Comparison equal = new Bound.Comparison(BinaryOperator.EQUAL, same.left(), same.right(), same.position());
        select(equal, true, mask, false);
        Program.Mark mark = program.mark();
        final int[] left = program.ints();
        final int[] right = program.ints();
        unknown(same.left(), left);
        unknown(same.right(), right);
        program.emit(rows -> {
            MaskLoops.and(left, right, rows);
            MaskLoops.or(mask, left, rows);
        });
        program.release(mark);
    }

    /** Of the results from one on: that of the first condition that is true has the truth value. */
    private void choice(Bound.Case choice, int index, boolean truth, int[] mask) {
        if (index == choice.conditions().size()) {
            select(choice.results().get(index), truth, mask, false);
            return;
        }
        choice(choice, index + 1, truth, mask);
        Program.Mark mark = program.mark();
        final int[] here = program.ints();
        select(choice.conditions().get(index), true, here, false);
        program.emit(rows -> MaskLoops.andNot(mask, here, rows));
        select(choice.results().get(index), truth, here, true);
        program.emit(rows -> MaskLoops.or(mask, here, rows));
        program.release(mark);
    }

    // ---- codes

    private void selectCodes(CodeTable table, boolean truth, int[] mask, boolean isNarrowing) {
        final int[] lanes = new int[table.codes()];
        int first = -1;
        int last = -1;
        int count = 0;
        for (int code = 0; code < lanes.length; code++) {
            if (Boolean.valueOf(truth).equals(table.value(code))) {
                lanes[code] = -1;
                first = first < 0 ? code : first;
                last = code;
                count++;
            }
        }
        final Cells codes = program.cells(table.column());
        if (count == 0) {
            constant(false, mask, isNarrowing);
        } else if (last - first + 1 == count) {
            // As equality is, a prefix is a range of codes: they are sorted by name.
            between(codes, first, last, mask, isNarrowing);
        } else if (gapOf(lanes) != null) {
            final int[] gap = gapOf(lanes);
            fill(
                    into -> program.emit(rows -> primitives.outside(codes.ints, codes.at, gap[0], gap[1], into, rows)),
                    mask,
                    isNarrowing);
            if (lanes[0] == 0 && gap[0] > 0) {
                between(codes, 1, lanes.length - 1, mask, true);
            }
        } else {
            fill(
                    into -> program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, lanes, into, rows)),
                    mask,
                    isNarrowing);
        }
    }

    /** The codes of the only gap in a set of codes from the first name on, as inequality makes it; null if there are more. */
    private static int[] gapOf(int[] lanes) {
        int low = 1;
        while (low < lanes.length && lanes[low] != 0) {
            low++;
        }
        int high = low;
        while (high + 1 < lanes.length && lanes[high + 1] == 0) {
            high++;
        }
        for (int code = high + 1; code < lanes.length; code++) {
            if (lanes[code] == 0) {
                return null;
            }
        }
        return new int[] {low, high};
    }

    private void between(Cells cells, int low, int high, int[] mask, boolean isNarrowing) {
        lastRange = new Between(cells, low, high);
        program.emit(
                isNarrowing
                        ? rows -> primitives.andBetween(cells.ints, cells.at, low, high, mask, rows)
                        : rows -> primitives.between(cells.ints, cells.at, low, high, mask, rows));
        lastRangeEnd = program.mark().steps();
    }

    /** The range that the program's last step tests; null if it does something else. */
    Between lastRange() {
        return lastRangeEnd == program.mark().steps() ? lastRange : null;
    }

    // ---- comparisons

    private void comparison(Bound.Comparison comparison, boolean truth, int[] mask, boolean isNarrowing) {
        BinaryOperator operator = comparison.operator();
        Bound left = comparison.left();
        Bound right = comparison.right();
        if (!Numbers64.isNumber(left.type()) && !left.type().is(Kind.UNKNOWN)) {
            throw new NoVectorsException("a comparison of " + left.type() + " reads more than one column");
        }
        Program.Mark mark = program.mark();
        if (Values.isConstant(left)) {
            withConstant(right, flipped(operator), Values.evaluated(left), truth, mask, isNarrowing);
        } else if (Values.isConstant(right)) {
            withConstant(left, operator, Values.evaluated(right), truth, mask, isNarrowing);
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
            constant(false, mask, isNarrowing);
            return;
        }
        Range range = Range.of(operator, Numbers64.exact(constant), value.scale());
        range(value, truth ? range : range.negated(), mask, isNarrowing);
    }

    /** The rows whose value is in a range, and not null. */
    private void range(Value value, Range range, int[] mask, boolean isNarrowing) {
        if (value == null) {
            constant(false, mask, isNarrowing);
            return;
        }
        if (value.isConstant()) {
            final BigInteger number = BigInteger.valueOf(value.min());
            boolean isBetween =
                    range.low().compareTo(number) <= 0 && range.high().compareTo(number) >= 0;
            constant(isBetween == range.isInside(), mask, isNarrowing);
            return;
        }
        final BigInteger least = BigInteger.valueOf(value.isWide() ? Long.MIN_VALUE : Integer.MIN_VALUE);
        final BigInteger greatest = BigInteger.valueOf(value.isWide() ? Long.MAX_VALUE : Integer.MAX_VALUE);
        BigInteger low = range.low().max(least);
        BigInteger high = range.high().min(greatest);
        if (low.compareTo(high) > 0) {
            if (range.isInside()) {
                constant(false, mask, isNarrowing);
            } else {
                within(
                        value,
                        value.isWide() ? Long.MIN_VALUE : Integer.MIN_VALUE,
                        greatest.longValue(),
                        mask,
                        isNarrowing);
            }
        } else if (range.isInside()) {
            within(value, low.longValue(), high.longValue(), mask, isNarrowing);
        } else if (low.equals(least) && high.equals(greatest)) {
            constant(false, mask, isNarrowing);
        } else if (low.equals(least)) {
            within(value, high.longValue() + 1, greatest.longValue(), mask, isNarrowing);
        } else if (high.equals(greatest)) {
            within(value, least.longValue(), low.longValue() - 1, mask, isNarrowing);
        } else {
            outside(value, low.longValue(), high.longValue(), mask, isNarrowing);
        }
    }

    /** A range of the lanes, which leaves the empty cell out if it is at an end, as that of an extreme mostly is. */
    private void within(Value value, long from, long to, int[] mask, boolean isNarrowing) {
        final long low = value.hasEmpty() && value.empty() == from ? from + 1 : from;
        final long high = value.hasEmpty() && value.empty() == to ? to - 1 : to;
        if (low > high || (value.hasEmpty() && from == to && from == value.empty())) {
            constant(false, mask, isNarrowing);
            return;
        }
        final Cells cells = value.cells();
        if (value.isWide()) {
            fill(
                    into -> program.emit(rows -> MaskLoops.between(cells.longs, cells.at, low, high, into, rows)),
                    mask,
                    isNarrowing);
        } else {
            between(cells, (int) low, (int) high, mask, isNarrowing);
        }
        if (!value.hasEmpty() || (value.empty() >= low && value.empty() <= high)) {
            withoutNulls(value, mask);
        }
    }

    private void outside(Value value, long low, long high, int[] mask, boolean isNarrowing) {
        final Cells cells = value.cells();
        fill(
                into -> program.emit(
                        value.isWide()
                                ? rows -> {
                                    MaskLoops.between(cells.longs, cells.at, low, high, into, rows);
                                    MaskLoops.not(into, rows);
                                }
                                : rows -> primitives.outside(cells.ints, cells.at, (int) low, (int) high, into, rows)),
                mask,
                isNarrowing);
        if (!value.hasEmpty() || value.empty() < low || value.empty() > high) {
            withoutNulls(value, mask);
        }
    }

    private void withoutNulls(Value value, int[] mask) {
        final int[] nulls = value == null ? null : values.nulls(value);
        if (nulls != null) {
            program.emit(rows -> MaskLoops.andNot(mask, nulls, rows));
        }
    }

    private void ofColumns(
            BinaryOperator operator, Value left, Value right, boolean truth, int[] mask, boolean isNarrowing) {
        if (left == null || right == null) {
            constant(false, mask, isNarrowing);
            return;
        }
        final int scale = Math.max(left.scale(), right.scale());
        final Value a = values.at(left, scale);
        final Value b = values.at(right, scale);
        fill(
                into -> {
                    switch (operator) {
                        case EQUAL, NOT_EQUAL -> compare(a, b, true, into);
                        case LESS, GREATER_OR_EQUAL -> compare(a, b, false, into);
                        default -> compare(b, a, false, into);
                    }
                    boolean isComplement = operator == BinaryOperator.NOT_EQUAL
                            || operator == BinaryOperator.GREATER_OR_EQUAL
                            || operator == BinaryOperator.LESS_OR_EQUAL;
                    notUnless(truth != isComplement, into);
                    withoutNulls(a, into);
                    withoutNulls(b, into);
                },
                mask,
                isNarrowing);
    }

    /** The rows where a = b, or where a &lt; b. */
    private void compare(Value a, Value b, boolean isEqual, int[] mask) {
        if (!a.isWide() && !b.isWide() && !a.isConstant() && !b.isConstant()) {
            final Cells x = a.cells();
            final Cells y = b.cells();
            program.emit(
                    isEqual
                            ? rows -> primitives.equal(x.ints, x.at, y.ints, y.at, mask, rows)
                            : rows -> primitives.less(x.ints, x.at, y.ints, y.at, mask, rows));
            return;
        }
        final Cells x = values.wide(a);
        final Cells y = values.wide(b);
        program.emit(
                isEqual
                        ? rows -> MaskLoops.equal(x.longs, x.at, y.longs, y.at, mask, rows)
                        : rows -> MaskLoops.less(x.longs, x.at, y.longs, y.at, mask, rows));
    }

    // ---- IN

    private void inSet(Bound.InSet in, boolean truth, int[] mask, boolean isNarrowing) {
        List<Bound> values = new ArrayList<>();
        in.values()
                .values()
                .forEach(
                        each -> values.add(new Bound.Constant(each, in.operand().type(), in.position())));
        if (in.values().hasNull()) {
            values.add(new Bound.Constant(null, in.operand().type(), in.position()));
        }
        if (values.isEmpty()) {
            // Not even null is among no values.
            constant(!truth, mask, isNarrowing);
        } else {
            in(new Bound.In(in.operand(), values, in.position()), truth, mask, isNarrowing);
        }
    }

    private void in(Bound.In in, boolean truth, int[] mask, boolean isNarrowing) {
        boolean areConstant = in.values().stream().allMatch(Values::isConstant);
        if (!areConstant || in.values().size() <= FEW_VALUES) {
            Bound any = null;
            for (Bound each : in.values()) {
                Bound equal = new Bound.Comparison(BinaryOperator.EQUAL, in.operand(), each, in.position());
                any = any == null ? equal : new Bound.Logical(false, any, equal, in.position());
            }
            select(any, truth, mask, isNarrowing);
            return;
        }
        if (!Numbers64.isNumber(in.operand().type())) {
            throw new NoVectorsException("IN of " + in.operand().type() + " reads more than one column");
        }
        List<Object> candidates =
                in.values().stream().map(Values::evaluated).collect(Collectors.toCollection(ArrayList::new));
        Program.Mark mark = program.mark();
        fill(into -> among(in.operand(), candidates, truth, into), mask, isNarrowing);
        program.release(mark);
    }

    private void among(Bound operand, List<Object> candidates, boolean truth, int[] mask) {
        Value value = values.compile(operand);
        boolean hasNull = candidates.contains(null);
        if (value == null || (!truth && hasNull)) {
            constant(false, mask, false);
            return;
        }
        final long[] sorted = candidates.stream()
                .filter(candidate -> candidate != null)
                .map(candidate -> Range.of(BinaryOperator.EQUAL, Numbers64.exact(candidate), value.scale()))
                .filter(range -> range.low().equals(range.high()) && range.low().bitLength() < Long.SIZE)
                .mapToLong(range -> range.low().longValue())
                .sorted()
                .toArray();
        final Cells cells = value.cells();
        if (value.isWide()) {
            program.emit(rows -> MaskLoops.among(cells.longs, cells.at, sorted, mask, rows));
        } else {
            final int[] ints = Arrays.stream(sorted)
                    .filter(Value::isInt)
                    .mapToInt(number -> (int) number)
                    .toArray();
            program.emit(rows -> MaskLoops.among(cells.ints, cells.at, ints, mask, rows));
        }
        notUnless(truth, mask);
        withoutNulls(value, mask);
    }
}
