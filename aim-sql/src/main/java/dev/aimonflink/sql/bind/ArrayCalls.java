package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Binds arrays, their operators and functions. Arrays have one dimension. */
public final class ArrayCalls {
    private final Binder binder;
    private final Conversions conversions;

    ArrayCalls(Binder binder) {
        this.binder = binder;
        this.conversions = binder.conversions();
    }

    /** Whether an expression is an array without values, and thus without a type. */
    static boolean isEmpty(Expression expression) {
        return expression instanceof Expression.ArrayOf array && array.values().isEmpty();
    }

    Bound of(Expression.ArrayOf written) {
        if (isEmpty(written)) {
            throw new SqlException(
                    SqlState.INDETERMINATE_TYPE,
                    written.position(),
                    "cannot determine type of empty array. Write one, as in ARRAY[]::integer[].");
        }
        List<Bound> values = written.values().stream().map(binder::bind).toList();
        for (Bound value : values) {
            if (value.type().is(Kind.ARRAY)) {
                throw ofArrays(value.position());
            }
        }
        List<Bound> alike = conversions.alike(values, "ARRAY", written.position());
        SqlType type = SqlType.array(Conversions.typeOf(alike));
        return alike.stream().allMatch(Bound.Constant.class::isInstance)
                ? new Bound.Constant(constants(alike), type, written.position())
                : new Bound.ArrayOf(conversions.ofType(alike, type.element()), type, written.position());
    }

    private static List<Object> constants(List<Bound> values) {
        List<Object> constants = new ArrayList<>();
        values.forEach(value -> constants.add(((Bound.Constant) value).value()));
        return Collections.unmodifiableList(constants);
    }

    private static SqlException ofArrays(int position) {
        return new SqlException(
                SqlState.NOT_SUPPORTED,
                position,
                "Arrays of arrays are not supported. Write one array with all values.");
    }

    Bound subscript(Expression.Subscript written) {
        Bound array = array(binder.bind(written.operand()), "What is in front of [", written.position());
        Bound place = conversions.to(binder.bind(written.index()), SqlType.INTEGER);
        Bound index = array.type().pg().isVector() ? moved(place, BinaryOperator.PLUS) : place;
        return call(Function.SUBSCRIPT, List.of(array, index), array.type().element(), written.position());
    }

    /** Vectors are numbered from 0. */
    private static Bound moved(Bound index, BinaryOperator operator) {
        Bound one = new Bound.Constant(1L, SqlType.INTEGER, index.position());
        return new Bound.Arithmetic(operator, index, one, SqlType.INTEGER, index.position());
    }

    private static Bound array(Bound bound, String what, int position) {
        if (bound.type().is(Kind.ARRAY)) {
            return bound;
        }
        throw new SqlException(
                SqlState.DATATYPE_MISMATCH,
                position,
                what + " has to be an array, not " + bound.type() + ". Write ARRAY[...].");
    }

