package dev.aimonflink.bench.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Goes with each sample: what the measured code alone allocated. JMH's own profiler counts the harness's, too. */
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
