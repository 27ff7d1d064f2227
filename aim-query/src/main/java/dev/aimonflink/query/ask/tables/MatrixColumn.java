package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.names.TableColumn;
import java.util.List;

/** What a column of the matrix holds, or a column of a table that is joined to it by its key. */
public sealed interface MatrixColumn {
    /** The aggregates of a record that it reads. */
    default List<StoredColumn> aggregates(MatrixSchema schema) {
        if (this instanceof Stored stored) {
            return List.of(stored.column());
        }
        return this instanceof Computed computed ? ColumnValues.operands(schema, computed.column()) : List.of();
    }

    record Key() implements MatrixColumn {}

    record OfAttribute(int index, Attribute attribute) implements MatrixColumn {}

    /** A cell of the table whose key is an attribute. */
    record OfTable(TableColumn column) implements MatrixColumn {}

    record Stored(StoredColumn column) implements MatrixColumn {}

    /** An average, a variance or a deviation. */
    record Computed(ModelColumn column) implements MatrixColumn {}
}
