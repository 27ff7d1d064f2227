package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.util.List;

/**
 * A count or a sum that has no room for an event.
 *
 * @param isOneValue whether it has none even without any other event
 */
public record Overflow(StoredColumn column, boolean isOneValue) {
    /** Says which entity's column overflows, in which window, and what to change, in one sentence without its full stop. */
    public String sentence(Model model, DeclaredEvent event) {
        WindowPolicy window = model.aggregates().windows().get(column.window());
        return addend(model, event) + " would overflow " + column.name() + " of "
                + model.entity().name() + " " + event.key() + " in the window '" + window + "': in the model, "
                + RoomRemedies.of(window, isOneValue, column.kind() == CellKind.INT_SUM, functions(model));
    }

    private String addend(Model model, DeclaredEvent event) {
        if (column.function() == EventFunction.COUNT) {
            return "one more event";
        }
        EventField field = model.event().fields().get(column.field());
        return field.name() + "=" + field.shown(event.values().bits(column.field()));
    }

    /** The functions without which the model would not keep the sum. */
    private List<EventFunction> functions(Model model) {
        if (column.function() == EventFunction.COUNT) {
            return List.of();
        }
        String field = model.event().fields().get(column.field()).name();
        return model.aggregates().ofFields().stream()
                .filter(each -> each.field().equals(field))
                .map(Aggregation::functions)
                .flatMap(functions ->
                        functions.stream().filter(each -> each.stored().contains(column.function())))
                .toList();
    }
}
