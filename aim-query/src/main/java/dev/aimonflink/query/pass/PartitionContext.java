package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.Rows;

/** The partition's {@link ScanContext}, whose kernels fall back to the scalar ones. */
public final class PartitionContext implements ScanContext {
    private final ColumnSet columns;
    private final AttributeColumns attributes;
    private final Rows rows;
    private final ScanMemory memory;
    private Kernels kernels;

    public PartitionContext(PartitionSettings settings, Rows rows) {
        this.columns = settings.columns();
        this.rows = rows;
        attributes = rows.attributes();
        memory = new ScanMemory(settings.scanBytes());
        this.kernels = settings.kernels();
    }

    @Override
    public ColumnSet columns() {
        return columns;
    }

    @Override
    public int rows() {
        return rows.size();
    }

    @Override
    public AttributeColumns attributes() {
        return attributes;
    }

    @Override
    public Kernels kernels() {
        return kernels;
    }

    public ScanMemory memory() {
        return memory;
    }

    @Override
    public EntityId keyOf(long id) {
        return rows.keyOf(id);
    }

    /** Why a query cannot be computed from the columns that are kept; null if it can. */
    QueryError refusalOf(Scannable query) {
        for (String column : query.columns()) {
            if (!columns.contains(column)) {
                return notKept(column).at(query.positionOf(column));
            }
        }
        return null;
    }

    private QueryError notKept(String column) {
        return new QueryError(
                QueryError.Code.COLUMN_NOT_KEPT,
                rows.schema().contains(column)
                        ? "Column '" + column + "' is not kept for scans. Add it to aim.matrix.columns, as in auto;"
                                + column + ", and start the job again from a savepoint."
                        : "The schema has no column '" + column + "', which the query needs. Ask another query, or add"
                                + " the column to the schema.");
    }

    /** Gives scans that are opened from now on the scalar kernels, which run on any JVM. */
    void fallBackToScalarKernels() {
        kernels = new ScalarKernels();
    }
}
