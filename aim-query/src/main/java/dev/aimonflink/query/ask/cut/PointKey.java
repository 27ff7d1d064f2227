package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the key in a query with {@code WHERE key = value}. */
public final class PointKey {
    private final MatrixTables tables;
    private final Set<EntityId> keys = new HashSet<>();
    private boolean readsOthers;

    private PointKey(MatrixTables tables) {
        this.tables = tables;
    }

    /** The key if every scan of the matrix has a condition {@code key = constant} with the same constant. */
    public static Optional<EntityId> of(PlannedQuery query, MatrixTables tables) {
        PointKey found = new PointKey(tables);
        found.visit(query.plan());
        query.initials().forEach(initial -> found.visit(initial.plan()));
        return found.readsOthers || found.keys.size() != 1
                ? Optional.empty()
                : Optional.of(found.keys.iterator().next());
    }

    private void visit(Plan plan) {
        StarJoin star = StarJoin.of(withoutInitials(plan), tables);
        if (star == null) {
            readsOthers |= plan instanceof Plan.Scan scan && tables.isMatrix(scan.table());
            Plans.inputs(plan).forEach(this::visit);
            return;
        }
        Optional<EntityId> key = star.conditions().stream()
                .flatMap(each -> key(each, star).stream())
                .findFirst();
        key.ifPresent(keys::add);
        readsOthers |= key.isEmpty();
        // A star has queries only in the conditions that were left out.
        Plans.queries(plan).forEach(this::visit);
    }

    /** A filter with only those conditions that need no other query. */
    private static Plan withoutInitials(Plan plan) {
        if (!(plan instanceof Plan.Filter filter)) {
            return plan;
        }
        List<Bound> known = new ArrayList<>(Conjuncts.of(filter.condition()));
        known.removeIf(Initials::isIn);
        return known.isEmpty() ? filter.input() : new Plan.Filter(filter.input(), Conjuncts.all(known));
    }

    private static Optional<EntityId> key(Bound condition, StarJoin star) {
        if (!(condition instanceof Bound.Comparison equal) || equal.operator() != BinaryOperator.EQUAL) {
            return Optional.empty();
        }
        return key(equal.left(), equal.right(), star).or(() -> key(equal.right(), equal.left(), star));
    }

    private static Optional<EntityId> key(Bound field, Bound value, StarJoin star) {
        boolean isKey = field instanceof Bound.Field of
                && star.columns().get(of.column().index()) instanceof MatrixColumn.Key;
        if (!isKey || !(value instanceof Bound.Constant constant) || constant.isNull()) {
            return Optional.empty();
        }
        return Optional.of(
                constant.value() instanceof Long number ? EntityId.of(number) : EntityId.of((String) constant.value()));
    }
}
