package dev.aimonflink.core.model;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Columns;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.text.ExpressionParser;
import java.util.ArrayList;
import java.util.List;

/** Gives the conditions of filters the types of an event's fields. */
public final class FilterConditions {
    private FilterConditions() {}

    /**
     * The condition of a filter, over fields in their order.
     *
     * @throws ModelException with the character at which the condition is wrong
     */
    public static Bound bound(EventFilter filter, EventType event) {
        try {
            return new Binder(columns(event)).condition(ExpressionParser.parse(filter.condition()));
        } catch (SqlException wrong) {
            throw new ModelException(wrong.getMessage(), wrong.position(), wrong, "filters", filter.name());
        }
    }

    private static Columns columns(EventType event) {
        List<Column> columns = new ArrayList<>();
        for (EventField field : event.fields()) {
            columns.add(column(field, columns.size()));
        }
        return new Columns(columns);
    }

    private static Column column(EventField field, int index) {
        SqlType type = field.type().sqlType();
        boolean isExact = field.type().isNumber() && !field.type().is(FieldType.Kind.DOUBLE);
        return isExact
                ? new Column(Names.folded(field.name()), type, index, field.minUnits(), field.maxUnits())
                : Column.of(Names.folded(field.name()), type, index);
    }
}
