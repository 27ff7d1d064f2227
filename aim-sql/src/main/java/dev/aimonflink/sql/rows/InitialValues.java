package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.RowsByKey;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The values of the queries in a query's expressions, by index. Constants replace them before the query runs, so that evaluation and
 * compilation need not know them.
 */
public final class InitialValues {
    private final List<Object> values = new ArrayList<>();
    private final BoundRewriter constants = new BoundRewriter(this::constant);

    /** Adds the value of a query of kind VALUE or EXISTS, the {@link ConstantSet} of one of kind SET, or the {@link RowsByKey}. */
    public void add(Object value) {
        values.add(value);
    }

    /** In the order in which they were added. */
    public List<Object> values() {
        return Collections.unmodifiableList(values);
    }

    /** An expression with these values as constants; lists of constants become sets. */
    public Bound in(Bound bound) {
        return constants.rewrite(bound);
    }

    private Bound constant(Bound bound) {
        if (bound instanceof Bound.Initial initial) {
            return new Bound.Constant(values.get(initial.index()), initial.type(), initial.position());
        } else if (bound instanceof Bound.InInitial in) {
            return new Bound.InSet(in(in.operand()), (ConstantSet) values.get(in.index()), in.position());
        } else if (bound instanceof Bound.InitialByKey of) {
            return new Bound.LookUp(
                    (RowsByKey) values.get(of.index()), constants.rewrite(of.operands()), of.type(), of.position());
        } else if (bound instanceof Bound.In in && in.values().stream().allMatch(Bound.Constant.class::isInstance)) {
            List<Object> listed = new ArrayList<>();
            in.values().forEach(value -> listed.add(((Bound.Constant) value).value()));
            return new Bound.InSet(in(in.operand()), new ConstantSet(listed), in.position());
        } else {
            return null;
        }
    }

    public Plan in(Plan plan) {
        return Expressions.inPlan(plan, this::in);
    }
}
