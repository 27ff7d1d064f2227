package dev.aimonflink.sql.explain;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Turns plans into words. */
public final class ExplainedPlan {
    /** How the rows of a table come. */
    @FunctionalInterface
    public interface Scans {
        /** What is read, and what the columns of its rows are called. */
        Explained of(Table table);
    }

    /** A step and what the columns of its rows are called. */
    public record Explained(ExplainedNode node, List<String> columns) {}

    private final Scans scans;

    private ExplainedPlan(Scans scans) {
        this.scans = scans;
    }

    /** The plan of a query, with those of the queries in its expressions as further inputs of the last step. */
    public static ExplainedNode of(PlannedQuery query, Scans scans) {
        ExplainedPlan plans = new ExplainedPlan(scans);
        ExplainedNode last = plans.of(query.plan()).node();
        if (query.initials().isEmpty()) {
            return last;
        }
        List<ExplainedNode> inputs = new ArrayList<>(last.inputs());
        for (PlannedQuery.Initial initial : query.initials()) {
            ExplainedNode before = plans.of(initial.plan()).node();
            inputs.add(node("Query " + (query.initials().indexOf(initial) + 1) + ", before", List.of(), before));
        }
        return new ExplainedNode(last.step(), last.details(), inputs);
    }

    /** The rows of a table as they are. */
    public static Explained table(Table table) {
        return new Explained(
                node("Read table " + table.name(), List.of()),
                table.columns().stream().map(column -> column.name()).toList());
    }

    private static ExplainedNode node(String step, List<ExplainedDetail> details, ExplainedNode... inputs) {
        return new ExplainedNode(step, details, List.of(inputs));
    }

    private static Explained explained(
            String step, List<ExplainedDetail> details, List<String> columns, Explained... inputs) {
        return new Explained(
                new ExplainedNode(
                        step, details, Stream.of(inputs).map(Explained::node).toList()),
                columns);
    }

    private Explained of(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return scans.of(scan.table());
        } else if (plan instanceof Plan.Values values) {
            return explained(
                    "Rows of the text",
                    List.of(ExplainedDetail.of("rows", values.rows().size())),
                    values.outputs().stream().map(Output::name).toList());
        } else if (plan instanceof Plan.Filter filter) {
            Explained input = of(filter.input());
            String condition = new ExpressionText(input.columns()).of(filter.condition());
            return explained("Filter", List.of(ExplainedDetail.of("where", condition)), input.columns(), input);
        } else if (plan instanceof Plan.Project project) {
            return project(project);
        } else if (plan instanceof Plan.Join join) {
            return join(join);
        } else if (plan instanceof Plan.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (plan instanceof Plan.Distinct distinct) {
            Explained input = of(distinct.input());
            return explained("Equal rows once", List.of(), input.columns(), input);
        } else if (plan instanceof Plan.Sort sort) {
            Explained input = of(sort.input());
            List<String> terms = new ExpressionText(input.columns()).terms(sort.terms());
            return explained("Sort", List.of(ExplainedDetail.line("by", terms)), input.columns(), input);
        } else if (plan instanceof Plan.Limit limit) {
            return limit(limit);
        } else {
            Plan.SetOperation both = (Plan.SetOperation) plan;
            Explained left = of(both.left());
            return explained(
                    both.operation() + (both.isAll() ? " ALL" : ""), List.of(), left.columns(), left, of(both.right()));
        }
    }

    /** Nothing is said of columns that are only named, and of nulls, which stand for what nobody uses. */
    private Explained project(Plan.Project project) {
        Explained input = of(project.input());
        ExpressionText text = new ExpressionText(input.columns());
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
                ? new Explained(input.node(), columns)
                : explained("Compute", List.of(ExplainedDetail.lines("columns", computed)), columns, input);
    }

    private Explained join(Plan.Join join) {
        Explained left = of(join.left());
        Explained right = of(join.right());
        List<String> columns =
                Stream.concat(left.columns().stream(), right.columns().stream()).toList();
        return explained(
                join.kind() == Plan.Join.Kind.INNER ? "Join" : join.kind() + " join",
                join.condition() == null
                        ? List.of()
                        : List.of(ExplainedDetail.of("on", new ExpressionText(columns).of(join.condition()))),
                columns,
                left,
                right);
    }

    private Explained aggregate(Plan.Aggregate aggregate) {
        Explained input = of(aggregate.input());
        ExpressionText text = new ExpressionText(input.columns());
        List<String> keys = aggregate.keys().stream().map(text::of).toList();
        List<String> values = aggregate.calls().stream().map(text::of).toList();
        List<ExplainedDetail> details = new ArrayList<>();
        if (!keys.isEmpty()) {
            details.add(ExplainedDetail.line("by", keys));
        }
        if (!values.isEmpty()) {
            details.add(ExplainedDetail.lines("values", values));
        }
        return new Explained(
                node(aggregate.isGrouped() ? "Group" : "Aggregate", details, input.node()),
                Stream.concat(keys.stream(), values.stream()).toList());
    }

    private Explained limit(Plan.Limit limit) {
        Explained input = of(limit.input());
        List<ExplainedDetail> details = new ArrayList<>();
        if (limit.count() != null) {
            details.add(number("rows", limit.count()));
        }
        if (limit.offset() != null) {
            details.add(number("after", limit.offset()));
        }
        return new Explained(node("Limit", details, input.node()), input.columns());
    }

    private static ExplainedDetail number(String name, Bound number) {
        return ExplainedDetail.of(
                name,
                number instanceof Bound.Constant constant && constant.value() instanceof Number known
                        ? known
                        : new ExpressionText(List.of()).of(number));
    }
}
