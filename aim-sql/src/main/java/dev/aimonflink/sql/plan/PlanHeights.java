package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import java.util.IdentityHashMap;

/**
 * Bounds the height of plans, because whatever walks one has each step on its stack. The parser bounds nesting in a text, but queries of
 * WITH that name each other nest as well.
 */
final class PlanHeights {
    static final int MAX_HEIGHT = 300;

    /** For the plans of whole queries only. */
    private final IdentityHashMap<Plan, Integer> known = new IdentityHashMap<>();

    void require(Plan plan, int position) {
        int height = height(plan);
        if (height > MAX_HEIGHT) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "The query has more than " + MAX_HEIGHT
                            + " steps that follow each other. Nest fewer queries, or use fewer joins in each.");
        }
        known.put(plan, height);
    }

    private int height(Plan plan) {
        Integer height = known.get(plan);
        if (height != null) {
            return height;
        }
        int highest = 0;
        for (Plan input : Expressions.inputs(plan)) {
            highest = Math.max(highest, height(input));
        }
        for (Bound.Subquery subquery : Expressions.subqueriesOf(plan)) {
            highest = Math.max(highest, height(PlannedQuery.Initial.in(subquery).plan()));
        }
        return 1 + highest;
    }
}
