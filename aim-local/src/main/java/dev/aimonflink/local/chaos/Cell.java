package dev.aimonflink.local.chaos;

import dev.aimonflink.query.serve.mode.ScanSetting;

/** One run of a campaign. */
record Cell(long seed, Backend backend, Disturbance disturbance) {
    /** The prefix of topics and client names. */
    String name() {
        return disturbance.label() + "-" + backend.label() + "-" + seed;
    }

    /** Where its scans run, the same in all runs of a seed; the next seeds have others with each backend. */
    ScanSetting scans() {
        final long run = (long) backend.ordinal() * Disturbance.values().length + disturbance.ordinal();
        return ScanSetting.ALL.get((int) ((seed + run) % ScanSetting.ALL.size()));
    }
}
