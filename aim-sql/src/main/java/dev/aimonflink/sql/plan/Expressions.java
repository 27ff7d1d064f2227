package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes the expressions of plans. */
public final class Expressions {
    private Expressions() {}

    /** Changes each node of each expression, operands first. */
    public static PlannedQuery changed(PlannedQuery query, UnaryOperator<Bound> change) {
        UnaryOperator<Bound> whole = bound -> Operands.changed(bound, change);
        return new PlannedQuery(
                inPlan(query.plan(), whole),
                query.initials().stream()
                        .map(initial -> new PlannedQuery.Initial(
                                initial.kind(), inPlan(initial.plan(), whole), initial.position()))
                        .toList(),
                query.parameters());
    }

    /** Changes the expressions of a plan and of those below it, each as a whole. */
    public static Plan inPlan(Plan plan, UnaryOperator<Bound> change) {
        return inPlan(plan, change, UnaryOperator.identity());
    }

    /** Changes each plan as well, after its expressions and those below it. */
    public static Plan inPlan(Plan plan, UnaryOperator<Bound> change, UnaryOperator<Plan> changePlan) {
        return changePlan.apply(withInputs(plan, change, changePlan));
    }

    private static Plan withInputs(Plan plan, UnaryOperator<Bound> change, UnaryOperator<Plan> changePlan) {
        if (plan instanceof Plan.Scan) {
            return plan;
        } else if (plan instanceof Plan.Values values) {
            return new Plan.Values(
                    values.rows().stream().map(row -> inList(row, change)).toList(), values.outputs());
        } else if (plan instanceof Plan.TableFunction called) {
            return new Plan.TableFunction(
                    called.function(), inList(called.arguments(), change), called.hasOrdinality(), called.outputs());
        } else if (plan instanceof Plan.Join join) {
            return new Plan.Join(
                    join.kind(),
                    inPlan(join.left(), change, changePlan),
                    inPlan(join.right(), change, changePlan),
                    orNull(join.condition(), change));
        } else if (plan instanceof Plan.SetOperation both) {
            return new Plan.SetOperation(
                    both.operation(),
                    both.isAll(),
                    inPlan(both.left(), change, changePlan),
                    inPlan(both.right(), change, changePlan));
        } else {
            return ofOneInput(plan, change, changePlan);
        }
    }

    private static Plan ofOneInput(Plan plan, UnaryOperator<Bound> change, UnaryOperator<Plan> changePlan) {
        if (plan instanceof Plan.Filter filter) {
            return new Plan.Filter(inPlan(filter.input(), change, changePlan), change.apply(filter.condition()));
        } else if (plan instanceof Plan.Project project) {
            return new Plan.Project(
                    inPlan(project.input(), change, changePlan),
                    inList(project.expressions(), change),
                    project.outputs());
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return new Plan.Aggregate(
                    inPlan(aggregate.input(), change, changePlan),
                    aggregate.isGrouped(),
                    inList(aggregate.keys(), change),
                    aggregate.calls().stream().map(call -> inCall(call, change)).toList());
        } else if (plan instanceof Plan.Window window) {
            return new Plan.Window(
                    inPlan(window.input(), change, changePlan),
                    window.calls().stream().map(call -> call.with(change)).toList());
        } else if (plan instanceof Plan.Distinct distinct) {
            return new Plan.Distinct(inPlan(distinct.input(), change, changePlan));
        } else if (plan instanceof Plan.Sort sort) {
            return new Plan.Sort(inPlan(sort.input(), change, changePlan), inTerms(sort.terms(), change));
        } else {
            Plan.Limit limit = (Plan.Limit) plan;
            return new Plan.Limit(
                    inPlan(limit.input(), change, changePlan),
                    inLimit(limit.count(), change),
                    inLimit(limit.offset(), change));
        }
    }

    /** The input of a plan that has one; null if it has none or two. */
    static Plan input(Plan plan) {
        if (plan instanceof Plan.Filter filter) {
            return filter.input();
        } else if (plan instanceof Plan.Project project) {
            return project.input();
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return aggregate.input();
        } else if (plan instanceof Plan.Window window) {
            return window.input();
        } else if (plan instanceof Plan.Distinct distinct) {
            return distinct.input();
        } else if (plan instanceof Plan.Sort sort) {
            return sort.input();
        } else {
            return plan instanceof Plan.Limit limit ? limit.input() : null;
        }
    }

    /** A parameter that becomes null limits nothing. */
    private static Bound inLimit(Bound number, UnaryOperator<Bound> change) {
        Bound changed = orNull(number, change);
        return changed instanceof Bound.Constant constant && constant.isNull() ? null : changed;
    }

    /** The plan whose aggregate calls have no positions, while what they take keeps its own. */
    public static Plan withoutPositionsOfCalls(Plan plan) {
        return inPlan(plan, UnaryOperator.identity(), each -> {
            if (!(each instanceof Plan.Aggregate aggregate)) {
                return each;
            }
            List<AggregateCall> calls =
                    aggregate.calls().stream().map(Expressions::withoutPosition).toList();
            return new Plan.Aggregate(aggregate.input(), aggregate.isGrouped(), aggregate.keys(), calls);
        });
    }

    /** Only the call itself: what it takes keeps its positions. */
    static AggregateCall withoutPosition(AggregateCall call) {
        return new AggregateCall(
                call.function(), call.arguments(), call.isDistinct(), call.order(), call.filter(), call.type(), 0);
    }

    /** The call as it is compared with others: wherever its parts are written. */
    public static AggregateCall withoutPositions(AggregateCall call) {
        return withoutPosition(inCall(call, Operands::withoutPositions));
    }

    static AggregateCall inCall(AggregateCall call, UnaryOperator<Bound> change) {
        return new AggregateCall(
                call.function(),
                inList(call.arguments(), change),
                call.isDistinct(),
                inTerms(call.order(), change),
                orNull(call.filter(), change),
                call.type(),
                call.position());
    }

    static List<SortTerm> inTerms(List<SortTerm> terms, UnaryOperator<Bound> change) {
        return terms.stream()
                .map(term -> new SortTerm(change.apply(term.value()), term.isDescending(), term.nullsFirst()))
                .toList();
    }

    static List<Bound> inList(List<Bound> expressions, UnaryOperator<Bound> change) {
        return expressions.stream().map(change).toList();
    }

    private static Bound orNull(Bound expression, UnaryOperator<Bound> change) {
        return expression == null ? null : change.apply(expression);
    }
}
