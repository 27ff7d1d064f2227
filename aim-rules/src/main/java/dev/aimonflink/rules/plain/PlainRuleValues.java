package dev.aimonflink.rules.plain;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.rules.judge.RuleColumns;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** The values of names in rules, from the plain columns. */
record PlainRuleValues(RuleColumns columns) {
    /**
     * A value, as SQL represents it.
     *
     * @param event null at a check
     * @param before by column, its value before the event
     */
    Object value(
            int index,
            EntityId key,
            DeclaredEvent event,
            Attributes ofEntity,
            PlainMatrix matrix,
            Map<ModelColumn, Object> before) {
        MatrixColumn column = columns.matrixColumn(index);
        if (column == null) {
            return ofEvent(columns.field(index), event);
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            return typed(
                    ofEntity.value(attribute.index()),
                    attribute.attribute().type().kind(),
                    attribute.attribute().type().scale());
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            return ColumnValues.tableCell(ofTable.column(), ofTable.column().cell(ofEntity));
        } else if (column instanceof MatrixColumn.Key) {
            return key.value();
        }
        ModelColumn of = columns.modelColumn(index);
        Object value = columns.isBefore(index) ? before.get(of) : matrix.value(key.value(), of);
        return asSql(value, of);
    }

    /** Averages of exact numbers are exact in SQL; times are times. */
    private Object asSql(Object value, ModelColumn column) {
        if (value == null || column.field() == ModelColumn.NO_FIELD) {
            return value;
        }
        Kind kind = columns.model().event().fields().get(column.field()).type().kind();
        boolean isExtreme = column.function() == EventFunction.MIN || column.function() == EventFunction.MAX;
        if (isExtreme && kind == Kind.TIME) {
            return Instant.ofEpochMilli((Long) value);
        }
        return !column.function().isStored() && kind != Kind.DOUBLE ? BigDecimal.valueOf((Double) value) : value;
    }

    private Object ofEvent(int field, DeclaredEvent event) {
        if (field == columns.model().event().fields().size()) {
            return Instant.ofEpochMilli(event.timestampMs());
        }
        if (event.values().isNull(field)) {
            return null;
        }
        var type = columns.model().event().fields().get(field).type();
        return switch (type.kind()) {
            case TEXT -> event.values().text(field);
            case ENUM -> type.labels().get((int) event.values().bits(field));
            case BOOLEAN -> event.values().bits(field) == 1;
            case DOUBLE -> Double.longBitsToDouble(event.values().bits(field));
            default -> typed(event.values().bits(field), type.kind(), type.scale());
        };
    }

    private static Object typed(Object value, Kind kind, int scale) {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case DECIMAL -> BigDecimal.valueOf((Long) value, scale);
            case TIME -> Instant.ofEpochMilli((Long) value);
            default -> value;
        };
    }
}
