package dev.aimonflink.core.vector;

import dev.aimonflink.core.schema.OrderedDoubles;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.rows.ColumnsOf;
import dev.aimonflink.sql.rows.RowEvaluator;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/**
 * Compiles expressions whose values are numbers to steps of a program. Knows the range of each value, so that lanes of 32 bits hold
 * what fits them, and an operation whose result might have more than 64 bits, or be out of the range of its type, is refused.
 */
final class Values {
    /** Made once: it is thrown while vectors are computed. */
    private static final NoVectorsException SIGNED_ZERO = new NoVectorsException("a zero with a sign is shown as such");

    private final Program program;
    private final Conditions conditions;

    Values(Program program, Conditions conditions) {
        this.program = program;
        this.conditions = conditions;
    }

    /**
     * Null for an expression that is null in every row.
     *
     * @throws NoVectorsException if it has no vectors
     */
    Value compile(Bound bound) {
        if (!Numbers64.isNumber(bound.type()) && !bound.type().is(Kind.UNKNOWN)) {
            throw new NoVectorsException("a value of type " + bound.type() + " is no number");
        }
        if (isConstant(bound)) {
            return constant(bound);
        }
        CodeTable table = CodeTable.of(bound, program);
        if (table != null) {
            return lookedUp(table);
        }
        if (bound instanceof Bound.Field field) {
            return field(field.column());
        } else if (bound.type().is(Kind.BOOLEAN)) {
            return truth(bound);
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return arithmetic(arithmetic);
        } else if (bound instanceof Bound.Negation negation && !negation.type().is(Kind.DOUBLE)) {
            Value operand = compile(negation.operand());
            return operand == null ? null : inRange(linear(operand, -1, 0), negation.type());
        } else if (bound instanceof Bound.Cast cast) {
            return cast(cast);
        } else if (bound instanceof Bound.Case choice) {
            return choice(choice);
        } else if (bound instanceof Bound.Call aggregate) {
            return aggregate(aggregate);
        }
        throw new NoVectorsException(without(bound));
    }

    /** The reason where an expression of some kind has none. */
    static String without(Bound bound) {
        return "an expression has no vectors: " + bound.getClass().getSimpleName();
    }

    static boolean isConstant(Bound bound) {
        List<Column> read = new ArrayList<>();
        ColumnsOf.add(bound, read);
        return read.isEmpty();
    }

    /** The value of an expression that reads no column. One that fails does so for each row, so it is left to them. */
    static Object evaluated(Bound bound) {
        try {
            return RowEvaluator.evaluate(bound, none -> null);
        } catch (SqlException failure) {
            throw new NoVectorsException(failure.getMessage());
        }
    }

    private static Value constant(Bound bound) {
        Object value = evaluated(bound);
        return value == null ? null : Value.constant(Numbers64.bits(value), Numbers64.scale(value));
    }

