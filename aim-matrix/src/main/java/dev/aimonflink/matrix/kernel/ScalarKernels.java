package dev.aimonflink.matrix.kernel;

/** The plain loops. */
public final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }
}
