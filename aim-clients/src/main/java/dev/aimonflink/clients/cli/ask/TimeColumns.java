package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The columns of a model whose values are times, which are unreadable in milliseconds. */
final class TimeColumns {
    private final Set<String> names = new HashSet<>();

    TimeColumns(Model model) {
        model.entity().attributes().stream()
                .filter(attribute -> attribute.type().is(FieldType.Kind.TIME))
                .forEach(attribute -> names.add(attribute.name()));
        model.columns().stream().filter(column -> isTime(model, column)).forEach(column -> names.add(column.name()));
        model.names().aliases().forEach((alias, column) -> {
            if (names.contains(column)) {
                names.add(alias);
            }
        });
    }

    private static boolean isTime(Model model, ModelColumn column) {
        boolean isExtreme = column.function() == EventFunction.MIN || column.function() == EventFunction.MAX;
        return isExtreme && model.event().fields().get(column.field()).type().is(FieldType.Kind.TIME);
    }

    Object shown(String column, Object value) {
        return value instanceof Number millis && names.contains(column)
                ? Instant.ofEpochMilli(millis.longValue())
                : value;
    }
}
