package dev.aimonflink.bench.jmh;

import dev.aimonflink.core.kernel.KernelChoice;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.kernel.ScalarKernels;

/** Finds kernels by the label of a parameter. */
final class KernelsOf {
    static final String SCALAR = "scalar";
    static final String VECTOR = "vector";

    private KernelsOf() {}

    static Kernels label(String label) {
        return switch (label) {
            case SCALAR -> new ScalarKernels();
            case VECTOR -> vector();
            default -> throw new IllegalArgumentException("There are no kernels '" + label + "'.");
        };
    }

    private static Kernels vector() {
        KernelChoice choice = KernelChoice.chosen();
        if (!choice.remedy().isEmpty()) {
            throw new IllegalStateException("There are no vector kernels. " + choice.remedy());
        }
        return choice.kernels();
    }
}
