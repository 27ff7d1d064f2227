package dev.aimonflink.query.serve.pass;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A clock in nanoseconds: elapsed time, CPU time of a thread, or a clock that a test moves. */
@FunctionalInterface
public interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    NanoClock THREAD_CPU = threadCpu();

    long nanoTime();

    private static NanoClock threadCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads::getCurrentThreadCpuTime
                : SYSTEM;
    }
}
