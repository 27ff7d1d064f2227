package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.Rows;
import java.util.List;
import java.util.Optional;

/** What the scans of a partition share. Kernels that fail are replaced by the scalar ones. */
public final class PartitionContext {
    private final ColumnSet columns;
    private final Rows rows;
    private final ScanMemory memory;
    private final long maxHoldNanos;
    /** Volatile, because scans may run on another thread than the partition's. */
    private volatile Kernels kernels;

    public PartitionContext(PartitionSettings settings, Rows rows) {
        this.columns = settings.columns();
        this.rows = rows;
        memory = new ScanMemory(settings.scanBytes());
        maxHoldNanos = settings.maxHoldNanos();
        this.kernels = settings.kernels();
    }

    ScanContext ofScan(int ofCut) {
        return new ScanContext(columns, rows.attributes(), kernels, ofCut, rows::keyOf);
    }

    public Kernels kernels() {
        return kernels;
    }

    int cells() {
        return columns.cells();
    }

    ScanMemory memory() {
        return memory;
    }

    /** How long a pass holds its cut between two rounds at most. */
    long maxHoldNanos() {
        return maxHoldNanos;
    }

    /** Why a query cannot be computed from the kept columns, or null. */
    QueryError refusalOf(Scannable query) {
        List<String> missing = query.columns().stream()
                .filter(column -> !columns.contains(column))
                .toList();
        return missing.isEmpty() ? null : notKept(missing).at(query.positionOf(missing.get(0)));
    }

    private QueryError notKept(List<String> missing) {
        Optional<String> unknown = missing.stream()
                .filter(column -> !rows.schema().contains(column))
                .findFirst();
        return new QueryError(
                QueryError.Code.COLUMN_NOT_KEPT,
                unknown.map(column -> "The schema has no column '" + column
                                + "', which the query needs. Ask another query, or add the column to the schema.")
                        .orElseGet(() -> columns.refusal(missing) + ", and start the job again from a savepoint."));
    }

    /** Gives future scans the scalar kernels, which run on any JVM. */
    void fallBackToScalarKernels() {
        kernels = new ScalarKernels();
    }
}
