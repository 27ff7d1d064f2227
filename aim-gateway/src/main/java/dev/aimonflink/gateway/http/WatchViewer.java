package dev.aimonflink.gateway.http;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Watches a statement: sees its newest frame. */
final class WatchViewer extends Viewer {
    private final Watch watch;

    /** Frames asked before may lack what the client has seen. */
    private final long sinceNanos;

    private final boolean hasSeenMore;

    private Frame shown;

    /** The last one without an error, to which changed rows are relative. */
    private Frame base;

    /**
     * @param first what it sees first; null for the watch's newest
     * @param isStillKnown whether its user may still watch
     */
    WatchViewer(Call call, Watch watch, Viewers viewers, Frame first, BooleanSupplier isStillKnown) throws IOException {
        super(call, viewers, isStillKnown);
        this.watch = watch;
        hasSeenMore = first != null;
        sinceNanos = System.nanoTime();
        if (first != null) {
            show(first);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    void writeNewest() throws IOException {
        Frame newest = watch.newest();
        if (newest != shown && (!hasSeenMore || newest.askedNanos() - sinceNanos >= 0)) {
            show(newest);
        }
    }

    private void show(Frame frame) throws IOException {
        boolean areChangesEnough =
                base != null && !frame.isError() && !watch.key().columns().isEmpty();
        write(areChangesEnough ? frame.since(base) : frame.whole());
        shown = frame;
        if (!frame.isError()) {
            base = frame;
        }
    }
}
