package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A query of EXISTS that only wants one value of its own to be equal to one of the row around, and so is run once for all rows:
 * {@code EXISTS (SELECT 1 FROM r WHERE r.zip = s.zip)} is whether {@code s.zip} is in {@code (SELECT r.zip FROM r)}.
 *
 * @param operand of the query around
 * @param values of one column: the query has rows for a row around if the operand is among them
 */
record ExistsBySet(Bound operand, Plan values) {
    /** Empty if the query wants anything else. */
    static Optional<ExistsBySet> of(Plan query, List<Bound> around) {
        if (!(rows(query) instanceof Plan.Filter filter) || Expressions.hasOuter(filter.input())) {
            return Optional.empty();
        }
        List<Bound> own = new ArrayList<>();
        List<Bound> correlated = new ArrayList<>();
        Conjuncts.of(filter.condition()).forEach(each -> (hasOuter(each) ? correlated : own).add(each));
        if (correlated.size() != 1
                || !(correlated.get(0) instanceof Bound.Comparison equal)
                || equal.operator() != BinaryOperator.EQUAL) {
            return Optional.empty();
        }
        boolean isLeft = hasOuter(equal.left());
        Bound outer = isLeft ? equal.left() : equal.right();
        Bound value = isLeft ? equal.right() : equal.left();
        if (hasOuter(value) || !isAllOuter(outer)) {
            return Optional.empty();
        }
        Plan rows = own.isEmpty() ? filter.input() : new Plan.Filter(filter.input(), Conjuncts.all(own));
        return Optional.of(new ExistsBySet(
                Operands.changed(outer, node -> node instanceof Bound.Outer of ? around.get(of.index()) : node),
                new Plan.Project(rows, List.of(value), List.of(OutputNames.hidden(value.type())))));
    }

    private static boolean hasOuter(Bound bound) {
        return bound instanceof Bound.Outer || Operands.of(bound).stream().anyMatch(ExistsBySet::hasOuter);
    }

    private static boolean isAllOuter(Bound bound) {
        List<Bound> operands = Operands.of(bound);
        return operands.isEmpty()
                ? bound instanceof Bound.Outer || bound instanceof Bound.Constant
                : operands.stream().allMatch(ExistsBySet::isAllOuter);
    }

    /** Below all that changes nothing in whether there are rows. */
    private static Plan rows(Plan query) {
        if (query instanceof Plan.Project project) {
            return rows(project.input());
        } else if (query instanceof Plan.Distinct distinct) {
            return rows(distinct.input());
        } else if (query instanceof Plan.Sort sort) {
            return rows(sort.input());
        } else if (query instanceof Plan.Limit limit
                && limit.offset() == null
                && limit.count() instanceof Bound.Constant constant
                && constant.value() instanceof Long count
                && count > 0) {
            return rows(limit.input());
        } else {
            return query;
        }
    }
}