    private Value lookedUp(CodeTable table) {
        final long[] longs = new long[table.codes()];
        final int[] nullLanes = new int[table.codes()];
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        int scale = -1;
        boolean hasNull = false;
        for (int code = 0; code < longs.length; code++) {
            Object value = table.value(code);
            if (value == null) {
                nullLanes[code] = -1;
                hasNull = true;
                continue;
            }
            requireScale(scale < 0 || scale == Numbers64.scale(value));
            scale = Numbers64.scale(value);
            longs[code] = Numbers64.bits(value);
            min = Math.min(min, longs[code]);
            max = Math.max(max, longs[code]);
        }
        if (scale < 0) {
            return null;
        }
        final Cells codes = program.cells(table.column());
        final int[] nulls = hasNull ? program.ints() : null;
        if (hasNull) {
            program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, nullLanes, nulls, rows));
        }
        if (Value.isInt(min) && Value.isInt(max)) {
            final int[] ints = new int[longs.length];
            for (int code = 0; code < ints.length; code++) {
                ints[code] = (int) longs[code];
            }
            final int[] into = program.ints();
            program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, ints, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final long[] into = program.longs();
        program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, longs, into, rows));
        return Value.of(into, scale, min, max, nulls);
    }

    private static void requireScale(boolean isSame) {
        if (!isSame) {
            throw new NoVectorsException("values have different digits behind the point");
        }
    }

    private Value field(Column field) {
        VectorColumn column = program.columns().column(field.index());
        if (column == null || column.cells() == VectorColumn.Cells.CODES) {
            throw new NoVectorsException("the column '" + field.name() + "' has no vectors");
        }
        final Cells cells = program.cells(field.index());
        return switch (column.cells()) {
            case DOUBLES -> doubles(column, cells, false);
            case ORDERED_DOUBLES -> doubles(column, cells, true);
            default -> numbers(field, column, cells);
        };
    }

    private Value numbers(Column field, VectorColumn column, Cells cells) {
        if (program.isWide(field.index())) {
            return new Value(
                    cells, true, column.scale(), field.min(), field.max(), column.hasEmpty(), column.empty(), null);
        }
        final long min = Math.max(Integer.MIN_VALUE, field.min());
        final long max = Math.min(Integer.MAX_VALUE, field.max());
        return new Value(cells, false, column.scale(), min, max, column.hasEmpty(), column.narrowEmpty(), null);
    }

    private Value doubles(VectorColumn column, Cells cells, boolean areOrdered) {
        int[] nulls = null;
        if (column.hasEmpty()) {
            final int[] empties = program.ints();
            final long empty = column.empty();
            program.emit(rows -> MaskLoops.between(cells.longs, cells.at, empty, empty, empties, rows));
            nulls = empties;
        }
        final long[] into = program.longs();
        program.emit(
                areOrdered
                        ? rows -> MapLoops.reorder(cells.longs, cells.at, into, rows)
                        : rows -> MapLoops.order(cells.longs, cells.at, into, rows));
        return Value.of(into, 0, Long.MIN_VALUE, Long.MAX_VALUE, nulls);
    }

    /**
     * Leaves rows to the row evaluator in which an expression, which is shown, may be a zero with a sign: vectors have one zero.
     */
    void requirePlainZeros(Bound shown) {
        if (!shown.type().is(Kind.DOUBLE)) {
            return;
        }
        Set<Column> read = new HashSet<>();
        ColumnsOf.add(shown, read);
        for (Column each : read) {
            VectorColumn column = program.columns().column(each.index());
            if (column.cells() == VectorColumn.Cells.DOUBLES || column.cells() == VectorColumn.Cells.ORDERED_DOUBLES) {
                final Cells cells = program.cells(each.index());
                final long zero = column.cells() == VectorColumn.Cells.DOUBLES
                        ? OrderedDoubles.NEGATIVE_ZERO_BITS
                        : OrderedDoubles.NEGATIVE_ZERO;
                program.emit(rows -> requireNone(zero, cells, rows));
            }
        }
    }

    private static void requireNone(long cell, Cells cells, int rows) {
        if (MaskLoops.has(cells.longs, cells.at, cell, rows)) {
            throw SIGNED_ZERO;
        }
    }

    /** A condition as 0 and 1. */
    private Value truth(Bound bound) {
        final int[] into = program.ints();
        conditions.select(bound, true, into, false);
        final int[] nulls = program.ints();
        Program.Mark mark = program.mark();
        final int[] isFalse = program.ints();
        conditions.select(bound, false, isFalse, false);
        program.emit(rows -> {
            System.arraycopy(into, 0, nulls, 0, rows);
            MaskLoops.or(nulls, isFalse, rows);
            MaskLoops.not(nulls, rows);
            MapLoops.linear(into, 0, -1, 0, into, rows);
        });
        program.release(mark);
        return Value.of(into, 0, 0, 1, nulls);
    }

    // ---- arithmetic

    private Value arithmetic(Bound.Arithmetic arithmetic) {
        if (arithmetic.type().is(Kind.DOUBLE)) {
            throw new NoVectorsException("arithmetic of doubles has no vectors");
        }
        BinaryOperator operator = arithmetic.operator();
        if (operator != BinaryOperator.PLUS && operator != BinaryOperator.MINUS && operator != BinaryOperator.TIMES) {
            throw new NoVectorsException("the operator " + operator.sign() + " has no vectors");
        }
        Value left = compile(arithmetic.left());
        Value right = compile(arithmetic.right());
        if (left == null || right == null) {
            return null;
        }
        return inRange(
                operator == BinaryOperator.TIMES
                        ? product(left, right)
                        : sum(left, right, operator == BinaryOperator.PLUS),
                arithmetic.type());
    }

    /** A number that its type does not hold is an error, which the row evaluator reports. */
    private static Value inRange(Value value, SqlType type) {
        if (type.is(Kind.INTEGER) && !value.fitsInts()) {
            throw new NoVectorsException("a result may be out of the range of integer");
        }
        return value;
    }

    private static long exact(LongOperation operation) {
        try {
            return operation.compute();
        } catch (ArithmeticException mayNotFit) {
            throw new NoVectorsException("a result may have more than 64 bits");
        }
    }

    private interface LongOperation {
        long compute();
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
        final int[] nulls = eitherNull(a, b);
        if (!a.isWide() && !b.isWide() && Value.isInt(min) && Value.isInt(max)) {
            final Cells x = a.cells();
            final Cells y = b.cells();
            final int[] into = program.ints();
            program.emit(
                    isPlus
                            ? rows -> MapLoops.add(x.ints, x.at, y.ints, y.at, into, rows)
                            : rows -> MapLoops.subtract(x.ints, x.at, y.ints, y.at, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final Cells x = wide(a);
        final Cells y = wide(b);
        final long[] into = program.longs();
        program.emit(
                isPlus
                        ? rows -> MapLoops.add(x.longs, x.at, y.longs, y.at, into, rows)
                        : rows -> MapLoops.subtract(x.longs, x.at, y.longs, y.at, into, rows));
        return Value.of(into, scale, min, max, nulls);
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
        final long min = Math.min(Math.min(corners[0], corners[1]), Math.min(corners[2], corners[3]));
        final long max = Math.max(Math.max(corners[0], corners[1]), Math.max(corners[2], corners[3]));
        final int[] nulls = eitherNull(a, b);
        if (!a.isWide() && !b.isWide()) {
            final Cells x = a.cells();
            final Cells y = b.cells();
            if (Value.isInt(min) && Value.isInt(max)) {
                final int[] into = program.ints();
                program.emit(rows -> MapLoops.multiply(x.ints, x.at, y.ints, y.at, into, rows));
                return Value.of(into, scale, min, max, nulls);
            }
            final long[] into = program.longs();
            program.emit(rows -> MapLoops.multiplyWidely(x.ints, x.at, y.ints, y.at, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final Cells x = wide(a);
        final Cells y = wide(b);
        final long[] into = program.longs();
        program.emit(rows -> MapLoops.multiply(x.longs, x.at, y.longs, y.at, into, rows));
        return Value.of(into, scale, min, max, nulls);
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

    /** A value times a factor plus a number, both in units of its last digit. */
    private Value linear(Value value, long factor, long plus) {
        final long first = exact(() -> Math.addExact(Math.multiplyExact(value.min(), factor), plus));
        final long last = exact(() -> Math.addExact(Math.multiplyExact(value.max(), factor), plus));
        final long min = Math.min(first, last);
        final long max = Math.max(first, last);
        if (value.isConstant()) {
            return Value.constant(first, value.scale());
        }
        final int[] nulls = nulls(value);
        final Cells cells = value.cells();
        if (value.isWide()) {
            final long[] into = program.longs();
            program.emit(rows -> MapLoops.linear(cells.longs, cells.at, factor, plus, into, rows));
            return Value.of(into, value.scale(), min, max, nulls);
        }
        // A factor or number of more bits never fits the lanes, even where the result does.
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

    /** The cells in 64 bits, of a constant too. */
    Cells wide(Value value) {
        if (value.isWide() && !value.isConstant()) {
            return value.cells();
        }
        final long[] into = program.longs();
        if (value.isConstant()) {
            final long constant = value.min();
            program.emit(rows -> Arrays.fill(into, 0, rows, constant));
        } else {
            final Cells cells = value.cells();
            program.emit(rows -> MapLoops.widen(cells.ints, cells.at, into, rows));
        }
        return Cells.of(into);
    }

    /** The rows in which a value is null; null if there is none. The array is not to be changed. */
    int[] nulls(Value value) {
        if (!value.hasEmpty()) {
            return value.nulls();
        }
        final Cells cells = value.cells();
        final long empty = value.empty();
        final int[] into = program.ints();
        if (value.isWide()) {
            program.emit(rows -> MaskLoops.between(cells.longs, cells.at, empty, empty, into, rows));
        } else {
            final int narrow = (int) empty;
            program.emit(rows -> program.primitives().between(cells.ints, cells.at, narrow, narrow, into, rows));
        }
        return into;
    }

    private int[] eitherNull(Value a, Value b) {
        final int[] ofA = nulls(a);
        final int[] ofB = nulls(b);
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

    // ---- casts and choices

    private Value cast(Bound.Cast cast) {
        SqlType from = cast.operand().type();
        SqlType to = cast.type();
        boolean isExact = from.isInteger() || from.is(Kind.NUMERIC) || from.is(Kind.BOOLEAN);
        if (!isExact || !(to.isInteger() || to.is(Kind.NUMERIC))) {
            throw new NoVectorsException("a cast to " + to + " has no vectors");
        }
        Value value = compile(cast.operand());
        if (value == null) {
            return null;
        }
        if (to.isInteger()) {
            requireScale(value.scale() == 0);
            return inRange(value, to);
        }
        if (!to.isLimited()) {
            return value;
        }
        requireScale(to.scale() >= value.scale() && to.scale() >= 0);
        Value limited = at(value, to.scale());
        boolean fits = to.precision() > 18
                || (limited.min() > -Value.powerOfTen(to.precision())
                        && limited.max() < Value.powerOfTen(to.precision()));
        if (!fits) {
            throw new NoVectorsException("a result may be out of the range of " + to);
        }
        return limited;
    }

    private Value choice(Bound.Case choice) {
        final List<Value> results = results(choice.results());
        final List<int[]> masks = new ArrayList<>();
        for (Bound condition : choice.conditions()) {
            final int[] mask = program.ints();
            Program.Mark mark = program.mark();
            conditions.select(condition, true, mask, false);
            program.release(mark);
            masks.add(mask);
        }
        return chosen(results, masks);
    }

    /** The values, which are all exact numbers of one scale, or all doubles. */
    private List<Value> results(List<Bound> bounds) {
        List<Value> results = new ArrayList<>();
        int scale = -1;
        for (Bound bound : bounds) {
            Value value = compile(bound);
            if (value != null) {
                requireScale(scale < 0 || scale == value.scale());
                scale = value.scale();
            }
            results.add(value);
        }
        return results;
    }

    /** The first of the values whose mask has the row, or the last value, which has none. */
    private Value chosen(List<Value> results, List<int[]> masks) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean isWide = false;
        boolean mayBeNull = false;
        int scale = 0;
        for (Value each : results) {
            mayBeNull |= each == null || each.mayBeNull();
            if (each != null) {
                min = Math.min(min, each.min());
                max = Math.max(max, each.max());
                isWide |= each.isWide();
                scale = each.scale();
            }
        }
        if (min > max) {
            return null;
        }
        final int[] nulls = mayBeNull ? program.ints() : null;
        final Cells into = isWide ? Cells.of(program.longs()) : Cells.of(program.ints());
        // From the last to the first, so that an earlier one has the last word.
        for (int i = results.size() - 1; i >= 0; i--) {
            replace(into, nulls, results.get(i), i < masks.size() ? masks.get(i) : null);
        }
        return new Value(into, isWide, scale, min, max, false, 0, nulls);
    }

    private void replace(Cells into, int[] nulls, Value by, int[] maskOrAll) {
        Program.Mark mark = program.mark();
        final int[] mask = maskOrAll != null ? maskOrAll : program.ints();
        if (maskOrAll == null) {
            program.emit(rows -> MaskLoops.fill(mask, true, rows));
        }
        if (nulls != null) {
            final int[] ofValue = by == null ? null : nulls(by);
            final int always = by == null ? -1 : 0;
            program.emit(
                    ofValue != null
                            ? rows -> MapLoops.replace(nulls, mask, ofValue, 0, rows)
                            : rows -> MapLoops.replace(nulls, mask, always, rows));
        }
        if (by != null && into.longs != null) {
            final Cells cells = wide(by);
            program.emit(rows -> MapLoops.replace(into.longs, mask, cells.longs, cells.at, rows));
        } else if (by != null && by.isConstant()) {
            final int constant = (int) by.min();
            program.emit(rows -> MapLoops.replace(into.ints, mask, constant, rows));
        } else if (by != null) {
            final Cells cells = by.cells();
            program.emit(rows -> MapLoops.replace(into.ints, mask, cells.ints, cells.at, rows));
        }
        program.release(mark);
    }

    private Value aggregate(Bound.Call aggregate) {
        return switch (aggregate.function()) {
            case COALESCE -> coalesce(results(aggregate.arguments()));
            case NULLIF ->
                nullIf(aggregate.arguments().get(0), aggregate.arguments().get(1));
            default ->
                throw new NoVectorsException(
                        "the function " + aggregate.function().sqlName() + " has no vectors");
        };
    }

    /** The first that is not null: those behind one that never is do not matter. */
    private Value coalesce(List<Value> results) {
        List<Value> values = new ArrayList<>();
        List<int[]> masks = new ArrayList<>();
        for (Value each : results) {
            if (each == null) {
                continue;
            }
            values.add(each);
            final int[] nulls = nulls(each);
            if (nulls == null) {
                return chosen(values, masks);
            }
            final int[] known = program.ints();
            program.emit(rows -> {
                System.arraycopy(nulls, 0, known, 0, rows);
                MaskLoops.not(known, rows);
            });
            masks.add(known);
        }
        values.add(null);
        return chosen(values, masks);
    }

    private Value nullIf(Bound first, Bound second) {
        Value value = compile(first);
        if (value == null) {
            return null;
        }
        final int[] nulls = program.ints();
        Program.Mark mark = program.mark();
        conditions.select(
                new Bound.Comparison(BinaryOperator.EQUAL, first, second, first.position()), true, nulls, false);
        final int[] before = nulls(value);
        if (before != null) {
            program.emit(rows -> MaskLoops.or(nulls, before, rows));
        }
        program.release(mark);
        return new Value(
                value.isConstant() ? Cells.of(filled(value)) : value.cells(),
                value.isConstant() || value.isWide(),
                value.scale(),
                value.min(),
                value.max(),
                false,
                0,
                nulls);
    }

    private long[] filled(Value constant) {
        return wide(constant).longs;
    }
}
