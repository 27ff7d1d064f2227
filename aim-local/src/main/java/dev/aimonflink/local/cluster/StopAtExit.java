package dev.aimonflink.local.cluster;

import java.util.List;

/** Stops what was started if this JVM ends before it is closed: those processes do not hear the Ctrl-C that ends us. */
final class StopAtExit implements AutoCloseable {
    private final Thread hook;

    /** @param started may grow meanwhile */
    StopAtExit(Stopping stopping, List<Member> started) {
        hook = new Thread(() -> stopping.stop(started), "aim-cluster-stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException theJvmEnds) {
            // The hook is at it already.
        }
    }
}
