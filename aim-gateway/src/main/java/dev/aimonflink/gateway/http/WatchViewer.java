package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Watches a statement: sees its newest frame. */
final class WatchViewer extends Viewer {
    private final Watch watch;
    private final boolean areChangesEnough;

    /** What was asked before may lack what the client has seen. */
    private final long sinceNanos;

    private volatile Frame shown;

    /** The last one without an error, to which changed rows are relative; null if they are not sent. */
    private Frame base;

    /**
     * @param sinceNanos what was asked before is not shown
     * @param isStillKnown whether its user may still watch
     */
    WatchViewer(Call call, Watch watch, Viewers viewers, long sinceNanos, BooleanSupplier isStillKnown)
            throws IOException {
        super(call, viewers, isStillKnown);
        this.watch = watch;
        this.sinceNanos = sinceNanos;
        areChangesEnough = !watch.key().columns().isEmpty();
    }

    boolean hasSeenNothing() {
        return shown == null;
    }

    @Override
    void writeNewest() throws IOException {
        if (watch.hasOther(shown, sinceNanos)) {
            Frame frame = watch.holdNewest();
            watch.drop(shown);
            shown = frame;
            write(base == null || frame.isError() ? frame.whole() : frame.since(base));
            if (areChangesEnough && !frame.isError()) {
                watch.drop(base);
                base = watch.holdAgain(frame);
            }
        }
    }

    /** It has left. */
    void end() {
        watch.drop(shown);
        watch.drop(base);
    }
}
