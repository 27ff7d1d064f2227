package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.serve.request.Averages;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.rows.ExactMoments;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The values of an entity's columns, as SQL represents them. */
public final class ColumnValues {
    private final MatrixSchema schema;

    public ColumnValues(MatrixSchema schema) {
        this.schema = schema;
    }

    public Object value(MatrixColumn column, EntityCells cells) {
        if (column instanceof MatrixColumn.Stored stored) {
            return stored(stored.column(), cells.cell(stored.column()));
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            return cells.attribute(attribute);
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            return tableCell(ofTable.column(), cells.tableCell(ofTable.column()));
        } else if (column instanceof MatrixColumn.Computed computed) {
            return computed(computed.column(), cells);
        } else {
            return cells.key().value();
        }
    }

    /** A table's key has the type of its attribute if that is a whole number. */
    public static Object tableCell(TableColumn column, String cell) {
        return cell != null && isWhole(column) ? (Object) Long.valueOf(cell) : cell;
    }

    public static boolean isWhole(TableColumn column) {
        FieldType type = column.attribute().type();
        return column.column() == 0 && (type.is(FieldType.Kind.INT) || type.is(FieldType.Kind.LONG));
    }

    /** A minimum or maximum over no events is null. */
    private Object stored(StoredColumn column, long cell) {
        if (column.isExtreme() && cell == column.empty()) {
            return null;
        }
        if (column.kind().isDouble()) {
            return column.doubleValue(cell);
        }
        if (column.function() == EventFunction.COUNT) {
            return cell;
        }
        return switch (schema.fieldType(column.column()).kind()) {
            case DECIMAL -> BigDecimal.valueOf(cell, schema.scale(column));
            case TIME -> Instant.ofEpochMilli(cell);
            default -> cell;
        };
    }

    public static List<StoredColumn> operands(MatrixSchema schema, ModelColumn computed) {
        List<StoredColumn> operands = new ArrayList<>();
        operands.add(schema.operand(EventFunction.COUNT, countedField(schema, computed), computed));
        operands.add(schema.operand(EventFunction.SUM, computed.field(), computed));
        if (computed.function() != EventFunction.AVG) {
            operands.add(schema.operand(EventFunction.SQUARES, computed.field(), computed));
        }
        return operands;
    }

    /** An average of a field that events may lack counts only those that have it. */
    private static int countedField(MatrixSchema schema, ModelColumn computed) {
        EventField field = schema.model().event().fields().get(computed.field());
        return field.isOptional() ? computed.field() : ModelColumn.NO_FIELD;
    }

    /** Null over no events. */
    private Object computed(ModelColumn column, EntityCells cells) {
        List<StoredColumn> operands = operands(schema, column);
        long count = cells.cell(operands.get(0));
        if (count == 0) {
            return null;
        }
        StoredColumn squares = operands.size() == 2 ? null : operands.get(2);
        return schema.fieldType(column).is(FieldType.Kind.DOUBLE)
                ? ofDoubles(column.function(), count, operands.get(1), squares, cells)
                : ofExact(column, count, operands.get(1), squares, cells);
    }

    private Object ofExact(
            ModelColumn column, long count, StoredColumn sum, StoredColumn squaresOrNull, EntityCells cells) {
        BigInteger total = BigInteger.valueOf(cells.cell(sum));
        BigInteger squares = squaresOrNull == null ? BigInteger.ZERO : BigInteger.valueOf(cells.cell(squaresOrNull));
        if (squaresOrNull != null && squares.multiply(BigInteger.valueOf(count)).compareTo(total.multiply(total)) < 0) {
            // The model added the squares after events had been summed, so their spread is unknown.
            return null;
        }
        return ExactMoments.of(count, total, squares, schema.fieldType(column).scale())
                .value(function(column.function()), SqlType.NUMERIC, 0);
    }

    private static AggregateFunction function(EventFunction computed) {
        return switch (computed) {
            case AVG -> AggregateFunction.AVG;
            case STDEV -> AggregateFunction.STDDEV_POP;
            default -> AggregateFunction.VAR_POP;
        };
    }

    private static Double ofDoubles(
            EventFunction function, long count, StoredColumn sum, StoredColumn squaresOrNull, EntityCells cells) {
        return switch (function) {
            case AVG -> Double.longBitsToDouble(cells.cell(sum)) / count;
            case STDEV -> Averages.deviation(cells.variance(count, sum, squaresOrNull));
            default -> cells.variance(count, sum, squaresOrNull);
        };
    }
}
