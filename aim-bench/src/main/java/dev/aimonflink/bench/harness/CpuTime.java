package dev.aimonflink.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time. */
public final class CpuTime {
    private CpuTime() {}

    /** What all threads of this process have taken so far: job, clients and garbage collection. */
    public static long ofThisProcessNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
