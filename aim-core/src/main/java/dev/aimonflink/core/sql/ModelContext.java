package dev.aimonflink.core.sql;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.core.matrix.ColumnSet;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.model.AttributeColumns;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.StoredColumn;

/** What a scan would find in a partition with many rows that keeps all columns: enough to know how it would run. */
final class ModelContext implements ScanContext {
    private final ColumnSet columns;
    private final AttributeColumns attributes;
    private final Kernels kernels = new ScalarKernels();

    ModelContext(MatrixTables tables) {
        MatrixSchema schema = tables.schema();
        columns = new ColumnSet(
                schema, schema.columns().stream().map(StoredColumn::name).toList());
        attributes = new AttributeColumns(schema.model().entity(), tables.entityTables());
    }

    @Override
    public ColumnSet columns() {
        return columns;
    }

    @Override
    public int rows() {
        return Integer.MAX_VALUE;
    }

    @Override
    public AttributeColumns attributes() {
        return attributes;
    }

    @Override
    public Kernels kernels() {
        return kernels;
    }

    @Override
    public EntityId keyOf(long id) {
        throw new IllegalStateException("There are no rows.");
    }
}
