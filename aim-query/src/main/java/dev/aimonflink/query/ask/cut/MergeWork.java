package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;

/**
 * About how many rows all steps of a plan process at most. Joins count all pairs, and windows all rows for each. Unknown numbers are {@linkplain
 * #MANY many}.
 */
public final class MergeWork {
    /** Sums and products of two numbers up to this one do not overflow. */
    private static final long MANY = 1L << 31;

    private final MatrixTables tables;
    private final long sentRows;
    private long work;

    private MergeWork(MatrixTables tables, long sentRows) {
        this.tables = tables;
        this.sentRows = Math.min(MANY, sentRows);
    }

    public static long rows(PlannedQuery rest, MatrixTables tables, long sentRows) {
        MergeWork all = new MergeWork(tables, sentRows);
        rest.initials().forEach(initial -> all.rows(initial.plan()));
        all.rows(rest.plan());
        return all.work;
    }

    public static long sum(long a, long b) {
        return Math.min(MANY, a + b);
    }

    private static long product(long a, long b) {
        return Math.min(MANY, a * b);
    }

    /** Counts the rows that a step and those before it process, and returns how many rows the step gives. */
    private long rows(Plan plan) {
        long rows = Plans.queries(plan).isEmpty() ? rowsOf(plan) : MANY;
        work = sum(work, rows);
        return rows;
    }

    private long rowsOf(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return rowsOf(scan.table());
        } else if (plan instanceof Plan.Values values) {
            return values.rows().size();
        } else if (plan instanceof Plan.Join join) {
            return product(rows(join.left()), rows(join.right()));
        } else if (plan instanceof Plan.Window window) {
            long rows = rows(window.input());
            work = sum(work, product(rows, rows));
            return rows;
        } else if (givesWhatItTakes(plan)) {
            return Expressions.inputs(plan).stream().mapToLong(this::rows).reduce(0, MergeWork::sum);
        }
        return MANY;
    }

    private static boolean givesWhatItTakes(Plan plan) {
        return plan instanceof Plan.Filter
                || plan instanceof Plan.Project
                || plan instanceof Plan.Aggregate
                || plan instanceof Plan.Distinct
                || plan instanceof Plan.Sort
                || plan instanceof Plan.Limit
                || plan instanceof Plan.SetOperation;
    }

    private long rowsOf(Table table) {
        if (CutQuery.indexOf(table).isPresent() || tables.isMatrix(table)) {
            return sentRows;
        }
        EntityTable file = tables.file(table);
        return file == null ? MANY : file.rows();
    }
}
