package dev.aimonflink.clients.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of this machine that matter to the job.
 *
 * @param hugePages Linux's line of choices, such as {@code always [madvise] never}; or empty
 */
public record Machine(int javaVersion, long memoryBytes, boolean hasVectorModule, String hugePages) {
    static final int OLDEST_JAVA = 17;

    /** The newest with which the vector kernels were tried; the module may change with each. */
    static final int NEWEST_TRIED_JAVA = 25;

    /** For a broker, a small cluster and half a million entities of 546 aggregates. */
    static final long ROOMY_BYTES = 8L << 30;

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    public static Machine here() {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        return new Machine(
                Runtime.version().feature(),
                system.getTotalMemorySize(),
                ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent(),
                choiceOfHugePages());
    }

    private static String choiceOfHugePages() {
        try {
            return Files.readString(HUGE_PAGES).strip();
        } catch (IOException e) {
            // Another operating system, or a kernel without them.
            return "";
        }
    }

    public List<Finding> findings() {
        return List.of(java(), memory(), vectorModule(), transparentHugePages());
    }

    private Finding java() {
        String is = "Java " + javaVersion;
        if (javaVersion < OLDEST_JAVA) {
            return Finding.fail("java", is, "Install Java " + OLDEST_JAVA + " or newer and set JAVA_HOME to it.");
        }
        if (javaVersion > NEWEST_TRIED_JAVA) {
            return Finding.warn(
                    "java",
                    is + " is newer than what this release was tried on",
                    "Use Java " + OLDEST_JAVA + " to " + NEWEST_TRIED_JAVA + ".");
        }
        return Finding.ok("java", is);
    }

    private Finding memory() {
        String is = gibibytes(memoryBytes) + " GiB";
        return memoryBytes >= ROOMY_BYTES
                ? Finding.ok("memory", is)
                : Finding.warn(
                        "memory",
                        is + " is little for a broker, a cluster and many entities on one machine",
                        "Keep fewer entities or aggregates, or use a machine with " + gibibytes(ROOMY_BYTES)
                                + " GiB or more.");
    }

    private static long gibibytes(long bytes) {
        return Math.round(bytes / (double) (1L << 30));
    }

    private Finding vectorModule() {
        return hasVectorModule
                ? Finding.ok("vector module", "this Java has " + VECTOR_MODULE)
                : Finding.warn(
                        "vector module",
                        "this Java lacks " + VECTOR_MODULE + ", so scans run on plain loops",
                        "Use a full JDK, and start TaskManagers with --add-modules " + VECTOR_MODULE + ".");
    }

    private Finding transparentHugePages() {
        Matcher chosen = CHOSEN.matcher(hugePages);
        if (!chosen.find()) {
            return Finding.ok("huge pages", "this system has no choice of transparent huge pages");
        }
        String choice = chosen.group(1);
        return choice.equals("never")
                ? Finding.warn(
                        "huge pages",
                        "transparent huge pages are off, which slows down updates of many entities",
                        "As root: echo madvise > " + HUGE_PAGES
                                + ", and start TaskManagers with -XX:+UseTransparentHugePages.")
                : Finding.ok("huge pages", "transparent huge pages: " + choice);
    }
}
