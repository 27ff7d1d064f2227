package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The groups of a query. Its expressions are bound over ungrouped rows, with aggregates as columns before the first one. Once all keys and
 * aggregates are known, {@link #overGroups} converts an expression to the groups.
 */
final class GroupBinder {
    private final List<Bound> keys = new ArrayList<>();
    private final List<AggregateCall> calls = new ArrayList<>();
    private final Map<Bound, Integer> indexOfKey = new HashMap<>();
    private final Map<AggregateCall, Integer> indexOfCall = new HashMap<>();

    /** Other expressions cannot be keys, and are not looked up. */
    private final Set<Class<?>> kindsOfKeys = new HashSet<>();

    /** By position: a column may have several names, and an error shows the one written there. */
    private final Map<Integer, String> writtenNames = new HashMap<>();

    private AggregateBinder aggregates;

    /** Sets how aggregates are bound, which requires the tables of FROM. */
    void setAggregates(AggregateBinder aggregates) {
        this.aggregates = aggregates;
    }

    void noteWritten(Expression.Name name) {
        writtenNames.put(name.position(), name.last());
    }

    /** Binds an aggregate; repeated ones are computed once. */
    Bound aggregate(Expression.Aggregate written) {
        AggregateCall call = aggregates.bind(written);
        if (call.expressions().anyMatch(each -> Operands.has(each, Bound.Outer.class))
                && call.expressions().noneMatch(each -> Operands.has(each, Bound.Field.class))) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    written.position(),
                    "The aggregate " + written.call().function()
                            + " takes only columns of the query around this one, so it is one of that query. Compute it there,"
                            + " by a query in FROM, and use its column.");
        }
        AggregateCall comparable = Expressions.withoutPositions(call);
        int index = indexOfCall.computeIfAbsent(comparable, fresh -> {
            calls.add(call);
            return calls.size() - 1;
        });
        return new Bound.Field(Column.of("", call.type(), -1 - index), written.position());
    }

    private static boolean isAggregate(Bound bound) {
        return bound instanceof Bound.Field field && field.column().index() < 0 && !WindowBinder.isCall(bound);
    }

    /** The name of an aggregate in an expression, or null. */
    String aggregateIn(Bound bound) {
        if (isAggregate(bound)) {
            return calls.get(-1 - ((Bound.Field) bound).column().index())
                    .function()
                    .sqlName();
        }
        for (Bound operand : Operands.of(bound)) {
            String name = aggregateIn(operand);
            if (name != null) {
                return name;
            }
        }
        return null;
    }

    /** Adds the keys of GROUP BY that are new. */
    void addKey(Bound key) {
        Bound form = Operands.withoutPositions(key);
        if (indexOfKey.putIfAbsent(form, keys.size()) == null) {
            keys.add(key);
            kindsOfKeys.add(key.getClass());
        }
    }

    boolean hasAggregates() {
        return !calls.isEmpty();
    }

    Plan plan(Plan input, boolean isGrouped) {
        RowsInSelect rows = new RowsInSelect();
        Plan plan = rows.plan(input, keys);
        List<Bound> overRows = keys.stream().map(rows::over).toList();
        return new Plan.Aggregate(plan, isGrouped, overRows, List.copyOf(calls));
    }

    Bound overGroups(Bound bound) {
        if (kindsOfKeys.contains(bound.getClass())) {
            Integer key = indexOfKey.get(Operands.withoutPositions(bound));
            if (key != null) {
                return field(bound.type(), key, bound.position());
            }
        }
        if (isAggregate(bound)) {
            int call = -1 - ((Bound.Field) bound).column().index();
            return field(bound.type(), keys.size() + call, bound.position());
        }
        if (WindowBinder.isCall(bound)) {
            return bound;
        }
        if (bound instanceof Bound.Field field) {
            throw neitherKeyNorAggregate(field);
        }
        List<Bound> operands = new ArrayList<>();
        for (Bound operand : Operands.of(bound)) {
            operands.add(overGroups(operand));
        }
        return operands.isEmpty() ? bound : Operands.with(bound, operands, bound.position());
    }

    private static Bound field(SqlType type, int index, int position) {
        return new Bound.Field(Column.of("", type, index), position);
    }

    private SqlException neitherKeyNorAggregate(Bound.Field field) {
        String column = Spelling.shortened(
                writtenNames.getOrDefault(field.position(), field.column().name()));
        String aggregate = field.type().is(SqlType.Kind.BOOLEAN) ? "bool_or" : "max";
        return new SqlException(
                SqlState.MISPLACED_AGGREGATE,
                field.position(),
                "The column \"" + column
                        + "\" is neither in GROUP BY nor in an aggregate. Add it to GROUP BY, or write " + aggregate
                        + "(" + column + ").");
    }
}
