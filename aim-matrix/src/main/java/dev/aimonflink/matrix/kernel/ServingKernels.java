package dev.aimonflink.matrix.kernel;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Runs each loop by its scalar twin, until {@link KernelWarmUp} lets the vector twin serve. Any thread may scan meanwhile: both twins give
 * the same bits.
 */
public final class ServingKernels {
    private static final List<Kernel> LOOPS = List.of(Kernel.values());

    private final Kernels scalar;
    private final Kernels vector;
    private final Kernels kernels;

    /** By loop, 1 if the vector twin serves. */
    private final AtomicIntegerArray vectors = new AtomicIntegerArray(LOOPS.size());

    public ServingKernels(Kernels vector) {
        this(new ScalarKernels(), vector);
    }

    ServingKernels(Kernels scalar, Kernels vector) {
        this.scalar = scalar;
        this.vector = vector;
        kernels = vector.serving(this::isVector);
    }

    /** Run the twins that serve. */
    public Kernels kernels() {
        return kernels;
    }

    public void serveScalar() {
        LOOPS.forEach(loop -> serve(loop, false));
    }

    void serve(Kernel loop, boolean isVector) {
        vectors.set(loop.ordinal(), isVector ? 1 : 0);
    }

    Kernels twin(boolean isVector) {
        return isVector ? vector : scalar;
    }

    boolean isVector(Kernel loop) {
        return vectors.get(loop.ordinal()) != 0;
    }

    public int vectors() {
        return (int) LOOPS.stream().filter(this::isVector).count();
    }
}
