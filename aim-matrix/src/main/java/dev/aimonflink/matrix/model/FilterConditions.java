package dev.aimonflink.matrix.model;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives the conditions of filters the types of an event's fields. */
public final class FilterConditions {
    private FilterConditions() {}

    /**
     * The condition of a filter over fields by their order.
     *
     * @throws ModelException with the character at which the condition is wrong
     */
    public static Bound bound(EventFilter filter, EventType event) {
        return bound(filter, event, List.of());
    }

    /** @param attributes of the event's entity, which conditions cannot see */
    static Bound bound(EventFilter filter, EventType event, List<Attribute> attributes) {
        try {
            return new Binder(new NamedColumns(fields(event), others(event, attributes)))
                    .condition(ExpressionParser.parse(filter.condition()));
        } catch (SqlException wrong) {
            throw new ModelException(
                    wrong.getMessage(), wrong.position(), wrong, "filters", filter.name(), "condition");
        }
    }

    private static Map<String, String> others(EventType event, List<Attribute> attributes) {
        Map<String, String> others = new HashMap<>();
        for (Attribute attribute : attributes) {
            others.put(
                    Names.folded(attribute.name()),
                    "'" + attribute.name()
                            + "' is an attribute, which profiles tell; filters see fields of the event.");
        }
        others.put(
                Names.folded(event.key().name()),
                "'" + event.key().name() + "' is the key; filters see the other fields of the event.");
        others.put(
                Names.folded(event.time()),
                "'" + event.time() + "' is the time" + (event.isTimedByRecord() ? " of the Kafka record" : "")
                        + "; filters see the other fields of the event.");
        return others;
    }

    private static List<Column> fields(EventType event) {
        List<Column> columns = new ArrayList<>();
        for (EventField field : event.fields()) {
            columns.add(column(field, columns.size()));
        }
        return columns;
    }

    private static Column column(EventField field, int index) {
        SqlType type = field.type().sqlType();
        boolean isExact = field.type().isNumber() && !field.type().is(FieldType.Kind.DOUBLE);
        return isExact
                ? new Column(Names.folded(field.name()), type, index, field.minUnits(), field.maxUnits())
                : Column.of(Names.folded(field.name()), type, index);
    }
}
