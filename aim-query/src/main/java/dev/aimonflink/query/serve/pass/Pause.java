package dev.aimonflink.query.serve.pass;

/** Pauses the work beside the passes until it is over, or a given time has come. */
public final class Pause {
    private final PartitionClocks clocks;
    private boolean isCopying;
    private long untilEpochMs = Long.MIN_VALUE;

    public Pause(PartitionClocks clocks) {
        this.clocks = clocks;
    }

    public void until(long epochMs) {
        until(epochMs, true);
    }

    /** @param copies whether each record that is read meanwhile is copied */
    public void until(long epochMs, boolean copies) {
        untilEpochMs = epochMs;
        isCopying = copies;
    }

    /** Whether reading a record now would copy it. */
    public boolean isCopying() {
        return isCopying && isRunning();
    }

    public void end() {
        untilEpochMs = Long.MIN_VALUE;
    }

    public boolean isRunning() {
        return clocks.epochMs().getAsLong() < untilEpochMs;
    }
}
