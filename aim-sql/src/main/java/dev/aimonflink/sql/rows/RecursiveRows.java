package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The rows of a recursion, round by round: no round begins before its rows are asked for. */
final class RecursiveRows implements RowStream {
    private final Plan.Recursion plan;
    private final PlanRunner runner;
    private final Budget budget;

    /** Those that were there before, if equal rows are taken once. */
    private final Set<Key> seen = new HashSet<>();

    /** Null before the first round. */
    private List<Object[]> last;

    private Iterator<Object[]> rows;

    RecursiveRows(Plan.Recursion plan, PlanRunner runner, Budget budget) {
        this.plan = plan;
        this.runner = runner;
        this.budget = budget;
    }

    @Override
    public Row next() {
        while (rows == null || !rows.hasNext()) {
            if (last != null && last.isEmpty()) {
                return null;
            }
            budget.step();
            last = last == null ? runner.all(plan.first()) : runner.round(plan, last);
            if (!plan.isAll()) {
                last.removeIf(row -> !seen.add(Key.of(row)));
            }
            rows = last.iterator();
        }
        return Row.of(rows.next());
    }
}
