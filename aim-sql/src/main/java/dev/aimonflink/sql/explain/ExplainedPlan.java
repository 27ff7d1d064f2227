package dev.aimonflink.sql.explain;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.RowsFunction;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns plans into words. */
public final class ExplainedPlan {
    private final Function<Table, ExplainedNode> scans;

    /** What an inner query uses of the outer row. */
    private final List<String> outer;

    private ExplainedPlan(Function<Table, ExplainedNode> scans, List<String> outer) {
        this.scans = scans;
        this.outer = outer;
    }

    /** A query's plan, with those of the queries in its expressions as further inputs of the last step. */
    public static ExplainedNode of(PlannedQuery query, Function<Table, ExplainedNode> scans) {
        ExplainedPlan plans = new ExplainedPlan(scans, List.of());
        ExplainedNode last = plans.of(query.plan());
        List<ExplainedNode> inputs = new ArrayList<>(last.inputs());
        for (int i = 0; i < query.initials().size(); i++) {
            ExplainedNode before = plans.of(query.initials().get(i).plan());
            inputs.add(step("Query " + (i + 1) + ", before", List.of(), before));
        }
        return new ExplainedNode(last.step(), last.details(), last.columns(), inputs);
    }

    public static ExplainedNode table(String step, Table table) {
        return leaf(step, List.of(), table.columns().stream().map(column -> column.name()));
    }

    private static ExplainedNode leaf(String step, List<ExplainedDetail> details, Stream<String> columns) {
        return new ExplainedNode(step, details, columns.toList(), List.of());
    }

    private static ExplainedNode step(String step, List<ExplainedDetail> details, ExplainedNode input) {
        return new ExplainedNode(step, details, input.columns(), List.of(input));
    }

    private ExpressionText text(List<String> columns) {
        return new ExpressionText(columns, outer, false);
    }

    /** A step, with the queries in its expressions as further inputs. */
    private ExplainedNode of(Plan plan) {
        ExplainedNode step = withoutQueries(plan);
        List<Bound.Subquery> queries = Expressions.subqueriesOf(plan);
        if (queries.isEmpty()) {
            return step;
        }
        List<ExplainedNode> inputs = new ArrayList<>(step.inputs());
        List<String> columns =
                step.inputs().stream().flatMap(each -> each.columns().stream()).toList();
        for (Bound.Subquery query : queries) {
            ExplainedNode inner = inside(query.operands(), columns)
                    .of(PlannedQuery.Initial.in(query).plan());
            inputs.add(step("Query, for each row", List.of(), inner));
        }
        return new ExplainedNode(step.step(), step.details(), step.columns(), inputs);
    }

    private ExplainedPlan inside(List<Bound> operands, List<String> columns) {
        return new ExplainedPlan(scans, operands.stream().map(text(columns)::of).toList());
    }

