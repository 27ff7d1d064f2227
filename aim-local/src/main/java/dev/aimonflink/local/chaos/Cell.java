package dev.aimonflink.local.chaos;

import dev.aimonflink.query.pass.ScanMode;

/** One run of a campaign. */
record Cell(long seed, Backend backend, Disturbance disturbance) {
    /** The prefix of topics and client names. */
    String name() {
        return disturbance.label() + "-" + backend.label() + "-" + seed;
    }

    /** Where its scans run: the runs of a seed have both modes with both backends, and so have the next seeds of each. */
    ScanMode scans() {
        return (seed + backend.ordinal() + disturbance.ordinal()) % 2 == 0 ? ScanMode.S2 : ScanMode.S1;
    }
}
