package dev.aimonflink.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The settings that benchmarks share; each may override them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {EngineBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public abstract class EngineBenchmark {
    /** Holds a million records of 546 aggregates, or ten million rows. */
    static final String HEAP = "-Xmx6g";

    /** The TaskManagers' setting in flink-conf too, because records are spread over gigabytes. */
    static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    static final String VECTOR_MODULE = "--add-modules=jdk.incubator.vector";
}
