package dev.aimonflink.lab.disturbance;

import dev.aimonflink.query.serve.mode.ScanSetting;

/** One run of a campaign. */
public record Cell(long seed, Backend backend, Disturbance disturbance) {
    /** The prefix of topics and client names. */
    public String name() {
        return disturbance.label() + "-" + backend.label() + "-" + seed;
    }

    /** Where its scans run, the same in all runs of a seed; the next seeds have others with each backend. */
    public ScanSetting scans() {
        final long run = (long) backend.ordinal() * Disturbance.values().length + disturbance.ordinal();
        return ScanSetting.ALL.get((int) ((seed + run) % ScanSetting.ALL.size()));
    }
}
