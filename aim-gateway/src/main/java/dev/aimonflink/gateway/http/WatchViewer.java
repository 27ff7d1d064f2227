package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.session.RequestSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Watches a statement, or a board of several: sees the newest frame of each. */
final class WatchViewer extends Viewer {
    private static final byte[] END_OF_NUMBERED = "data: }\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Seen> watched;

    /** That the client of a board has seen. */
    private String progress;

    /** What is seen of a statement. */
    static final class Seen {
        private final Watch watch;

        /** What was asked before may lack what the client has seen. */
        private final long sinceNanos;

        /** Of the statement on the board; -1 for the only one. */
        private final int number;

        private volatile Frame shown;

        /** The last one without an error, to which changed rows are relative; null if they are not sent. */
        private Frame base;

        /**
         * @param sinceNanos what was asked before is not shown
         * @param number of the statement on a board; -1 for the only one
         */
        Seen(Watch watch, long sinceNanos, int number) {
            this.watch = watch;
            this.sinceNanos = sinceNanos;
            this.number = number;
        }

        /** The event of the newest frame; null if it has seen that. */
        private byte[] next() {
            if (!watch.hasOther(shown, sinceNanos)) {
                return null;
            }
            Frame frame = watch.holdNewest();
            watch.drop(shown);
            shown = frame;
            byte[] event = base == null || frame.isError() ? frame.whole() : frame.since(base);
            if (!watch.key().columns().isEmpty() && !frame.isError()) {
                watch.drop(base);
                base = watch.holdAgain(frame);
            }
            return event;
        }

        private void end() {
            watch.drop(shown);
            watch.drop(base);
        }
    }

    /**
     * @param progress that the client has seen before; empty for none
     * @param isStillKnown whether its user may still watch
     */
    WatchViewer(Call call, List<Seen> watched, String progress, Viewers viewers, BooleanSupplier isStillKnown)
            throws IOException {
        super(call, viewers, isStillKnown);
        this.watched = watched;
        this.progress = progress;
    }

    /**
     * The event of one of several: lines of data are one text for who reads them, so that of the frame becomes a part of an object. Its id has all
     * that the client has seen of any.
     */
    private byte[] numbered(int number, String id, byte[] event) {
        progress = RequestSession.joined(progress, id);
        int from = id.isEmpty() ? 0 : ("id: " + id + "\n").length();
        String head =
                (progress.isEmpty() ? "" : "id: " + progress + "\n") + "data: {\"watch\":" + number + ",\"data\":\n";
        ByteArrayOutputStream numbered = new ByteArrayOutputStream(event.length + head.length());
        numbered.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        numbered.write(event, from, event.length - from - 1);
        numbered.writeBytes(END_OF_NUMBERED);
        return numbered.toByteArray();
    }

    boolean hasSeenNothingOf(Watch watch) {
        return watched.stream().anyMatch(each -> each.watch == watch && each.shown == null);
    }

    @Override
    void writeNewest() throws IOException {
        for (Seen each : watched) {
            byte[] event = each.next();
            if (event != null) {
                write(each.number < 0 ? event : numbered(each.number, each.shown.progress(), event));
            }
        }
    }

    /** It has left. */
    void end() {
        watched.forEach(Seen::end);
    }
}
