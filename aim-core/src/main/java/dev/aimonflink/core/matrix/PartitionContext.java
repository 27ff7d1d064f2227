package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.core.model.AttributeColumns;

/** The partition's {@link ScanContext}, whose kernels fall back to the scalar ones. */
final class PartitionContext implements ScanContext {
    private final ColumnSet columns;
    private final AttributeColumns attributes;
    private Kernels kernels;

    PartitionContext(PartitionSettings settings, AttributeColumns attributes) {
        this.columns = settings.columns();
        this.attributes = attributes;
        this.kernels = settings.kernels();
    }

    @Override
    public ColumnSet columns() {
        return columns;
    }

    @Override
    public AttributeColumns attributes() {
        return attributes;
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
