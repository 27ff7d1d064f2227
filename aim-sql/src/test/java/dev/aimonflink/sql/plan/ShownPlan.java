package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Plans as texts for tests: each step before those whose rows it takes. A column is {@code name#index}. */
public final class ShownPlan {
    private ShownPlan() {}

    public static String of(PlannedQuery query) {
        StringBuilder shown = new StringBuilder(of(query.plan()));
        for (int i = 0; i < query.initials().size(); i++) {
            PlannedQuery.Initial initial = query.initials().get(i);
            shown.append("; ?")
                    .append(i)
                    .append(' ')
                    .append(lower(initial.kind()))
                    .append(": ")
                    .append(of(initial.plan()));
        }
        if (!query.parameters().isEmpty()) {
            shown.append("; parameters ").append(query.parameters());
        }
        return shown.toString();
    }

    static String of(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return "scan " + scan.table().name();
        } else if (plan instanceof Plan.Values values) {
            return "values" + values.rows().stream().map(ShownPlan::list).collect(Collectors.joining())
                    + outputs(values.outputs());
        } else if (plan instanceof Plan.TableFunction called) {
            return called.calls().stream()
                    .map(call -> lower(call.function()) + list(call.arguments()))
                    .collect(Collectors.joining(", "));
        } else if (plan instanceof Plan.Join join) {
            return lower(join.kind()) + " join"
                    + (join.condition() == null ? "" : " on " + of(join.condition())) + " {" + of(join.left()) + "} {"
                    + of(join.right()) + "}";
        } else if (plan instanceof Plan.Lateral lateral) {
            return lower(lateral.kind()) + " lateral" + list(lateral.outer())
                    + (lateral.condition() == null ? "" : " on " + of(lateral.condition())) + " {" + of(lateral.left())
                    + "} {" + of(lateral.right()) + "}";
        } else if (plan instanceof Plan.SetOperation both) {
            return lower(both.operation()) + (both.isAll() ? " all" : "") + " {" + of(both.left()) + "} {"
                    + of(both.right()) + "}";
        } else {
            return step(plan) + " < " + of(Expressions.input(plan));
        }
    }

    private static String step(Plan plan) {
        if (plan instanceof Plan.Filter filter) {
            return "filter " + of(filter.condition());
        } else if (plan instanceof Plan.Project project) {
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < project.outputs().size(); i++) {
                Output output = project.outputs().get(i);
                columns.add(of(project.expressions().get(i)) + " " + output.name() + ":" + output.type());
            }
            return "project " + String.join(", ", columns);
        } else if (plan instanceof Plan.Aggregate aggregate) {
            String keys = aggregate.isGrouped() ? " by " + list(aggregate.keys()) : "";
            return "aggregate" + keys
                    + aggregate.calls().stream().map(call -> " " + of(call)).collect(Collectors.joining(","));
        } else if (plan instanceof Plan.Distinct) {
            return "distinct";
        } else if (plan instanceof Plan.Sort sort) {
            return "sort " + terms(sort.terms());
        } else {
            Plan.Limit limit = (Plan.Limit) plan;
            return "limit " + (limit.count() == null ? "all" : of(limit.count()))
                    + (limit.offset() == null ? "" : " offset " + of(limit.offset()));
        }
    }

    private static String of(AggregateCall call) {
        String order = call.order().isEmpty() ? "" : " within " + terms(call.order());
        return lower(call.function()) + "(" + (call.isDistinct() ? "distinct " : "")
                + call.arguments().stream().map(ShownPlan::of).collect(Collectors.joining(", ")) + ")" + order
                + (call.filter() == null ? "" : " filter " + of(call.filter())) + ":" + call.type();
    }

    private static String terms(List<SortTerm> terms) {
        return terms.stream()
                .map(term -> of(term.value())
                        + (term.isDescending() ? " desc" : "")
                        + (term.nullsFirst() == term.isDescending()
                                ? ""
                                : term.nullsFirst() ? " nulls first" : " nulls last"))
                .collect(Collectors.joining(", "));
    }

    private static String outputs(List<Output> outputs) {
        return outputs.stream()
                .map(output -> " " + output.name() + ":" + output.type())
                .collect(Collectors.joining(","));
    }

    static String of(Bound bound) {
        List<Bound> operands = Operands.of(bound);
        if (bound instanceof Bound.Constant constant) {
            Object value = constant.value();
            return (value instanceof BigDecimal number
                            ? number.toPlainString()
                            : value instanceof String text ? "'" + text + "'" : value)
                    + ":" + constant.type();
        } else if (bound instanceof Bound.Field field) {
            return field.column().name() + "#" + field.column().index();
        } else if (bound instanceof Bound.Parameter parameter) {
            return "$" + parameter.number() + ":" + parameter.type();
        } else if (bound instanceof Bound.Initial initial) {
            return "?" + initial.index() + ":" + initial.type();
        } else if (bound instanceof Bound.InInitial in) {
            return of(in.operand()) + " in ?" + in.index();
        } else if (bound instanceof Bound.InitialByKey initial) {
            return "?" + initial.index() + list(operands);
        } else if (bound instanceof Bound.Outer outer) {
            return "outer" + outer.index() + ":" + outer.type();
        } else if (bound instanceof Bound.Subquery subquery) {
            PlannedQuery.Initial query = PlannedQuery.Initial.in(subquery);
            return lower(query.kind()) + list(operands) + " {" + of(query.plan()) + "}";
        } else if (bound instanceof Bound.Comparison comparison) {
            return infix(operands, comparison.operator().sign());
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return infix(operands, arithmetic.operator().sign());
        } else if (bound instanceof Bound.Logical logical) {
            return infix(operands, logical.isAnd() ? "and" : "or");
        } else if (bound instanceof Bound.Call call) {
            return lower(call.function()) + list(operands);
        } else if (bound instanceof Bound.Cast cast) {
            return of(cast.operand()) + "::" + cast.type();
        } else if (bound instanceof Bound.Like like) {
            return of(like.operand()) + " like '" + like.pattern() + "'";
        } else {
            return lower(bound.getClass()) + list(operands);
        }
    }

    private static String infix(List<Bound> operands, String sign) {
        return "(" + of(operands.get(0)) + " " + sign + " " + of(operands.get(1)) + ")";
    }

    private static String list(List<Bound> bounds) {
        return bounds.stream().map(ShownPlan::of).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String lower(Class<?> kind) {
        return kind.getSimpleName().toLowerCase(Locale.ROOT);
    }
}
