package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Walks through plans and changes their expressions. */
public final class Expressions {
    private Expressions() {}

    public static PlannedQuery changed(PlannedQuery query, UnaryOperator<Bound> change) {
        UnaryOperator<Bound> whole = bound -> Operands.changed(bound, change);
        return new PlannedQuery(
                inPlan(query.plan(), whole),
                query.initials().stream()
                        .map(initial -> initial.of(inPlan(initial.plan(), whole)))
                        .toList(),
                query.parameters());
    }

    /** Changes the expressions of a plan, its inputs and inner queries, each as a whole. */
    public static Plan inPlan(Plan plan, UnaryOperator<Bound> change) {
        return inPlan(plan, change, UnaryOperator.identity());
    }

    /** Also changes each plan, after its expressions and inputs; an inner query comes before its expression. */
    public static Plan inPlan(Plan plan, UnaryOperator<Bound> change, UnaryOperator<Plan> changePlan) {
        UnaryOperator<Plan> inputs = input -> inPlan(input, change, changePlan);
        return changePlan.apply(withParts(plan, inputs, whole -> change.apply(inQueries(whole, inputs))));
    }

    private static Bound inQueries(Bound whole, UnaryOperator<Plan> change) {
        return Operands.changed(
                whole,
                node -> node instanceof Bound.Subquery subquery
                                && subquery.query() instanceof PlannedQuery.Initial query
                        ? new Bound.Subquery(
                                query.of(change.apply(query.plan())),
                                subquery.operands(),
                                subquery.type(),
                                subquery.position())
                        : node);
    }

    /** An inner query's plan, with its outer values replaced. */
    public static Plan withOuter(Plan plan, Function<Bound.Outer, Bound> values) {
        UnaryOperator<Bound> change = whole ->
                Operands.changed(whole, node -> node instanceof Bound.Outer outer ? values.apply(outer) : node);
        return withParts(
                plan,
                // The right side has only those of the left row.
                input -> plan instanceof Plan.Lateral lateral && input == lateral.right()
                        ? input
                        : withOuter(input, values),
                change);
    }

    /** Whether an inner query's plan has outer values. */
    public static boolean hasOuter(Plan plan) {
        boolean[] isFound = new boolean[1];
        withOuter(plan, outer -> {
            isFound[0] = true;
            return outer;
        });
        return isFound[0];
    }

    /** The inner queries in one step's expressions, each a {@link PlannedQuery.Initial}. */
    public static List<Bound.Subquery> subqueriesOf(Plan plan) {
        List<Bound.Subquery> queries = new ArrayList<>(0);
        withParts(plan, UnaryOperator.identity(), whole -> {
            addSubqueries(whole, queries);
            return whole;
        });
        return queries;
    }

    private static void addSubqueries(Bound bound, List<Bound.Subquery> queries) {
        if (bound instanceof Bound.Subquery subquery) {
            queries.add(subquery);
        }
        for (Bound operand : Operands.of(bound)) {
            addSubqueries(operand, queries);
        }
    }

    /** The same step over other inputs and expressions, whose inner queries stay as they are. */
    public static Plan withParts(Plan plan, UnaryOperator<Plan> inputs, UnaryOperator<Bound> change) {
        if (plan instanceof Plan.Scan || plan instanceof Plan.Working) {
            return plan;
        } else if (plan instanceof Plan.Values values) {
            return new Plan.Values(
                    values.rows().stream()
                            .map(row -> Operands.inList(row, change))
                            .toList(),
                    values.outputs());
        } else if (plan instanceof Plan.TableFunction called) {
            return new Plan.TableFunction(
                    called.calls().stream()
                            .map(call -> new Plan.RowsCall(call.function(), Operands.inList(call.arguments(), change)))
                            .toList(),
                    called.hasOrdinality(),
                    called.outputs());
        } else if (plan instanceof Plan.Join join) {
            return new Plan.Join(
                    join.kind(),
                    inputs.apply(join.left()),
                    inputs.apply(join.right()),
                    orNull(join.condition(), change));
        } else if (plan instanceof Plan.Lateral lateral) {
            return new Plan.Lateral(
                    lateral.kind(),
                    inputs.apply(lateral.left()),
                    inputs.apply(lateral.right()),
                    Operands.inList(lateral.outer(), change),
                    orNull(lateral.condition(), change));
        } else if (plan instanceof Plan.Recursion recursion) {
            return new Plan.Recursion(
                    recursion.number(),
                    inputs.apply(recursion.first()),
                    inputs.apply(recursion.next()),
                    recursion.isAll());
        } else if (plan instanceof Plan.SetOperation both) {
            return new Plan.SetOperation(
                    both.operation(), both.isAll(), inputs.apply(both.left()), inputs.apply(both.right()));
        } else {
            return ofOneInput(plan, inputs.apply(input(plan)), change);
        }
    }

