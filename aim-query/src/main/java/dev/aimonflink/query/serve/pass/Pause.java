package dev.aimonflink.query.serve.pass;

/** A pause of the work beside the passes: until it is over, or until a given time at the latest. */
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