    /** A step without inputs, or null. */
    private ExplainedNode source(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return scans.apply(scan.table());
        } else if (plan instanceof Plan.Values values) {
            List<ExplainedDetail> rows =
                    List.of(ExplainedDetail.of("rows", values.rows().size()));
            return leaf("Rows of the text", rows, values.outputs().stream().map(Output::name));
        } else if (plan instanceof Plan.TableFunction called) {
            String functions = called.calls().stream().map(this::called).collect(Collectors.joining(", "));
            return leaf(
                    "Rows of a function",
                    List.of(ExplainedDetail.of("function", functions)),
                    called.outputs().stream().map(Output::name));
        } else if (plan instanceof Plan.Working working) {
            return leaf(
                    "Rows of the last round",
                    List.of(),
                    working.outputs().stream().map(Output::name));
        }
        return null;
    }

    private String called(Plan.RowsCall call) {
        String arguments = call.arguments().stream().map(text(List.of())::of).collect(Collectors.joining(", "));
        boolean isValue = call.function() == RowsFunction.VALUE;
        return isValue ? arguments : call.function().sqlName() + "(" + arguments + ")";
    }

    private ExplainedNode withoutQueries(Plan plan) {
        ExplainedNode source = source(plan);
        if (source != null) {
            return source;
        } else if (plan instanceof Plan.Recursion recursion) {
            ExplainedNode first = of(recursion.first());
            return new ExplainedNode(
                    recursion.isAll() ? "Recursion" : "Recursion, equal rows once",
                    List.of(),
                    first.columns(),
                    List.of(first, of(recursion.next())));
        } else if (plan instanceof Plan.Filter filter) {
            ExplainedNode input = of(filter.input());
            String condition = text(input.columns()).of(filter.condition());
            return step("Filter", List.of(ExplainedDetail.of("where", condition)), input);
        } else if (plan instanceof Plan.Project project) {
            return project(project);
        } else if (plan instanceof Plan.Join join) {
            return join(join.kind(), join.condition(), of(join.left()), of(join.right()));
        } else if (plan instanceof Plan.Lateral lateral) {
            ExplainedNode left = of(lateral.left());
            ExplainedNode right = inside(lateral.outer(), left.columns()).of(lateral.right());
            return join(lateral.kind(), lateral.condition(), left, step("Query, for each row", List.of(), right));
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (plan instanceof Plan.Window window) {
            return window(window);
        } else if (plan instanceof Plan.Distinct distinct) {
            return step("Equal rows once", List.of(), of(distinct.input()));
        } else if (plan instanceof Plan.Sort sort) {
            ExplainedNode input = of(sort.input());
            List<String> terms = text(input.columns()).terms(sort.terms());
            return step("Sort", List.of(ExplainedDetail.line("by", terms)), input);
        } else if (plan instanceof Plan.Limit limit) {
            List<ExplainedDetail> details = new ArrayList<>();
            addNumber("rows", limit.count(), details);
            addNumber("after", limit.offset(), details);
            return step("Limit", details, of(limit.input()));
        } else {
            Plan.SetOperation both = (Plan.SetOperation) plan;
            ExplainedNode left = of(both.left());
            String operation = both.operation() + (both.isAll() ? " ALL" : "");
            return new ExplainedNode(operation, List.of(), left.columns(), List.of(left, of(both.right())));
        }
    }

    /** Columns that are only named are omitted, and so are nulls, which stand for unused ones. */
    private ExplainedNode project(Plan.Project project) {
        ExplainedNode input = of(project.input());
        ExpressionText text = text(input.columns());
        List<String> columns = new ArrayList<>();
        List<String> computed = new ArrayList<>();
        for (int i = 0; i < project.expressions().size(); i++) {
            Bound expression = project.expressions().get(i);
            String written = text.of(expression);
            String name = project.outputs().get(i).name();
            boolean isNamed = !name.isEmpty() && !(expression instanceof Bound.Field);
            columns.add(isNamed ? name : written);
            boolean isNull = expression instanceof Bound.Constant constant && constant.isNull();
            if (!isNull && !(expression instanceof Bound.Field)) {
                computed.add(isNamed ? written + " AS " + name : written);
            }
        }
        return computed.isEmpty()
                ? new ExplainedNode(input.step(), input.details(), columns, input.inputs())
                : new ExplainedNode(
                        "Compute", List.of(ExplainedDetail.lines("columns", computed)), columns, List.of(input));
    }

    private ExplainedNode join(Plan.Join.Kind kind, Bound conditionOrNull, ExplainedNode left, ExplainedNode right) {
        List<String> columns =
                Stream.concat(left.columns().stream(), right.columns().stream()).toList();
        return new ExplainedNode(
                kind == Plan.Join.Kind.INNER ? "Join" : kind + " join",
                conditionOrNull == null
                        ? List.of()
                        : List.of(ExplainedDetail.of("on", text(columns).of(conditionOrNull))),
                columns,
                List.of(left, right));
    }

    private ExplainedNode aggregate(Plan.Aggregate aggregate) {
        ExplainedNode input = of(aggregate.input());
        ExpressionText text = text(input.columns());
        List<String> keys = aggregate.keys().stream().map(text::of).toList();
        List<String> values = aggregate.calls().stream().map(text::of).toList();
        return new ExplainedNode(
                aggregate.isGrouped() ? "Group" : "Aggregate",
                ExplainedDetail.groups(keys, values),
                Stream.concat(keys.stream(), values.stream()).toList(),
                List.of(input));
    }

    private ExplainedNode window(Plan.Window window) {
        ExplainedNode input = of(window.input());
        ExpressionText text = text(input.columns());
        List<String> values = window.calls().stream().map(text::of).toList();
        return new ExplainedNode(
                "Windows",
                List.of(ExplainedDetail.lines("columns", values)),
                Stream.concat(input.columns().stream(), values.stream()).toList(),
                List.of(input));
    }

    /** @param number null if there is none */
    private void addNumber(String name, Bound number, List<ExplainedDetail> details) {
        if (number != null) {
            boolean isKnown = number instanceof Bound.Constant constant && constant.value() instanceof Number;
            details.add(ExplainedDetail.of(
                    name,
                    isKnown
                            ? ((Bound.Constant) number).value()
                            : text(List.of()).of(number)));
        }
    }
}
