package dev.aimonflink.matrix.kernel;

import java.util.Optional;

/**
 * The kernels that this JVM runs: vector ones if it can.
 *
 * @param remedy how to get the vector kernels; empty if they are chosen
 */
public record KernelChoice(Kernels kernels, String remedy) {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String VECTOR_KERNELS = "dev.aimonflink.matrix.kernel.vector.VectorKernels";

    private static final KernelChoice CHOSEN = choose(Jvm.current());

    /** Made once: all partitions of a JVM run the same kernels. */
    public static KernelChoice chosen() {
        return CHOSEN;
    }

    static KernelChoice choose(Jvm jvm) {
        Optional<String> remedy = jvm.remedyForVectors();
        if (remedy.isPresent()) {
            return scalar(remedy.get());
        }
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return scalar("Start the JVM with --add-modules " + MODULE + " to scan several times faster.");
        }
        try {
            Kernels vector = Class.forName(VECTOR_KERNELS)
                    .asSubclass(Kernels.class)
                    .getDeclaredConstructor()
                    .newInstance();
            return new KernelChoice(vector, "");
        } catch (ReflectiveOperationException | LinkageError unusable) {
            return scalar("The vector kernels cannot be used on Java " + jvm.feature() + " (" + unusable
                    + "). Use Java " + Jvm.OLDEST + " to " + Jvm.NEWEST + ".");
        }
    }

    private static KernelChoice scalar(String remedy) {
        return new KernelChoice(new ScalarKernels(), remedy);
    }
}
