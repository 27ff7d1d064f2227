package dev.aimonflink.core.matrix;

/** {@link System#nanoTime}, or a test's own. */
@FunctionalInterface
public interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    long nanoTime();
}
