package dev.aimonflink.query.tables;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.query.pass.ScanContext;

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
