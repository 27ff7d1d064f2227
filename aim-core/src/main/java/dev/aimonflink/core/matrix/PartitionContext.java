package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;

/** What a scan finds in its partition. */
final class PartitionContext implements ScanContext {
    private final ColumnSet columns;
    private final DimensionCodes dimensions;
    private Kernels kernels;

    PartitionContext(PartitionSettings settings, DimensionCodes dimensions) {
        this.columns = settings.columns();
        this.dimensions = dimensions;
        this.kernels = settings.kernels();
    }

    @Override
    public ColumnSet columns() {
        return columns;
    }

    @Override
    public DimensionCodes dimensions() {
        return dimensions;
    }

    @Override
    public Kernels kernels() {
        return kernels;
    }

    /** For scans that are opened from now on: kernels that need nothing of the JVM. */
    void fallBackToScalarKernels() {
        kernels = new ScalarKernels();
    }
}
