package dev.aimonflink.core.matrix;

import java.util.List;

/**
 * Shares the CPU time of a slice among the scans that ran in it, by the time that each of them took. The CPU time itself is a system
 * call, too slow to be read for each block.
 */
final class ScanTimer {
    private final NanoClock elapsed;
    private final NanoClock cpu;
    private long startNanos;
    private long cpuStartNanos;
    private long lapNanos;

    ScanTimer(PartitionClocks clocks) {
        elapsed = clocks.elapsed();
        cpu = clocks.cpu();
    }

    void beginSlice() {
        startNanos = elapsed.nanoTime();
        lapNanos = startNanos;
        cpuStartNanos = cpu.nanoTime();
    }

    /** Notes that this scan ran since the last lap, or the beginning of the slice. */
    void lap(RunningScan scan) {
        final long nowNanos = elapsed.nanoTime();
        scan.ran(nowNanos - lapNanos);
        lapNanos = nowNanos;
    }

    void endSlice(List<RunningScan> scans) {
        final long cpuNanos = cpu.nanoTime() - cpuStartNanos;
        final long elapsedNanos = Math.max(1, elapsed.nanoTime() - startNanos);
        final double share = Math.min(1, (double) cpuNanos / elapsedNanos);
        scans.forEach(scan -> scan.sliceEnded(share));
    }
}
