package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NeverTrue;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what has no effect in a model, and allowed values that cannot be counted. It works all the same. */
public final class ModelWarnings {
    private ModelWarnings() {}

    /** In page order. */
    public static List<String> of(Model model) {
        List<String> warnings = new ArrayList<>();
        Set<String> used = usedFields(model);
        for (EventField field : model.event().fields()) {
            if (!used.contains(field.name())) {
                warnings.add("The field '" + field.name()
                        + "' is in no aggregate and no filter. Take it out, unless it is to" + " be checked.");
            }
        }
        for (String table : model.entity().tables().keySet()) {
            if (model.entity().attributes().stream().noneMatch(each -> table.equals(each.table()))) {
                warnings.add("The table '" + table + "' is that of no attribute. Take it out, or add 'table: " + table
                        + "' to an attribute.");
            }
        }
        for (EventFilter filter : model.aggregates().filters()) {
            if (!filter.isAll() && isNeverTrue(filter, model.event())) {
                warnings.add("The filter '" + filter.name() + "' is true for no event, so its aggregates stay empty.");
            }
        }
        new RangeWarnings(model).addTo(warnings);
        return warnings;
    }

    private static boolean isNeverTrue(EventFilter filter, EventType event) {
        return NeverTrue.is(
                FilterConditions.bound(filter, event),
                column -> event.fields().get(column.index()).isOptional());
    }

    private static Set<String> usedFields(Model model) {
        Set<String> used = new HashSet<>();
        model.aggregates().aggregations().forEach(each -> used.add(each.field()));
        for (EventFilter filter : model.aggregates().filters()) {
            if (!filter.isAll()) {
                Bound bound = FilterConditions.bound(filter, model.event());
                List<Column> columns = new ArrayList<>();
                ColumnsOf.add(bound, columns);
                columns.forEach(column ->
                        used.add(model.event().fields().get(column.index()).name()));
            }
        }
        return used;
    }
}
