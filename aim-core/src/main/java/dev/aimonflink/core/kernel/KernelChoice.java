package dev.aimonflink.core.kernel;

/**
 * Which kernels this JVM runs: the vector ones where it can.
 *
 * @param remedy what to do to get the vector kernels; empty where they are chosen
 */
public record KernelChoice(Kernels kernels, String remedy) {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String VECTOR_KERNELS = "dev.aimonflink.core.kernel.vector.VectorKernels";

    private static final KernelChoice CHOSEN = choose();

    /** Made once: all partitions of a JVM run the same. */
    public static KernelChoice chosen() {
        return CHOSEN;
    }

    private static KernelChoice choose() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return new KernelChoice(
                    new ScalarKernels(),
                    "Start the JVM with --add-modules " + MODULE + " to scan several times faster.");
        }
        try {
            Kernels vector = Class.forName(VECTOR_KERNELS)
                    .asSubclass(Kernels.class)
                    .getDeclaredConstructor()
                    .newInstance();
            return new KernelChoice(vector, "");
        } catch (ReflectiveOperationException | LinkageError unusable) {
            return new KernelChoice(
                    new ScalarKernels(),
                    "The vector kernels cannot be used on Java "
                            + Runtime.version().feature() + " (" + unusable + "). Use Java 17 to 25.");
        }
    }
}
