package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.query.setup.KeptColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes what a model keeps: filters, windows, and their columns. */
public record AggregateSections(Model model) {
    public Section filters() {
        List<List<Object>> rows = new ArrayList<>();
        for (EventFilter filter : model.aggregates().filters()) {
            rows.add(Arrays.asList(filter.name(), filter.isAll() ? null : filter.condition()));
        }
        return new Section(List.of("filter", "condition"), rows);
    }

    public Section windows() {
        List<List<Object>> rows = new ArrayList<>();
        for (WindowPolicy window : model.aggregates().windows()) {
            rows.add(List.of(window.toString(), window.kind(), window.columnName()));
        }
        return new Section(List.of("window", "kind", "name"), rows);
    }

    public Section aliases() {
        List<List<Object>> rows = new ArrayList<>();
        model.names().aliases().forEach((alias, column) -> rows.add(List.of(alias, column)));
        return new Section(List.of("alias", "column"), rows);
    }

    /** What the model says to people, by the keys that lead there. */
    public Section descriptions() {
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        model.texts().forEach((path, text) -> {
            boolean isUnit = path.get(path.size() - 1).equals(Model.UNIT);
            boolean isOfAFunction = path.get(0).equals("aggregates");
            String of = String.join(".", isOfAFunction ? path : path.subList(0, path.size() - 1));
            rows.computeIfAbsent(of, each -> Arrays.asList(each.isEmpty() ? "model" : each, null, null))
                    .set(isUnit ? 2 : 1, text);
        });
        return new Section(List.of("of", Model.DESCRIPTION, Model.UNIT), List.copyOf(rows.values()));
    }

    /** A row for each column, whose last cell says whether SQL reads it by default. */
    public Section columns() {
        MatrixSchema schema = MatrixSchema.of(model);
        Set<String> readable = KeptColumns.readable(schema, KeptColumns.of(schema, ModelSize.KEPT));
        List<List<Object>> rows = new ArrayList<>();
        for (ModelColumn column : model.columns()) {
            rows.add(List.of(
                    column.name(),
                    measure(column),
                    column.function().label(),
                    model.aggregates().filters().get(column.filter()).name(),
                    model.aggregates().windows().get(column.window()).toString(),
                    column.copy() + 1,
                    type(column),
                    kept(column),
                    readable.contains(column.name())));
        }
        return new Section(
                List.of("name", "measure", "function", "filter", "window", "copy", "type", "kept", "sql"), rows);
    }

    /** The same, with what each column holds, in words and of which unit. */
    public Section describedColumns() {
        Section columns = columns();
        List<String> headers = new ArrayList<>(columns.columns());
        headers.addAll(List.of(Model.DESCRIPTION, Model.UNIT));
        List<List<Object>> rows = new ArrayList<>();
        for (ModelColumn column : model.columns()) {
            List<Object> row = new ArrayList<>(columns.rows().get(rows.size()));
            row.add(column.description(model));
            row.add(column.unit(model));
            rows.add(row);
        }
        return new Section(headers, rows);
    }

    /** A row for each function of a field, with its first and last column: few rows, however many columns there are. */
    public Section aggregates() {
        Map<List<Object>, List<ModelColumn>> columnsOf = new LinkedHashMap<>();
        for (ModelColumn column : model.columns()) {
            columnsOf
                    .computeIfAbsent(List.of(column.function(), column.field()), each -> new ArrayList<>())
                    .add(column);
        }
        List<List<Object>> rows = new ArrayList<>();
        for (List<ModelColumn> columns : columnsOf.values()) {
            ModelColumn first = columns.get(0);
            rows.add(List.of(
                    measure(first),
                    first.function().label(),
                    type(first),
                    kept(first),
                    columns.size(),
                    first.name(),
                    columns.get(columns.size() - 1).name()));
        }
        return new Section(List.of("measure", "function", "type", "kept", "columns", "first", "last"), rows);
    }

    private String measure(ModelColumn column) {
        return column.field() == ModelColumn.NO_FIELD
                ? Aggregation.EVENTS
                : field(column).measure();
    }

    private EventField field(ModelColumn column) {
        return model.event().fields().get(column.field());
    }

    /** Says why there are columns that the model does not name. */
    private String kept(ModelColumn column) {
        if (!column.function().isStored()) {
            return "computed";
        }
        Set<EventFunction> needing = model.needing(column);
        return needing.isEmpty()
                ? "stored"
                : "stored for " + needing.stream().map(EventFunction::label).collect(Collectors.joining(" and "));
    }

    /** The type of values, not of cells: an amount of money is exact, however it is stored. */
    private String type(ModelColumn column) {
        boolean isEver = model.aggregates().windows().get(column.window()) instanceof Ever;
        if (column.function() == EventFunction.COUNT) {
            return (isEver ? Kind.LONG : Kind.INT).label();
        }
        if (!column.function().isStored()) {
            return Kind.DOUBLE.label();
        }
        EventField field = field(column);
        boolean isWhole = field.type().is(Kind.INT) || field.type().is(Kind.LONG);
        return switch (column.function()) {
            case SUM ->
                isWhole && (isEver || !field.hasNarrowSums())
                        ? Kind.LONG.label()
                        : field.type().toString();
            case SQUARES -> (field.type().is(Kind.DOUBLE) ? Kind.DOUBLE : Kind.LONG).label();
            default -> field.type().toString();
        };
    }
}
