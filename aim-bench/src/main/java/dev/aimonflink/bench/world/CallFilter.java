package dev.aimonflink.bench.world;

/** Which calls an aggregate counts, in the order of the benchmark's models. */
public enum CallFilter {
    ALL,
    LOCAL,
    LONG_DISTANCE
}
