package dev.aimonflink.query.serve.pass;

/** Pauses the work beside the passes until it is over, or a given time has come. */
public final class Pause {
    private final PartitionClocks clocks;
    private long untilEpochMs = Long.MIN_VALUE;

    public Pause(PartitionClocks clocks) {
        this.clocks = clocks;
    }

    public void until(long epochMs) {
        untilEpochMs = epochMs;
    }

    public void end() {
        untilEpochMs = Long.MIN_VALUE;
    }

    public boolean isRunning() {
        return clocks.epochMs().getAsLong() < untilEpochMs;
    }
}
