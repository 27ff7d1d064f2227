package dev.aimonflink.local.chaos;

/** One run of a campaign. */
record Cell(long seed, Backend backend, Disturbance disturbance) {
    /** In topics and in names of clients. */
    String name() {
        return disturbance.label() + "-" + backend.label() + "-" + seed;
    }
}
