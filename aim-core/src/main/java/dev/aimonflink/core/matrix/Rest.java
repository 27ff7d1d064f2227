package dev.aimonflink.core.matrix;

/** A pause of the work beside the passes: until it is over, or until a given time at the latest. */
final class Rest {
    private final PartitionClocks clocks;
    private long untilEpochMs = Long.MIN_VALUE;

    Rest(PartitionClocks clocks) {
        this.clocks = clocks;
    }

    void until(long epochMs) {
        untilEpochMs = epochMs;
    }

    void end() {
        untilEpochMs = Long.MIN_VALUE;
    }

    boolean isDue() {
        return clocks.epochMs().getAsLong() < untilEpochMs;
    }
}
