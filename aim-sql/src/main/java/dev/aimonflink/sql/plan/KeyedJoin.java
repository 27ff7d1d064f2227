package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Turns a lateral join whose right side only looks up {@linkplain KeyedQuery keys} of the left row into an ordinary one. */
final class KeyedJoin {
    private final Plan.Lateral lateral;
    private final KeyedQuery keyed;
    private final int leftColumns;

    private KeyedJoin(Plan.Lateral lateral) {
        this.lateral = lateral;
        keyed = new KeyedQuery(lateral.outer(), false);
        leftColumns = lateral.left().outputs().size();
    }

    /** The plan itself if it is another one, or looks up anything else. */
    static Plan changed(Plan plan) {
        if (!(plan instanceof Plan.Lateral lateral)) {
            return plan;
        }
        Plan joined = new KeyedJoin(lateral).ofRows();
        Plan changed = joined != null ? joined : new KeyedJoin(lateral).ofValues();
        return changed != null ? changed : plan;
    }

    private Plan ofRows() {
        Plan rows = keyed.withKeys(lateral.right());
        if (rows == null) {
            return null;
        }
        List<Bound> conditions = equalities();
        int keys = keyed.operands().size();
        for (Bound each : Conjuncts.of(lateral.condition())) {
            conditions.add(new BoundRewriter(node ->
                            node instanceof Bound.Field field && field.column().index() >= leftColumns
                                    ? BoundRewriter.withoutFirst(-keys, field)
                                    : null)
                    .rewrite(each));
        }
        Plan join = new Plan.Join(lateral.kind(), lateral.left(), rows, Conjuncts.all(conditions));
        return shown(join, rightColumns());
    }

    /** A right side of aggregates has one row for each left one. */
    private Plan ofValues() {
        Bound condition = lateral.condition();
        boolean isKept = condition == null
                || lateral.kind() == Plan.Join.Kind.INNER
                || (condition instanceof Bound.Constant constant && Boolean.TRUE.equals(constant.value()));
        Plan rows = isKept ? keyed.withValues(lateral.right()) : null;
        if (rows == null) {
            return null;
        }
        List<Output> outputs = new ArrayList<>(rows.outputs());
        List<Bound> columns = KeyedQuery.fields(outputs, 0);
        columns.add(new Bound.Constant(true, SqlType.BOOLEAN, 0));
        outputs.add(OutputNames.hidden(SqlType.BOOLEAN));
        Plan marked = new Plan.Project(rows, List.copyOf(columns), List.copyOf(outputs));
        Plan join = new Plan.Join(Plan.Join.Kind.LEFT, lateral.left(), marked, Conjuncts.all(equalities()));
        Bound mark = new Bound.Field(Column.of("", SqlType.BOOLEAN, leftColumns + outputs.size() - 1), 0);
        List<Bound> values = rightColumns();
        for (int i = 0; i < values.size(); i++) {
            Bound ofNoRow = keyed.ofNoRow().get(i);
            if (!((Bound.Constant) ofNoRow).isNull()) {
                values.set(
                        i,
                        new Bound.Case(
                                List.of(new Bound.IsNull(mark, 0)),
                                List.of(ofNoRow, values.get(i)),
                                values.get(i).type(),
                                0));
            }
        }
        Plan shown = shown(join, values);
        return condition == null ? shown : new Plan.Filter(shown, condition);
    }

    /** The equality of the keys, which are the first columns of the right side. */
    private List<Bound> equalities() {
        List<Bound> equalities = new ArrayList<>();
        for (Bound operand : keyed.operands()) {
            Bound key =
                    new Bound.Field(Column.of("", operand.type(), leftColumns + equalities.size()), operand.position());
            equalities.add(new Bound.Comparison(BinaryOperator.EQUAL, operand, key, operand.position()));
        }
        return equalities;
    }

    private List<Bound> rightColumns() {
        return KeyedQuery.fields(
                lateral.right().outputs(), leftColumns + keyed.operands().size());
    }

    private Plan shown(Plan join, List<Bound> right) {
        List<Bound> columns = KeyedQuery.fields(lateral.left().outputs(), 0);
        columns.addAll(right);
        return new Plan.Project(join, List.copyOf(columns), lateral.outputs());
    }
}
