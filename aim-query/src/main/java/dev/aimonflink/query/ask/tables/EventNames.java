package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Explains fields and filters of events to an asker who takes them for columns of the matrix. */
final class EventNames {
    private static final String NOT_KEPT = " of events, which are not kept one by one. ";

    private EventNames() {}

    /** A sentence for each name, with and without quotes. */
    static Map<String, String> explained(Model model) {
        Map<String, String> explained = new HashMap<>();
        List<ModelColumn> columns = model.columns();
        List<EventField> fields = model.event().fields();
        for (int i = 0; i < fields.size(); i++) {
            int index = i;
            add(
                    fields.get(i).name(),
                    ofField(fields.get(i), columnOf(columns, each -> each.field() == index)),
                    explained);
        }
        // A filter may have the name of the field that it tests.
        List<EventFilter> filters = model.aggregates().filters();
        for (int i = 0; i < filters.size(); i++) {
            int index = i;
            add(filters.get(i).name(), ofFilter(columnOf(columns, each -> each.filter() == index)), explained);
        }
        return Map.copyOf(explained);
    }

    private static void add(String name, String sentence, Map<String, String> explained) {
        for (String written : List.of(name, Names.folded(name), Names.snakeCase(name))) {
            explained.put(written, '"' + written + "\" is a " + sentence);
        }
    }

    private static Optional<String> columnOf(List<ModelColumn> columns, Predicate<ModelColumn> isMeant) {
        return columns.stream().filter(isMeant).map(ModelColumn::name).findFirst();
    }

    private static String ofFilter(Optional<String> column) {
        return "filter" + NOT_KEPT + "Its columns are such as " + column.orElseThrow() + ".";
    }

    private static String ofField(EventField field, Optional<String> column) {
        return "field" + NOT_KEPT
                + column.map(name -> "What is kept of it are columns such as " + name + ".")
                        .orElseGet(() -> "Add a filter such as `" + filter(field) + "` to the model, or an attribute.");
    }

    /** A filter for one of the field's values, as a model has it. */
    private static String filter(EventField field) {
        String value =
                field.type().labels().isEmpty() ? "A" : field.type().labels().get(0);
        String condition =
                switch (field.type().kind()) {
                    case BOOLEAN -> "";
                    case ENUM, TEXT -> " = '" + value.replace("'", "''") + "'";
                    case TIME -> " >= '2026-01-01T00:00:00Z'";
                    case INT, LONG, DECIMAL, DOUBLE -> " > 100";
                };
        String name = Names.snakeCase(field.name()) + "_" + Names.folded(value.replaceAll("\\W+", "_"));
        return name + ": " + field.name() + condition;
    }
}
