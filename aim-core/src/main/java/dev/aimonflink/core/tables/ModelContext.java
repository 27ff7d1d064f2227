package dev.aimonflink.core.tables;

import dev.aimonflink.core.column.ColumnSet;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.names.AttributeColumns;
import dev.aimonflink.core.pass.ScanContext;

/** What a scan would find in a partition with many rows that keeps all columns: enough to know how it would run. */
public final class ModelContext implements ScanContext {
    private final ColumnSet columns;
    private final AttributeColumns attributes;
    private final Kernels kernels = new ScalarKernels();

    public ModelContext(MatrixTables tables) {
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