    /** {@code left = ANY (array)}. If the values are written out, it becomes comparisons with each, which scans know. */
    Bound quantified(Expression.QuantifiedArray written) {
        BinaryOperator operator = written.operator();
        int position = written.position();
        if (!operator.isComparison()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    position,
                    "ANY and ALL are not supported with " + operator.sign()
                            + ", but with comparisons. Write conditions with OR or AND.");
        }
        if (written.array() instanceof Expression.ArrayOf array && !isEmpty(array)) {
            return listed(written, array.values());
        }
        Bound left = binder.bind(written.left());
        Bound right = binder.bind(written.array());
        if (!right.type().is(Kind.ARRAY) && !right.type().is(Kind.UNKNOWN)) {
            throw new SqlException(
                    SqlState.WRONG_OBJECT_TYPE,
                    position,
                    "op ANY/ALL (array) requires array on right side. Write IN (...), or ARRAY[...] in the parentheses.");
        }
        if (right.type().is(Kind.UNKNOWN)) {
            right = conversions.to(right, SqlType.array(left.type()));
        }
        Bound element = new Bound.Initial(-1, right.type().element(), position);
        Conversions.Pair pair = conversions.pair(left, element, operator.sign(), position);
        Bound array = conversions.to(right, SqlType.array(pair.right().type()));
        return listed(new Bound.InArray(operator, pair.left(), array, written.isAll(), position));
    }

    private Bound listed(Expression.QuantifiedArray written, List<Expression> values) {
        int position = written.position();
        boolean isNegated = written.operator() == BinaryOperator.NOT_EQUAL && written.isAll();
        if (isNegated || (written.operator() == BinaryOperator.EQUAL && !written.isAll())) {
            return binder.bind(new Expression.In(written.left(), values, isNegated, position));
        }
        List<Bound> comparisons = values.stream()
                .map(value -> binder.bind(new Expression.Binary(written.operator(), written.left(), value, position)))
                .toList();
        return RowComparisons.balanced(written.isAll(), comparisons, position);
    }

    /** Equality with one of known values becomes a list. */
    public static Bound listed(Bound.InArray node) {
        boolean isNegated = node.operator() == BinaryOperator.NOT_EQUAL && node.isAll();
        boolean isList = isNegated || (node.operator() == BinaryOperator.EQUAL && !node.isAll());
        if (!(node.array() instanceof Bound.Constant constant) || constant.isNull() || !isList) {
            return node;
        }
        List<Bound> values = new ArrayList<>();
        ((List<?>) constant.value())
                .forEach(value -> values.add(new Bound.Constant(
                        value,
                        node.left().type().is(Kind.NUMERIC)
                                ? SqlType.NUMERIC
                                : node.left().type(),
                        node.position())));
        if (values.isEmpty()) {
            return new Bound.Constant(isNegated, SqlType.BOOLEAN, node.position());
        }
        Bound in = new Bound.In(node.left(), List.copyOf(values), node.position());
        return isNegated ? new Bound.Not(in, node.position()) : in;
    }

    /** {@code ||} of two arrays, or of an array and a value. */
    Bound joined(Bound left, Bound right, int position) {
        boolean areArrays = isArrayBeside(left, right) && isArrayBeside(right, left);
        Function function = areArrays
                ? Function.ARRAY_CAT
                : left.type().is(Kind.ARRAY) ? Function.ARRAY_APPEND : Function.ARRAY_PREPEND;
        return bind(function, List.of(left, right), position);
    }

    /** A string beside an array is one. */
    private static boolean isArrayBeside(Bound bound, Bound other) {
        return bound.type().is(Kind.ARRAY)
                || (bound.type().is(Kind.UNKNOWN) && other.type().is(Kind.ARRAY));
    }

    Bound bind(Function function, List<Bound> arguments, int position) {
        return switch (function) {
            case STRING_TO_ARRAY ->
                call(function, conversions.ofType(arguments, SqlType.TEXT), SqlType.array(SqlType.TEXT), position);
            case ARRAY_TO_STRING -> {
                List<Bound> all = new ArrayList<>(List.of(arrayOf(function, arguments.get(0))));
                all.addAll(conversions.ofType(arguments.subList(1, arguments.size()), SqlType.TEXT));
                yield call(function, all, SqlType.TEXT, position);
            }
            case ARRAY_PREPEND -> {
                List<Bound> both = withValue(function, arguments.get(1), arguments.get(0), position);
                yield call(
                        function, List.of(both.get(1), both.get(0)), both.get(0).type(), position);
            }
            case ARRAY_APPEND, ARRAY_REMOVE -> {
                List<Bound> both = withValue(function, arguments.get(0), arguments.get(1), position);
                yield call(function, both, both.get(0).type(), position);
            }
            case ARRAY_POSITION ->
                call(
                        function,
                        withValue(function, arguments.get(0), arguments.get(1), position),
                        SqlType.INTEGER,
                        position);
            case ARRAY_POSITIONS, ARRAY_REPLACE, ARRAY_FILL, TRIM_ARRAY -> changed(function, arguments, position);
            case ARRAY_CAT, ARRAYOVERLAP, ARRAYCONTAINS, ARRAYCONTAINED -> {
                arguments.stream()
                        .filter(each -> !each.type().is(Kind.UNKNOWN))
                        .forEach(each -> arrayOf(function, each));
                List<Bound> both = conversions.operands(arguments, name(function), position);
                arrayOf(function, both.get(0));
                yield call(
                        function,
                        both,
                        function == Function.ARRAY_CAT ? both.get(0).type() : SqlType.BOOLEAN,
                        position);
            }
            default -> {
                List<Bound> all = new ArrayList<>(List.of(arrayOf(function, arguments.get(0))));
                all.addAll(conversions.ofType(arguments.subList(1, arguments.size()), SqlType.INTEGER));
                Bound bound = call(function, all, SqlType.INTEGER, position);
                boolean isPlace = function == Function.ARRAY_LOWER || function == Function.ARRAY_UPPER;
                yield isPlace && all.get(0).type().pg().isVector() ? moved(bound, BinaryOperator.MINUS) : bound;
            }
        };
    }

    /** Functions that replace or repeat values, or find them. */
    private Bound changed(Function function, List<Bound> arguments, int position) {
        return switch (function) {
            case ARRAY_POSITIONS ->
                call(
                        function,
                        withValue(function, arguments.get(0), arguments.get(1), position),
                        SqlType.array(SqlType.INTEGER),
                        position);
            case ARRAY_REPLACE -> {
                List<Bound> first = withValue(function, arguments.get(0), arguments.get(1), position);
                List<Bound> second = withValue(function, first.get(0), arguments.get(2), position);
                SqlType type = second.get(0).type();
                List<Bound> all = List.of(second.get(0), conversions.to(first.get(1), type.element()), second.get(1));
                yield call(function, all, type, position);
            }
            case ARRAY_FILL -> {
                Bound value = arguments.get(0);
                if (value.type().is(Kind.ARRAY)) {
                    throw ofArrays(value.position());
                }
                Bound known = value.type().is(Kind.UNKNOWN) ? conversions.toText(value) : value;
                Bound counts = conversions.to(arguments.get(1), SqlType.array(SqlType.INTEGER));
                SqlType type = SqlType.array(known.type());
                yield call(function, List.of(conversions.to(known, type.element()), counts), type, position);
            }
            default ->
                call(
                        function,
                        List.of(arrayOf(function, arguments.get(0)), conversions.to(arguments.get(1), SqlType.INTEGER)),
                        arguments.get(0).type(),
                        position);
        };
    }

    private static String name(Function function) {
        return function.sign() == null ? function.sqlName() : function.sign();
    }

    private static Bound arrayOf(Function function, Bound bound) {
        if (bound.type().is(Kind.ARRAY)) {
            return bound;
        }
        throw new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                bound.position(),
                name(function) + " needs an array, not " + bound.type()
                        + (function == Function.ARRAYOVERLAP
                                ? ". Write AND between conditions."
                                : ". Write ARRAY[...]."));
    }

    private List<Bound> withValue(Function function, Bound array, Bound value, int position) {
        if (value.type().is(Kind.ARRAY)) {
            throw ofArrays(value.position());
        }
        Bound known = array.type().is(Kind.UNKNOWN)
                ? conversions.to(array, SqlType.array(value.type()))
                : arrayOf(function, array);
        Bound element = new Bound.Initial(-1, known.type().element(), position);
        Conversions.Pair pair = conversions.pair(element, value, name(function), position);
        SqlType type = SqlType.array(pair.left().type());
        return List.of(conversions.to(known, type), conversions.to(value, type.element()));
    }

    private static Bound call(Function function, List<Bound> arguments, SqlType type, int position) {
        return new Bound.Call(function, List.copyOf(arguments), type, position);
    }
}
