package dev.aimonflink.sql.simplify;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/** Drops aggregates that neither the groups' projection nor their condition needs. */
final class UnusedCalls {
    private final Plan.Aggregate aggregate;

    /** Which columns of the groups are used. */
    private final BitSet used = new BitSet();

    private UnusedCalls(Plan.Aggregate aggregate) {
        this.aggregate = aggregate;
    }

    /** The same projection over the needed aggregates. */
    static Plan without(Plan.Project project) {
        Plan groups = project.input();
        Plan.Filter having = groups instanceof Plan.Filter filter ? filter : null;
        Plan below = having == null ? groups : having.input();
        return below instanceof Plan.Aggregate aggregate ? new UnusedCalls(aggregate).in(project, having) : project;
    }

    private Plan in(Plan.Project project, Plan.Filter havingOrNull) {
        project.expressions().forEach(this::use);
        if (havingOrNull != null) {
            use(havingOrNull.condition());
        }
        int keys = aggregate.keys().size();
        int[] places = new int[keys + aggregate.calls().size()];
        List<AggregateCall> calls = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            places[i] = i < keys ? i : keys + calls.size();
            if (i >= keys && used.get(i)) {
                calls.add(aggregate.calls().get(i - keys));
            }
        }
        if (calls.size() == aggregate.calls().size()) {
            return project;
        }
        UnaryOperator<Bound> moved = bound -> Operands.changed(bound, node -> moved(node, places));
        Plan groups =
                new Plan.Aggregate(aggregate.input(), aggregate.isGrouped(), aggregate.keys(), List.copyOf(calls));
        return new Plan.Project(
                havingOrNull == null ? groups : new Plan.Filter(groups, moved.apply(havingOrNull.condition())),
                project.expressions().stream().map(moved).toList(),
                project.outputs());
    }

    private void use(Bound expression) {
        if (expression instanceof Bound.Field field) {
            used.set(field.column().index());
        }
        Operands.of(expression).forEach(this::use);
    }

    private static Bound moved(Bound node, int[] places) {
        if (!(node instanceof Bound.Field field)) {
            return node;
        }
        Column column = field.column();
        return new Bound.Field(
                new Column(column.name(), column.type(), places[column.index()], column.min(), column.max()),
                field.position());
    }
}
