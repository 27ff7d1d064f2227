package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Model;
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

    /** What the model says of it, or a rule. */
    default String description(Model model) {
        if (this instanceof OfAttribute of) {
            String own = model.text("attributes", of.attribute().name(), Model.DESCRIPTION);
            return own == null ? "attribute " + of.attribute().name() : own;
        } else if (this instanceof OfTable cell) {
            return cell.column().name() + " of " + cell.column().attribute().name();
        } else if (this instanceof Stored stored) {
            return stored.column().column().description(model);
        } else if (this instanceof Computed computed) {
            return computed.column().description(model);
        }
        String own = model.text("key", Model.DESCRIPTION);
        return own == null ? "the key" : own;
    }

    /** The unit of its numbers; null if there is none. */
    default String unit(Model model) {
        if (this instanceof OfAttribute of) {
            return model.text("attributes", of.attribute().name(), Model.UNIT);
        } else if (this instanceof Stored stored) {
            return stored.column().column().unit(model);
        }
        return this instanceof Computed computed ? computed.column().unit(model) : null;
    }

    record Key() implements MatrixColumn {}

    record OfAttribute(int index, Attribute attribute) implements MatrixColumn {}

    /** A cell of the table whose key is an attribute. */
    record OfTable(TableColumn column) implements MatrixColumn {}

    record Stored(StoredColumn column) implements MatrixColumn {}

    /** An average, a variance or a deviation. */
    record Computed(ModelColumn column) implements MatrixColumn {}
}
