package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Compiles expressions whose values are numbers to steps of a program. Knows the range of each value, so that what fits uses lanes of 32 bits. */
public final class ValueCompiler {
    private final Program program;
    private final Conditions conditions;
    private final FieldValues fields;
    private final Arithmetic arithmetic;
    private final Choices choices;

    ValueCompiler(Program program, Conditions conditions) {
        this.program = program;
        this.conditions = conditions;
        fields = new FieldValues(program);
        arithmetic = new Arithmetic(program);
        choices = new Choices(program, conditions, this);
    }

    /** Null for an expression that is null in every row. */
    public Value compile(Bound bound) {
        if (!Numbers64.isNumber(bound.type()) && !bound.type().is(Kind.UNKNOWN)) {
            throw new NoVectorsException("a value of type " + bound.type() + " is no number");
        }
        if (isConstant(bound)) {
            return constant(bound);
        }
        CodeTable table = CodeTable.of(bound, program);
        if (table != null) {
            return CodeNumbers.of(table, program).value(program);
        }
        if (bound instanceof Bound.Field field) {
            return fields.of(field.column());
        } else if (bound.type().is(Kind.BOOLEAN)) {
            return truth(bound);
        } else if (bound instanceof Bound.Arithmetic operation) {
            return arithmetic(operation);
        } else if (bound instanceof Bound.Negation negation && !negation.type().is(Kind.DOUBLE)) {
            Value operand = compile(negation.operand());
            return operand == null ? null : arithmetic.negation(operand, negation.type());
        } else if (bound instanceof Bound.Cast cast) {
            return cast(cast);
        } else if (bound instanceof Bound.Case choice) {
            return choices.of(choice);
        } else if (bound instanceof Bound.Call aggregate) {
            return choices.of(aggregate);
        }
        throw new NoVectorsException(without(bound));
    }

    /** Why an expression of some kind has no vectors. */
    static String without(Bound bound) {
        return "an expression has no vectors: " + bound.getClass().getSimpleName();
    }

    public static boolean isConstant(Bound bound) {
        if (bound instanceof Bound.Constant) {
            return true;
        }
        List<Column> read = new ArrayList<>();
        ColumnsOf.add(bound, read);
        return read.isEmpty();
    }

    /** The value of an expression that reads no column; one that fails is left to the rows, because it does so for each. */
    public static Object evaluated(Bound bound) {
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

    private Value arithmetic(Bound.Arithmetic operation) {
        if (operation.type().is(Kind.DOUBLE)) {
            throw new NoVectorsException("arithmetic of doubles has no vectors");
        }
        BinaryOperator operator = operation.operator();
        boolean isOfQuotient = operator == BinaryOperator.MODULO
                || (operator == BinaryOperator.DIVIDE && operation.type().isInteger());
        if (!isOfQuotient
                && operator != BinaryOperator.PLUS
                && operator != BinaryOperator.MINUS
                && operator != BinaryOperator.TIMES) {
            throw new NoVectorsException("the operator " + operator.sign() + " has no vectors");
        }
        Value left = compile(operation.left());
        Value right = compile(operation.right());
        if (left == null || right == null) {
            return null;
        }
        return isOfQuotient
                ? arithmetic.ofQuotient(operator, left, right, operation.type())
                : arithmetic.of(operator, left, right, operation.type());
    }

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
            FixedScale.require(value.scale() == 0);
            return Arithmetic.inRange(value, to);
        }
        if (!to.isLimited()) {
            return value;
        }
        FixedScale.require(to.scale() >= value.scale() && to.scale() >= 0);
        Value limited = arithmetic.at(value, to.scale());
        boolean fits = to.precision() > 18
                || (limited.min() > -Value.powerOfTen(to.precision())
                        && limited.max() < Value.powerOfTen(to.precision()));
        if (!fits) {
            throw new NoVectorsException("a result may be out of the range of " + to);
        }
        return limited;
    }

    public Value texts(Bound.Case choice, TextNumbers numbers) {
        return choices.of(choice, numbers);
    }

    /** The number with more digits behind the point. */
    Value at(Value value, int scale) {
        return arithmetic.at(value, scale);
    }
}
