package dev.aimonflink.bench.jmh;

/** What the JVM of a benchmark is started with. */
final class ForkArguments {
    /** Holds a million records of 546 aggregates, or ten million rows. */
    static final String HEAP = "-Xmx6g";

    /** As the TaskManagers' settings in flink-conf have it: a record is somewhere in gigabytes. */
    static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    static final String VECTOR_MODULE = "--add-modules=jdk.incubator.vector";

    private ForkArguments() {}
}
