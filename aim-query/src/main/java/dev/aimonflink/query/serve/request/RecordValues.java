package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.PreciseSum;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import java.math.BigDecimal;
import java.util.List;

/**
 * A record's columns and attributes as answers have them: {@link Long}s, {@link BigDecimal} amounts, {@link Double}s, {@link Boolean}s,
 * texts and nulls. Times are {@link Long}s, epoch milliseconds.
 */
final class RecordValues {
    private final Model model;
    private final MatrixSchema schema;

    RecordValues(MatrixSchema schema) {
        this.model = schema.model();
        this.schema = schema;
    }

    /** A minimum or maximum over no events is null. */
    Object stored(EntityRecord record, StoredColumn column) {
        long cell = column.cell(record.ints(), record.longs());
        if (column.isExtreme() && cell == column.empty()) {
            return null;
        }
        if (column.kind().isDouble()) {
            return column.doubleValue(cell);
        }
        boolean isWhole = column.function() == EventFunction.COUNT
                || !schema.fieldType(column.column()).is(FieldType.Kind.DECIMAL);
        return isWhole ? (Object) cell : BigDecimal.valueOf(cell, schema.scale(column));
    }

    Object attribute(EntityRecord record, String name) {
        if (name.equals(model.event().key().name())) {
            return record.key().isText()
                    ? record.key().text()
                    : (Object) record.key().number();
        }
        List<Attribute> attributes = model.entity().attributes();
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).name().equals(name)) {
                Object value = record.attributes().value(i);
                FieldType type = attributes.get(i).type();
                return value != null && type.is(FieldType.Kind.DECIMAL)
                        ? BigDecimal.valueOf((Long) value, type.scale())
                        : value;
            }
        }
        throw new IllegalArgumentException("There is no attribute " + name + ".");
    }

    /** Null over no events. */
    Double derived(EntityRecord record, ModelColumn column) {
        EventField field = model.event().fields().get(column.field());
        // An average of a field that events may lack counts those that have it.
        int counted = field.isOptional() ? column.field() : ModelColumn.NO_FIELD;
        long count = operand(record, EventFunction.COUNT, counted, column);
        if (field.type().is(FieldType.Kind.DOUBLE)) {
            return derivedOfDoubles(record, column, count);
        }
        long sum = operand(record, EventFunction.SUM, column.field(), column);
        if (column.function() == EventFunction.AVG) {
            return Averages.average(count, sum, field.type().scale());
        }
        long squares = operand(record, EventFunction.SQUARES, column.field(), column);
        return column.function() == EventFunction.STDEV
                ? Averages.deviation(count, sum, squares, field.type().scale())
                : Averages.variance(count, sum, squares, field.type().scale());
    }

    private Double derivedOfDoubles(EntityRecord record, ModelColumn column, long count) {
        PreciseSum sum = preciseSum(record, EventFunction.SUM, column);
        if (column.function() == EventFunction.AVG) {
            return Averages.average(count, sum);
        }
        PreciseSum squares = preciseSum(record, EventFunction.SQUARES, column);
        return column.function() == EventFunction.STDEV
                ? Averages.deviation(count, sum, squares)
                : Averages.variance(count, sum, squares);
    }

    private PreciseSum preciseSum(EntityRecord record, EventFunction function, ModelColumn of) {
        return schema.operand(function, of.field(), of).preciseSum(record.longs());
    }

    private long operand(EntityRecord record, EventFunction function, int field, ModelColumn of) {
        return schema.operand(function, field, of).cell(record.ints(), record.longs());
    }
}
