package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.evaluate.Condition;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the names in a rule mean: columns of the matrix; the event's fields, such as {@code event.amount}; a
 * column's value before the event, such as {@code before(sum_amount_this_day)}; and for how many seconds the entity has been {@code idle}.
 *
 * <pre>
 * index:  [columns of the matrix | fields of the event | time of the event | the columns before the event | idle]
 * </pre>
 */
public final class RuleColumns {
    private static final String EVENT = "event.";
    private static final String IDLE = "idle";

    private final MatrixSchema schema;
    private final List<MatrixColumn> matrix;
    private final List<Column> all = new ArrayList<>();
    private final NamedColumns names;

    public RuleColumns(MatrixTables tables) {
        schema = tables.schema();
        matrix = tables.matrixColumns();
        Table table = tables.find(MatrixTables.matrixNameOf(schema.model())).orElseThrow();
        List<Column> columns = new ArrayList<>();
        table.columns().forEach(each -> add(each, columns, Stream.of(each.name())));
        addEvent(columns);
        for (Column each : table.columns()) {
            boolean changes = isAggregate(matrix.get(each.index()));
            add(each, columns, changes ? Stream.of("before(" + each.name() + ")") : Stream.empty());
        }
        add(Column.of(IDLE, SqlType.BIGINT, 0), columns, namesOfIdle(table));
        table.aliases().forEach((alias, name) -> {
            int index = indexOf(name, table);
            columns.add(named(alias, all.get(index)));
            if (isAggregate(matrix.get(index))) {
                columns.add(named("before(" + alias + ")", all.get(beforeOf(index))));
            }
        });
        names = new NamedColumns(columns, explained(table));
    }

    /** A column of the model may have the name. */
    private static Stream<String> namesOfIdle(Table table) {
        boolean isTaken = table.aliases().containsKey(IDLE)
                || table.columns().stream().anyMatch(each -> each.name().equals(IDLE));
        return isTaken ? Stream.empty() : Stream.of(IDLE);
    }

    private static boolean isAggregate(MatrixColumn column) {
        return column instanceof MatrixColumn.Stored || column instanceof MatrixColumn.Computed;
    }

    private static int indexOf(String name, Table table) {
        return table.columns().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }

    private void addEvent(List<Column> columns) {
        EventType event = schema.model().event();
        for (EventField field : event.fields()) {
            boolean isExact = field.type().isNumber() && field.type().sqlType().kind() != SqlType.Kind.DOUBLE;
            SqlType type = field.type().sqlType();
            Column column = isExact
                    ? new Column(field.name(), type, 0, field.minUnits(), field.maxUnits())
                    : Column.of(field.name(), type, 0);
            add(column, columns, namesOf(field.name()));
        }
        add(Column.of(event.time(), SqlType.TIMESTAMP, 0), columns, namesOf(event.time()));
    }

    /** A name as it is, case-insensitively, and in snake case. */
    private static Stream<String> namesOf(String field) {
        return Stream.of(Names.folded(field), Names.snakeCase(field)).distinct().map(each -> EVENT + each);
    }

    private void add(Column like, List<Column> columns, Stream<String> itsNames) {
        Column column = new Column(like.name(), like.type(), all.size(), like.min(), like.max());
        all.add(column);
        itsNames.forEach(name -> columns.add(named(name, column)));
    }

    private static Column named(String name, Column column) {
        return new Column(name, column.type(), column.index(), column.min(), column.max());
    }

    private Map<String, String> explained(Table table) {
        Map<String, String> explained = new HashMap<>(table.explained());
        for (EventField field : schema.model().event().fields()) {
            for (String name : List.of(field.name(), Names.folded(field.name()), Names.snakeCase(field.name()))) {
                explained.put(name, "'" + name + "' is a field of the event: write " + EVENT + name + ".");
            }
        }
        return explained;
    }

    public MatrixSchema schema() {
        return schema;
    }

    public Model model() {
        return schema.model();
    }

    /** @throws dev.aimonflink.sql.SqlException with the character at which it is wrong */
    Bound bound(String expression) {
        return new Binder(names).bind(ExpressionParser.parse(expression));
    }

    Bound condition(String expression) {
        return new Binder(names).condition(ExpressionParser.parse(expression), "'when'");
    }

    /** Tests a condition on {@link RuleValues}. Averages and the like, which have no primitive form, allocate. */
    Condition compiled(Bound condition) {
        boolean readsComputed = Conjuncts.columnsOf(List.of(condition)).stream()
                .anyMatch(index -> matrixColumn(index) instanceof MatrixColumn.Computed);
        return readsComputed
                ? values -> Boolean.TRUE.equals(RowEvaluator.evaluate(condition, (RuleValues) values))
                        ? Condition.TRUE
                        : Condition.FALSE
                : Condition.of(condition);
    }

    // ---- by index

    /** The column of the matrix, present or before the event; null for what the event has, and for {@link #isIdle idle}. */
    public MatrixColumn matrixColumn(int index) {
        int column = isBefore(index) ? index - firstBefore() : index;
        return column < matrix.size() ? matrix.get(column) : null;
    }

    /** The model's column of an aggregate, present or before the event. */
    public ModelColumn modelColumn(int index) {
        return matrixColumn(index) instanceof MatrixColumn.Stored stored
                ? stored.column().column()
                : ((MatrixColumn.Computed) matrixColumn(index)).column();
    }

    public boolean isBefore(int index) {
        return index >= firstBefore() && !isIdle(index);
    }

    /** Whether it is how long the entity has been idle. */
    public boolean isIdle(int index) {
        return index == idleIndex();
    }

    public int idleIndex() {
        return all.size() - 1;
    }

    /** Whether only an event has it. */
    public boolean isOfEvent(int index) {
        return isBefore(index) || (matrixColumn(index) == null && !isIdle(index));
    }

    BitSet before(BitSet indexes) {
        BitSet before = (BitSet) indexes.clone();
        before.clear(0, firstBefore());
        before.clear(idleIndex());
        return before;
    }

    private int firstBefore() {
        return matrix.size() + schema.model().event().fields().size() + 1;
    }

    private int beforeOf(int column) {
        return firstBefore() + column;
    }

    /** The field of the event at an index; the number of fields for the event's time. */
    public int field(int index) {
        return index - matrix.size();
    }

    Column column(int index) {
        return all.get(index);
    }

    String nameOf(int index) {
        String name = all.get(index).name();
        if (isBefore(index)) {
            return "before(" + name + ")";
        }
        return isOfEvent(index) ? EVENT + name : name;
    }
}
