package dev.aimonflink.bench.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A secondary result: the bytes that the measured code allocated, without those of JMH's harness. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Allocation {
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
