package dev.aimonflink.local.chaos;

/** One run of a campaign. */
record Cell(long seed, Backend backend, Disturbance disturbance) {
    /** The prefix of topics and client names. */
    String name() {
        return disturbance.label() + "-" + backend.label() + "-" + seed;
    }
}
