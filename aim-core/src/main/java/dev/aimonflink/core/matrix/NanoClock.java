package dev.aimonflink.core.matrix;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** {@link System#nanoTime}, the time that a thread has run, or a test's own. */
@FunctionalInterface
public interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    /** The time that the asking thread has run; {@link #SYSTEM} where the JVM does not measure it. */
    NanoClock THREAD_CPU = threadCpu();

    long nanoTime();

    private static NanoClock threadCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads::getCurrentThreadCpuTime
                : SYSTEM;
    }
}
