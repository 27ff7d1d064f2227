package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The values of the queries in a query's expressions, by index. Constants take their place before the query is run, so
 * that evaluating a row and compiling a condition need to know nothing of them.
 */
public final class InitialValues {
    private final List<Object> values = new ArrayList<>();
    private final BoundRewriter constants = new BoundRewriter(this::constant);

    /** Adds the value of a query of kind VALUE or EXISTS, or the {@link ConstantSet} of one of kind SET. */
    public void add(Object value) {
        values.add(value);
    }

    /** What has been added, in its order. */
    public List<Object> values() {
        return Collections.unmodifiableList(values);
    }

    /** An expression with constants in the place of these values. Lists of constants become sets there, too. */
    public Bound in(Bound bound) {
        return constants.rewrite(bound);
    }

    private Bound constant(Bound bound) {
        if (bound instanceof Bound.Initial initial) {
            return new Bound.Constant(values.get(initial.index()), initial.type(), initial.position());
        } else if (bound instanceof Bound.InInitial in) {
            return new Bound.InSet(in(in.operand()), (ConstantSet) values.get(in.index()), in.position());
        } else if (bound instanceof Bound.In in && in.values().stream().allMatch(Bound.Constant.class::isInstance)) {
            List<Object> listed = new ArrayList<>();
            in.values().forEach(value -> listed.add(((Bound.Constant) value).value()));
            return new Bound.InSet(in(in.operand()), new ConstantSet(listed), in.position());
        } else {
            return null;
        }
    }

    /** A plan with constants in the place of these values. */
    public Plan in(Plan plan) {
        if (plan instanceof Plan.Filter filter) {
            return new Plan.Filter(in(filter.input()), in(filter.condition()));
        } else if (plan instanceof Plan.Project project) {
            return new Plan.Project(in(project.input()), in(project.expressions()), project.outputs());
        } else if (plan instanceof Plan.Join join) {
            return new Plan.Join(join.kind(), in(join.left()), in(join.right()), in(join.condition()));
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return new Plan.Aggregate(
                    in(aggregate.input()),
                    aggregate.isGrouped(),
                    in(aggregate.keys()),
                    aggregate.calls().stream().map(this::in).toList());
        } else if (plan instanceof Plan.Window window) {
            return new Plan.Window(
                    in(window.input()),
                    window.calls().stream().map(call -> call.with(this::in)).toList());
        } else if (plan instanceof Plan.Distinct distinct) {
            return new Plan.Distinct(in(distinct.input()));
        } else if (plan instanceof Plan.Sort sort) {
            return new Plan.Sort(in(sort.input()), inTerms(sort.terms()));
        } else if (plan instanceof Plan.Limit limit) {
            return new Plan.Limit(in(limit.input()), in(limit.count()), in(limit.offset()));
        } else if (plan instanceof Plan.SetOperation operation) {
            return new Plan.SetOperation(
                    operation.operation(), operation.isAll(), in(operation.left()), in(operation.right()));
        } else if (plan instanceof Plan.Values rows) {
            return new Plan.Values(rows.rows().stream().map(this::in).toList(), rows.outputs());
        } else {
            return plan;
        }
    }

    private List<Bound> in(List<Bound> bounds) {
        return constants.rewrite(bounds);
    }

    private AggregateCall in(AggregateCall call) {
        return new AggregateCall(
                call.function(),
                in(call.arguments()),
                call.isDistinct(),
                inTerms(call.order()),
                in(call.filter()),
                call.type(),
                call.position());
    }

    private List<SortTerm> inTerms(List<SortTerm> terms) {
        return terms.stream()
                .map(term -> new SortTerm(in(term.value()), term.isDescending(), term.nullsFirst()))
                .toList();
    }
}