    private static Plan ofOneInput(Plan plan, Plan input, UnaryOperator<Bound> change) {
        if (plan instanceof Plan.Filter filter) {
            return new Plan.Filter(input, change.apply(filter.condition()));
        } else if (plan instanceof Plan.Project project) {
            return new Plan.Project(input, Operands.inList(project.expressions(), change), project.outputs());
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return new Plan.Aggregate(
                    input,
                    aggregate.isGrouped(),
                    Operands.inList(aggregate.keys(), change),
                    inCalls(aggregate.calls(), change));
        } else if (plan instanceof Plan.Window window) {
            return new Plan.Window(
                    input,
                    window.calls().stream().map(call -> call.with(change)).toList());
        } else if (plan instanceof Plan.Distinct) {
            return new Plan.Distinct(input);
        } else if (plan instanceof Plan.Sort sort) {
            return new Plan.Sort(input, inTerms(sort.terms(), change));
        } else {
            Plan.Limit limit = (Plan.Limit) plan;
            return new Plan.Limit(input, inLimit(limit.count(), change), inLimit(limit.offset(), change));
        }
    }

    public static List<Plan> inputs(Plan plan) {
        if (plan instanceof Plan.Join join) {
            return List.of(join.left(), join.right());
        } else if (plan instanceof Plan.Lateral lateral) {
            return List.of(lateral.left(), lateral.right());
        } else if (plan instanceof Plan.Recursion recursion) {
            return List.of(recursion.first(), recursion.next());
        } else if (plan instanceof Plan.SetOperation both) {
            return List.of(both.left(), both.right());
        } else {
            Plan input = input(plan);
            return input == null ? List.of() : List.of(input);
        }
    }

    /** The only input of a plan, or null. */
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

    /** The plan without positions of aggregate calls; their arguments keep theirs. */
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

    /** Only the call itself loses its position. */
    static AggregateCall withoutPosition(AggregateCall call) {
        return new AggregateCall(
                call.function(), call.arguments(), call.isDistinct(), call.order(), call.filter(), call.type(), 0);
    }

    /** The form in which calls are compared, wherever their parts are written. */
    public static AggregateCall withoutPositions(AggregateCall call) {
        return withoutPosition(inCall(call, Operands::withoutPositions));
    }

    private static List<AggregateCall> inCalls(List<AggregateCall> calls, UnaryOperator<Bound> change) {
        List<AggregateCall> changed = new ArrayList<>(calls.size());
        for (AggregateCall call : calls) {
            changed.add(inCall(call, change));
        }
        return Collections.unmodifiableList(changed);
    }

    static AggregateCall inCall(AggregateCall call, UnaryOperator<Bound> change) {
        return new AggregateCall(
                call.function(),
                Operands.inList(call.arguments(), change),
                call.isDistinct(),
                inTerms(call.order(), change),
                orNull(call.filter(), change),
                call.type(),
                call.position());
    }

    static List<SortTerm> inTerms(List<SortTerm> terms, UnaryOperator<Bound> change) {
        if (terms.isEmpty()) {
            return terms;
        }
        List<SortTerm> changed = new ArrayList<>(terms.size());
        for (SortTerm term : terms) {
            changed.add(new SortTerm(change.apply(term.value()), term.isDescending(), term.nullsFirst()));
        }
        return Collections.unmodifiableList(changed);
    }

    private static Bound orNull(Bound expression, UnaryOperator<Bound> change) {
        return expression == null ? null : change.apply(expression);
    }
}
