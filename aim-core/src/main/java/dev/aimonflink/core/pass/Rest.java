package dev.aimonflink.core.pass;

/** A pause of the work beside the passes: until it is over, or until a given time at the latest. */
public final class Rest {
    private final PartitionClocks clocks;
    private long untilEpochMs = Long.MIN_VALUE;

    public Rest(PartitionClocks clocks) {
        this.clocks = clocks;
    }

    public void until(long epochMs) {
        untilEpochMs = epochMs;
    }

    public void end() {
        untilEpochMs = Long.MIN_VALUE;
    }

    public boolean isDue() {
        return clocks.epochMs().getAsLong() < untilEpochMs;
    }
}
