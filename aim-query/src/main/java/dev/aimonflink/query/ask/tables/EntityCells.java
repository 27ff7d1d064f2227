package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.TableColumn;

/** What is kept of one entity: a row of a block, or a record. */
interface EntityCells {
    EntityId key();

    /** Null if the profile does not have the attribute. */
    Object attribute(MatrixColumn.OfAttribute attribute);

    /** The cell of the attribute's table; null if the attribute is not one of its keys. */
    String tableCell(TableColumn column);

    long cell(StoredColumn column);

    /** The variance of doubles; null over none. */
    Double variance(long count, StoredColumn sum, StoredColumn squares);
}
