package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.RowsByKey;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs queries row by row. It finishes what partitions have computed, answers queries of small tables, and is the plain engine that faster
 * ones are compared with.
 *
 * <p>Without ORDER BY the order of rows is not promised, but always the same: groups by key, other rows as in the tables, those of a join
 * by its left side. Inner joins follow {@link JoinOrder}.
 */
public final class RowEngine {
    /** @param rows with one value for each output, as {@link dev.aimonflink.sql.bind.Bound} represents it */
    public record RowAnswer(List<Output> outputs, List<Object[]> rows) {}

    private final PlanRunner runner;
    private final Budget budget;

    private RowEngine(TableRows relations, Budget budget) {
        runner = new PlanRunner(relations, budget);
        this.budget = budget;
    }

    /** For a query without parameters. */
    public static RowAnswer run(PlannedQuery query, TableRows relations, EngineLimits limits, StopCheck stopCheck) {
        return new RowEngine(relations, new Budget(limits, stopCheck)).run(query);
    }

    public static InitialValues initialValues(
            PlannedQuery query, TableRows relations, EngineLimits limits, StopCheck stopCheck) {
        return new RowEngine(relations, new Budget(limits, stopCheck)).initialValues(query);
    }

    private InitialValues initialValues(PlannedQuery query) {
        InitialValues initials = new InitialValues();
        for (PlannedQuery.Initial initial : query.initials()) {
            initials.add(value(initial, runner.open(runner.ready(initials.in(initial.plan())))));
        }
        return initials;
    }

    private RowAnswer run(PlannedQuery query) {
        Plan plan = runner.ready(initialValues(query).in(query.plan()));
        int columns = plan.outputs().size();
        RowStream rows = runner.open(plan);
        List<Object[]> answer = new ArrayList<>();
        for (Row row = rows.next(); row != null; row = rows.next()) {
            budget.step();
            budget.returnRow(answer.size() + 1, columns);
            answer.add(Key.values(row, columns));
        }
        return new RowAnswer(plan.outputs(), answer);
    }

    private Object value(PlannedQuery.Initial initial, RowStream rows) {
        return switch (initial.kind()) {
            case VALUE -> QueryOfRow.only(rows, initial.position());
            case EXISTS -> rows.next() != null;
            case SET -> all(rows);
            case VALUE_BY_KEY, SET_BY_KEY -> byKey(initial, rows);
        };
    }

    private RowsByKey byKey(PlannedQuery.Initial initial, RowStream rows) {
        int columns = initial.plan().outputs().size();
        List<Object[]> kept = new ArrayList<>();
        for (Row row = rows.next(); row != null; row = rows.next()) {
            budget.keepRow(columns);
            kept.add(Key.values(row, columns));
        }
        return new RowsByKey(columns - 1, initial.kind() == PlannedQuery.Initial.Kind.SET_BY_KEY, kept);
    }

    private ConstantSet all(RowStream rows) {
        Set<Object> values = new HashSet<>();
        for (Row row = rows.next(); row != null; row = rows.next()) {
            if (values.add(row.value(0))) {
                budget.keepRow();
            }
        }
        return new ConstantSet(values);
    }
}
