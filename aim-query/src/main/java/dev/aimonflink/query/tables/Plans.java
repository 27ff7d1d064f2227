package dev.aimonflink.query.tables;

import dev.aimonflink.sql.plan.Plan;
import java.util.List;

/** Walks through plans. */
public final class Plans {
    private Plans() {}

    public static List<Plan> inputs(Plan plan) {
        if (plan instanceof Plan.Filter filter) {
            return List.of(filter.input());
        } else if (plan instanceof Plan.Project project) {
            return List.of(project.input());
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return List.of(aggregate.input());
        } else if (plan instanceof Plan.Window window) {
            return List.of(window.input());
        } else if (plan instanceof Plan.Distinct distinct) {
            return List.of(distinct.input());
        } else if (plan instanceof Plan.Sort sort) {
            return List.of(sort.input());
        } else if (plan instanceof Plan.Limit limit) {
            return List.of(limit.input());
        } else if (plan instanceof Plan.Join join) {
            return List.of(join.left(), join.right());
        } else if (plan instanceof Plan.SetOperation both) {
            return List.of(both.left(), both.right());
        } else {
            return List.of();
        }
    }

    public static boolean scansMatrix(Plan plan, MatrixTables tables) {
        return (plan instanceof Plan.Scan scan && tables.isMatrix(scan.table()))
                || inputs(plan).stream().anyMatch(input -> scansMatrix(input, tables));
    }
}
