package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.MissingAggregates;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Binds calls of aggregates: arguments and result types. */
final class AggregateBinder {
    /** For the arguments and clauses of the call. */
    private final Binder binder;

    AggregateBinder(Binder binder) {
        this.binder = binder;
    }

    AggregateCall bind(Expression.Aggregate written) {
        Expression.Call call = written.call();
        AggregateFunction function = function(call);
        if (function == AggregateFunction.COUNT
                && call.arguments().size() == 1
                && call.arguments().get(0) instanceof Expression.AllRows) {
            function = AggregateFunction.COUNT_ROWS;
        } else {
            requireArguments(function, call);
        }
        List<Bound> arguments = function == AggregateFunction.COUNT_ROWS ? List.of() : arguments(function, call);
        List<SortTerm> order = order(function, written, arguments);
        Bound filter = written.filter() == null ? null : binder.condition(written.filter(), "What follows FILTER");
        List<Bound> values = function.isOfOneOrder() ? List.of(order.get(0).value()) : arguments;
        SqlType type =
                function.type(values.isEmpty() ? SqlType.BIGINT : values.get(0).type());
        boolean isOfMany = function.isPercentile() && arguments.get(0).type().is(Kind.ARRAY);
        return new AggregateCall(
                function,
                arguments,
                written.isDistinct(),
                order,
                filter,
                isOfMany ? SqlType.array(type) : type,
                written.position());
    }

    private static AggregateFunction function(Expression.Call call) {
        AggregateFunction function = AggregateFunction.named(call.function());
        if (function != null) {
            return function;
        }
        String name = Spelling.shortened(call.function());
        throw MissingAggregates.refusal(call.function(), call.position())
                .orElseGet(() -> new SqlException(
                        SqlState.UNDEFINED_FUNCTION,
                        call.position(),
                        "There is no aggregate \"" + name + "\". " + Spelling.hint(name, AggregateFunction.names())));
    }

