package dev.aimonflink.core.kernel;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * What of a JVM decides whether vector kernels are fast in it. Only HotSpot's second compiler makes vector instructions
 * of them; all else runs them as calls and boxed objects, far slower than scalar loops.
 *
 * @param feature the Java version, such as 17
 * @param compilesVectors whether HotSpot's second compiler is at work
 */
record Jvm(int feature, boolean compilesVectors) {
    static final int OLDEST = 17;
    static final int NEWEST = 25;

    /** HotSpot's tier of fully optimised code. */
    private static final int TIER_OF_SECOND_COMPILER = 4;

    static Jvm current() {
        return new Jvm(Runtime.version().feature(), hasSecondCompiler());
    }

    private static boolean hasSecondCompiler() {
        HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (hotSpot == null || ManagementFactory.getCompilationMXBean() == null) {
            return false; // another JVM, or one that only interprets
        }
        return value(hotSpot, "TieredStopAtLevel")
                        .map(level -> Integer.parseInt(level) >= TIER_OF_SECOND_COMPILER)
                        .orElse(true)
                && !value(hotSpot, "UseJVMCICompiler")
                        .map(Boolean::parseBoolean)
                        .orElse(false);
    }

    private static Optional<String> value(HotSpotDiagnosticMXBean hotSpot, String option) {
        try {
            return Optional.of(hotSpot.getVMOption(option).getValue());
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** What to do to get vector kernels that are fast; empty where the JVM is fit for them. */
    Optional<String> remedyForVectors() {
        if (feature < OLDEST || feature > NEWEST) {
            return Optional.of("The vector kernels are not known to work on Java " + feature + ". Use Java " + OLDEST
                    + " to " + NEWEST + ".");
        }
        return compilesVectors
                ? Optional.empty()
                : Optional.of("This JVM does not run HotSpot's second compiler (C2), without which vector kernels are"
                        + " slow. Use a HotSpot JVM without -Xint, -XX:TieredStopAtLevel and other compilers.");
    }
}
