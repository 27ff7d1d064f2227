package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Amount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Adds up the processor time of processes that come and go, as often as it is asked to look. */
final class CpuMeter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<Map<Long, Duration>> cpuByPid;
    private final Map<Long, Duration> before = new HashMap<>();
    private final List<Amount> seconds = new ArrayList<>();

    /** @param cpuByPid the time that each process has used so far, zero once it has ended */
    CpuMeter(Supplier<Map<Long, Duration>> cpuByPid) {
        this.cpuByPid = cpuByPid;
    }

    /** What was used since the last look counts as used now. */
    synchronized void look(double nowMs) {
        cpuByPid.get().forEach((pid, cpu) -> {
            // The first look at a process includes its start.
            long nanos = cpu.minus(before.getOrDefault(pid, Duration.ZERO)).toNanos();
            if (nanos > 0) {
                before.put(pid, cpu);
                seconds.add(new Amount(nowMs, nanos / NANOS_PER_SECOND));
            }
        });
    }

    synchronized List<Amount> seconds() {
        return List.copyOf(seconds);
    }
}
