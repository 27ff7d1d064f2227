package dev.aimonflink.core.kernel;

/** The plain loops. */
public final class ScalarKernels implements Kernels {
    @Override
    public String name() {
        return "scalar";
    }
}
