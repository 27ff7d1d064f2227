package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions in expressions that return rows. They run for each input row, side by side, and expressions are over rows with their values
 * behind the input's columns. If arguments use another one's rows, it runs for each of these.
 */
final class RowsInSelect {
    /** By call without positions, in which the calls of arguments are fields already. */
    private final Map<Bound, Column> columns = new HashMap<>();

    Plan plan(Plan input, List<Bound> expressions) {
        Plan plan = input;
        Collection<Bound.OfRows> calls = next(expressions);
        while (!calls.isEmpty()) {
            plan = beside(plan, calls);
            calls = next(expressions);
        }
        return plan;
    }

    /** An expression over the input, moved to the rows with the functions' values. */
    Bound over(Bound expression) {
        if (columns.isEmpty()) {
            return expression;
        }
        return Operands.changed(expression, node -> {
            Column column = node instanceof Bound.OfRows ? columns.get(Operands.withoutPositions(node)) : null;
            return column == null ? node : new Bound.Field(column, node.position());
        });
    }

    /** The calls whose arguments are known, each once. */
    private Collection<Bound.OfRows> next(List<Bound> expressions) {
        Map<Bound, Bound.OfRows> calls = new LinkedHashMap<>();
        expressions.forEach(each -> addCalls(over(each), calls));
        return calls.values();
    }

    /** Adds the calls of an expression; returns whether there are any. */
    private static boolean addCalls(Bound bound, Map<Bound, Bound.OfRows> calls) {
        boolean areBelow = false;
        for (Bound operand : Operands.of(bound)) {
            areBelow |= addCalls(operand, calls);
        }
        if (areBelow) {
            requireAllowed(bound);
        } else if (bound instanceof Bound.OfRows call) {
            calls.putIfAbsent(Operands.withoutPositions(call), call);
        }
        return areBelow || bound instanceof Bound.OfRows;
    }

    /** As in PostgreSQL, what may skip operands, or takes conditions, has no rows in them. */
    private static void requireAllowed(Bound bound) {
        if (bound instanceof Bound.Case) {
            throw refused("in CASE", SqlState.NOT_SUPPORTED, bound);
        } else if (bound instanceof Bound.Call call && call.function() == Function.COALESCE) {
            throw refused("in COALESCE", SqlState.NOT_SUPPORTED, bound);
        } else if (bound instanceof Bound.InInitial || bound instanceof Bound.Subquery) {
            throw refused("in comparisons with the rows of a query", SqlState.DATATYPE_MISMATCH, bound);
        } else if (bound instanceof Bound.Logical || bound instanceof Bound.IsTruth || isOfCondition(bound)) {
            throw refused("in AND, OR, NOT, BETWEEN and IS TRUE", SqlState.DATATYPE_MISMATCH, bound);
        }
    }

    /** Whether it is NOT of a condition, not part of IS NOT NULL or NOT LIKE. */
    private static boolean isOfCondition(Bound bound) {
        return bound instanceof Bound.Not not
                && (not.operand() instanceof Bound.OfRows || not.operand() instanceof Bound.Comparison);
    }

    private static SqlException refused(String where, SqlState state, Bound bound) {
        return new SqlException(state, bound.position(), Clause.Place.messageOfRows(where));
    }

    private Plan beside(Plan input, Collection<Bound.OfRows> calls) {
        Correlation used = new Correlation();
        List<Plan.RowsCall> planned = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        for (Bound.OfRows call : calls) {
            columns.put(
                    Operands.withoutPositions(call),
                    Column.of("", call.type(), input.outputs().size() + outputs.size()));
            outputs.add(OutputNames.hidden(call.type()));
            planned.add(new Plan.RowsCall(
                    call.function(),
                    call.arguments().stream()
                            .map(argument -> isOfTheRow(argument) ? used.inside(argument) : argument)
                            .toList()));
        }
        Plan rows = new Plan.TableFunction(List.copyOf(planned), false, List.copyOf(outputs));
        return new Plan.Lateral(Plan.Join.Kind.INNER, input, rows, used.values(), null);
    }

    private static boolean isOfTheRow(Bound bound) {
        return bound instanceof Bound.Field
                || bound instanceof Bound.Outer
                || bound instanceof Bound.Subquery
                || Operands.of(bound).stream().anyMatch(RowsInSelect::isOfTheRow);
    }
}
