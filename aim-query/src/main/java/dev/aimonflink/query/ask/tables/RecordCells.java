package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.request.Averages;
import java.math.BigDecimal;
import java.time.Instant;

/** The record of an entity, in the current windows. */
public record RecordCells(EntityRecord record) implements EntityCells {
    @Override
    public EntityId key() {
        return record.key();
    }

    @Override
    public Object attribute(MatrixColumn.OfAttribute attribute) {
        Object value = record.attributes().value(attribute.index());
        FieldType type = attribute.attribute().type();
        return value == null
                ? null
                : switch (type.kind()) {
                    case DECIMAL -> BigDecimal.valueOf((Long) value, type.scale());
                    case TIME -> Instant.ofEpochMilli((Long) value);
                    default -> value;
                };
    }

    @Override
    public String tableCell(TableColumn column) {
        return column.cell(record.attributes());
    }

    @Override
    public long cell(StoredColumn column) {
        return column.cell(record.ints(), record.longs());
    }

    @Override
    public Double variance(long count, StoredColumn sum, StoredColumn squares) {
        return Averages.variance(count, sum.preciseSum(record.longs()), squares.preciseSum(record.longs()));
    }
}