    private static void requireArguments(AggregateFunction function, Expression.Call call) {
        int expected = function.arguments();
        boolean isStar = call.arguments().stream().anyMatch(Expression.AllRows.class::isInstance);
        if (isStar || call.arguments().size() != expected) {
            String hint =
                    function == AggregateFunction.COUNT && call.arguments().isEmpty() ? " Write count(*)." : "";
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "The aggregate " + call.function() + " takes "
                            + argumentsOf(function)
                            + ", not " + (isStar ? "*" : call.arguments().size()) + "." + hint);
        }
    }

    private static String argumentsOf(AggregateFunction function) {
        return switch (function.arguments()) {
            case 0 -> "no argument";
            case 1 -> "one argument";
            default ->
                switch (function.takes()) {
                    case TEXTS -> "two arguments: the text, and what is between two";
                    case POINTS -> "two arguments: y, and x";
                    default -> "two arguments: the value, and what is compared";
                };
        };
    }

    private List<Bound> arguments(AggregateFunction function, Expression.Call call) {
        List<Bound> arguments = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            arguments.add(known(function, binder.bind(argument)));
        }
        if (!arguments.isEmpty()) {
            require(function, arguments, call);
        }
        return function.takes() == AggregateFunction.Takes.POINTS
                ? arguments.stream()
                        .map(each -> binder.conversions().to(each, SqlType.DOUBLE))
                        .toList()
                : List.copyOf(arguments);
    }

    /** Gives strings, nulls and parameters a type; averages and deviations of reals are doubles. */
    private Bound known(AggregateFunction function, Bound argument) {
        boolean isOfDoubles = argument.type().is(Kind.REAL)
                && function.takes() == AggregateFunction.Takes.NUMBERS
                && function != AggregateFunction.SUM;
        if (!argument.type().is(Kind.UNKNOWN) && !function.isPercentile() && !isOfDoubles) {
            return argument;
        }
        SqlType type = function.takes().ofUnknown();
        return binder.conversions().to(argument, argument.type().is(Kind.ARRAY) ? SqlType.array(type) : type);
    }

    private static void require(AggregateFunction function, List<Bound> arguments, Expression.Call call) {
        Bound compared = arguments.get(arguments.size() - 1);
        SqlType type = compared.type();
        switch (function.takes()) {
            case NUMBERS -> {
                boolean isInterval = type.is(Kind.INTERVAL) && function.isOfIntervals();
                require(type.isNumber() || isInterval, "numbers", compared, "Convert it with CAST.", call);
            }
            case CONDITIONS -> require(type.is(Kind.BOOLEAN), "conditions", compared, "Compare it with a value.", call);
            case ORDERED ->
                require(
                        !type.is(Kind.BOOLEAN),
                        "numbers, texts or times to compare",
                        compared,
                        "Use bool_and or bool_or.",
                        call);
            case TEXTS ->
                arguments.forEach(each -> require(each.type().isText(), "texts", each, "Convert it with CAST.", call));
            case VALUES ->
                require(!type.is(Kind.ARRAY), "values that are no arrays", compared, "Convert it with CAST.", call);
            case FRACTION -> requireFraction(function, compared);
            case WHOLE_NUMBERS -> require(type.isInteger(), "whole numbers", compared, "Convert it with CAST.", call);
            case POINTS ->
                arguments.forEach(
                        each -> require(each.type().isNumber(), "numbers", each, "Convert it with CAST.", call));
            case ANYTHING, ANY_ROW, NOTHING -> {}
        }
    }

    private static void require(boolean fits, String needed, Bound argument, String fix, Expression.Call call) {
        if (!fits) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    argument.position(),
                    "The aggregate " + call.function() + " needs " + needed + ", not " + argument.type() + ". " + fix);
        }
    }

    private static void requireFraction(AggregateFunction function, Bound fraction) {
        if (fraction instanceof Bound.Constant constant) {
            List<?> fractions =
                    constant.value() instanceof List<?> array ? array : Collections.singletonList(constant.value());
            for (Object each : fractions) {
                if (each instanceof Double value && !(value >= 0 && value <= 1)) {
                    throw new SqlException(
                            SqlState.NUMBER_OUT_OF_RANGE,
                            fraction.position(),
                            "A percentile is a fraction from 0 to 1, not " + value + ". Write 0.5 for the median.");
                }
            }
        } else if (!(fraction instanceof Bound.Parameter)
                && !(fraction instanceof Bound.Cast cast && cast.operand() instanceof Bound.Parameter)) {
            throw new SqlException(
                    SqlState.MISPLACED_AGGREGATE,
                    fraction.position(),
                    "The fraction of " + function.sqlName() + " is the same for all rows. Write a number such as 0.5.");
        }
    }

    private List<SortTerm> order(AggregateFunction function, Expression.Aggregate written, List<Bound> arguments) {
        if (function.isOfPieces() && written.withinGroup().isEmpty()) {
            return orderOfPieces(written, arguments);
        }
        boolean needsOrder = function.isOfOneOrder();
        if (!needsOrder && !written.withinGroup().isEmpty()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    written.position(),
                    "WITHIN GROUP belongs to percentile_disc, and "
                            + written.call().function() + " needs no order. Leave it out.");
        }
        if (needsOrder && (written.withinGroup().size() != 1 || written.isDistinct())) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    written.position(),
                    "The aggregate " + function.sqlName() + " takes the values of one order. Write "
                            + function.sqlName() + (function.isPercentile() ? "(0.5)" : "()")
                            + " WITHIN GROUP (ORDER BY x).");
        }
        if (function.takes() == AggregateFunction.Takes.POINTS && written.isDistinct()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    written.position(),
                    "DISTINCT is not supported in " + function.sqlName()
                            + ". Write SELECT DISTINCT y, x in an inner query.");
        }
        // Even an order without effect is bound, because it may be wrong.
        written.order().forEach(key -> binder.bind(key.value()));
        List<SortTerm> terms = new ArrayList<>();
        for (SortKey key : written.withinGroup()) {
            Bound value = binder.bind(key.value());
            if (function == AggregateFunction.PERCENTILE_CONT) {
                require(
                        value.type().isNumber() || value.type().is(Kind.UNKNOWN),
                        "numbers",
                        value,
                        "Use percentile_disc.",
                        written.call());
                value = binder.conversions().to(value, SqlType.DOUBLE);
            }
            terms.add(term(key, value));
        }
        return List.copyOf(terms);
    }

    private List<SortTerm> orderOfPieces(Expression.Aggregate written, List<Bound> arguments) {
        List<SortTerm> order = written.order().stream()
                .map(key -> term(key, binder.bind(key.value())))
                .toList();
        List<Bound> comparable =
                arguments.stream().map(Operands::withoutPositions).toList();
        for (SortTerm term : order) {
            if (written.isDistinct() && !comparable.contains(Operands.withoutPositions(term.value()))) {
                throw new SqlException(
                        SqlState.INVALID_COLUMN_REFERENCE,
                        term.value().position(),
                        "With DISTINCT, values are ordered by what is listed. Order by that.");
            }
        }
        return order;
    }

    private SortTerm term(SortKey key, Bound value) {
        Bound known = value.type().is(Kind.UNKNOWN) ? binder.conversions().toText(value) : value;
        return new SortTerm(known, key.isDescending(), key.nullsFirst());
    }
}
