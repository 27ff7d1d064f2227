package dev.aimonflink.query.ask.tables;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Walks through plans. */
public final class Plans {
    private Plans() {}

    /** The steps that a step reads from, and the inner queries of its expressions. */
    public static List<Plan> inputs(Plan plan) {
        List<Plan> inputs = Expressions.inputs(plan);
        List<Plan> queries = queries(plan);
        return queries.isEmpty()
                ? inputs
                : Stream.concat(inputs.stream(), queries.stream()).toList();
    }

    public static List<Plan> queries(Plan plan) {
        List<Plan> queries = new ArrayList<>(0);
        for (Bound.Subquery subquery : Expressions.subqueriesOf(plan)) {
            queries.add(PlannedQuery.Initial.in(subquery).plan());
        }
        return queries;
    }

    public static boolean scansMatrix(Plan plan, MatrixTables tables) {
        if (plan instanceof Plan.Scan scan && tables.isMatrix(scan.table())) {
            return true;
        }
        for (Plan input : inputs(plan)) {
            if (scansMatrix(input, tables)) {
                return true;
            }
        }
        return false;
    }
}
