package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Plan;
import java.util.List;

/**
 * A join and a condition on its rows, whose parts are moved to where they cost least. Those over one side filter its rows; those over both
 * join, so that the equality of {@code FROM a, b WHERE a.x = b.x} becomes its key.
 *
 * @param filter or null
 */
record FilteredJoin(Plan.Join join, Bound filter) {
    static FilteredJoin of(Plan.Join join, Bound filter) {
        List<Bound> conditions = Conjuncts.of(join.condition());
        List<Bound> filters = Conjuncts.of(filter);
        int leftColumns = join.left().outputs().size();
        int columns = join.outputs().size();
        return switch (join.kind()) {
            case INNER -> {
                conditions.addAll(filters);
                List<Bound> ofLeft = taken(conditions, 0, leftColumns);
                List<Bound> ofRight = taken(conditions, leftColumns, columns);
                yield new FilteredJoin(joined(join, ofLeft, ofRight, conditions), null);
            }
            // A left row without a partner stays, so only the filter can remove left rows, and only the condition right
            // ones.
            case LEFT -> {
                List<Bound> ofLeft = taken(filters, 0, leftColumns);
                List<Bound> ofRight = taken(conditions, leftColumns, columns);
                yield new FilteredJoin(joined(join, ofLeft, ofRight, conditions), Conjuncts.all(filters));
            }
            case FULL -> new FilteredJoin(join, filter);
        };
    }

    /** Removes and returns the conditions over some of the columns. */
    private static List<Bound> taken(List<Bound> conjuncts, int from, int to) {
        List<Bound> taken = conjuncts.stream()
                .filter(each -> Conjuncts.isOver(each, from, to))
                .toList();
        conjuncts.removeAll(taken);
        return taken;
    }

    private static Plan.Join joined(Plan.Join join, List<Bound> ofLeft, List<Bound> ofRight, List<Bound> ofBoth) {
        int leftColumns = join.left().outputs().size();
        List<Bound> moved = ofRight.stream()
                .map(each -> BoundRewriter.withoutFirst(leftColumns, each))
                .toList();
        return new Plan.Join(
                join.kind(), filtered(join.left(), ofLeft), filtered(join.right(), moved), Conjuncts.all(ofBoth));
    }

    private static Plan filtered(Plan plan, List<Bound> conjuncts) {
        return conjuncts.isEmpty() ? plan : new Plan.Filter(plan, Conjuncts.all(conjuncts));
    }
}
