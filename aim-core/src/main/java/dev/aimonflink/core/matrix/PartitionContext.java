package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;

/** The partition's {@link ScanContext}, whose kernels fall back to the scalar ones. */
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

    /** Gives scans that are opened from now on the scalar kernels, which run on any JVM. */
    void fallBackToScalarKernels() {
        kernels = new ScalarKernels();
    }
}
