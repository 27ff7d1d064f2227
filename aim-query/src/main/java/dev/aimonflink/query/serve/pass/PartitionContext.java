package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.Rows;

/** What the scans of a partition share. Kernels that fail are replaced by the scalar ones. */
public final class PartitionContext {
    private final Rows rows;
    private final Exports exports;
    private final ScanMemory memory;
    private final long maxHoldNanos;
    /** Volatile, because scans may run on another thread than the partition's. */
    private volatile Kernels kernels;

    private volatile double fillNanosOfRow;

    public PartitionContext(PartitionSettings settings, Rows rows, int partitions, NanoClock clock) {
        this.rows = rows;
        exports = new Exports(settings.exportBytes(), partitions, clock);
        memory = new ScanMemory(settings.scanBytes(), exports);
        maxHoldNanos = settings.maxHoldNanos();
        this.kernels = settings.kernels();
    }

    /** Notes how long it took to read the columns of a row that were not kept. */
    public void filled(double nanosOfRow) {
        fillNanosOfRow = nanosOfRow;
    }

    ScanContext ofScan(int ofCut) {
        return new ScanContext(
                rows.columns().columnSet(), rows.attributes(), kernels, ofCut, rows::keyOf, exports, fillNanosOfRow);
    }

    public Kernels kernels() {
        return kernels;
    }

    public Exports exports() {
        return exports;
    }

    ScanMemory memory() {
        return memory;
    }

    /** How long a pass holds its cut between two rounds at most. */
    long maxHoldNanos() {
        return maxHoldNanos;
    }

    /** Gives future scans the scalar kernels, which run on any JVM. */
    void fallBackToScalarKernels() {
        kernels = new ScalarKernels();
    }
}
