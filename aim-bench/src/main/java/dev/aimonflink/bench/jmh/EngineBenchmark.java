package dev.aimonflink.bench.jmh;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.bench.world.ModelEvents;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The settings that benchmarks share and may override, and the checks of their results. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {EngineBenchmark.HEAP, EngineBenchmark.HUGE_PAGES, EngineBenchmark.VECTOR_MODULE})
public abstract class EngineBenchmark {
    /** Holds a million records of 546 aggregates, or ten million rows. */
    static final String HEAP = "-Xmx6g";

    /** As for the TaskManagers in flink-conf, because records are spread over gigabytes. */
    static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    static final String VECTOR_MODULE = "--add-modules=jdk.incubator.vector";

    static final String SCALAR = "scalar";
    static final String VECTOR = "vector";

    static Kernels kernelsOf(String label) {
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

    /** Fails the benchmark if a result is wrong. */
    static void expectEqual(String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new IllegalStateException(what + " is " + actual + ", not " + expected);
        }
    }

    static void requireCounted(ModelEvents events) {
        expectEqual("The number of wrong values", events.compare().differences().size(), 0);
    }

    /** A secondary result: the bytes that the measured code allocated, without those of JMH's harness. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Allocation {
        static final String BYTES = "allocatedBytes";

        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        public long allocatedBytes;
        private long before;

        void begin() {
            before = THREADS.getCurrentThreadAllocatedBytes();
        }

        void end() {
            allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
    }
}
