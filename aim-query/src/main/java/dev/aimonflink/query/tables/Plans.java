package dev.aimonflink.query.tables;

import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.ArrayList;
import java.util.List;

/** Walks through plans. */
public final class Plans {
    private Plans() {}

    /** The steps whose rows a step takes, and the inner queries of its expressions. */
    public static List<Plan> inputs(Plan plan) {
        List<Plan> inputs = new ArrayList<>(Expressions.inputs(plan));
        inputs.addAll(queries(plan));
        return inputs;
    }

    /** The inner queries of the expressions of a step. */
    public static List<Plan> queries(Plan plan) {
        return Expressions.subqueriesOf(plan).stream()
                .map(subquery -> PlannedQuery.Initial.in(subquery).plan())
                .toList();
    }

    public static boolean scansMatrix(Plan plan, MatrixTables tables) {
        return (plan instanceof Plan.Scan scan && tables.isMatrix(scan.table()))
                || inputs(plan).stream().anyMatch(input -> scansMatrix(input, tables));
    }
}
