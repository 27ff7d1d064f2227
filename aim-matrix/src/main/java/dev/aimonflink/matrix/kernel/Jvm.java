package dev.aimonflink.matrix.kernel;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/**
 * The properties of a JVM that decide whether its vector kernels are fast. Only HotSpot's second compiler makes vector instructions of
 * them; others run them as calls with boxed objects, far slower than scalar loops.
 *
 * @param feature the Java version, such as 17
 * @param compilesVectors whether HotSpot's second compiler is active
 */
record Jvm(int feature, boolean compilesVectors) {
    static final int OLDEST = 17;
    static final int NEWEST = 25;

    /** HotSpot's tier of fully optimised code. */
    private static final String TIER_OF_SECOND_COMPILER = "4";

    private static final String LAST_TIER = "-XX:TieredStopAtLevel=";

    static Jvm current() {
        return new Jvm(
                Runtime.version().feature(),
                hasSecondCompiler(
                        System.getProperty("java.vm.name", ""),
                        System.getProperty("java.vm.info", ""),
                        ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    /** By what a JVM reports and its options, of which a later one overrides an earlier. */
    static boolean hasSecondCompiler(String name, String info, List<String> arguments) {
        boolean compiles = name.contains("Server VM") && !info.contains("interpreted mode");
        for (String argument : arguments) {
            if (argument.startsWith(LAST_TIER)) {
                compiles = argument.substring(LAST_TIER.length()).equals(TIER_OF_SECOND_COMPILER);
            } else if (argument.equals("-XX:+UseJVMCICompiler") || argument.equals("-Xint")) {
                return false;
            }
        }
        return compiles;
    }

    /** How to get fast vector kernels; empty if the JVM runs them fast. */
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
