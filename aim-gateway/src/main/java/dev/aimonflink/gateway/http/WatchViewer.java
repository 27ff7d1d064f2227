package dev.aimonflink.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Watches a statement, or a board of several: sees the newest frame of each. */
final class WatchViewer extends Viewer {
    private static final byte[] END_OF_NUMBERED = "data: }\n\n".getBytes(StandardCharsets.UTF_8);

    private final List<Seen> watched;

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

        /** Null if it has seen the newest. */
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
            return number < 0 ? event : numbered(event);
        }

        /** Lines of data are one text for who reads them: that of the frame becomes a part of an object. */
        private byte[] numbered(byte[] event) {
            ByteArrayOutputStream numbered = new ByteArrayOutputStream(event.length + END_OF_NUMBERED.length);
            numbered.writeBytes(("data: {\"watch\":" + number + ",\"data\":\n").getBytes(StandardCharsets.UTF_8));
            numbered.write(event, 0, event.length - 1);
            numbered.writeBytes(END_OF_NUMBERED);
            return numbered.toByteArray();
        }

        private void end() {
            watch.drop(shown);
            watch.drop(base);
        }
    }

    /** @param isStillKnown whether its user may still watch */
    WatchViewer(Call call, List<Seen> watched, Viewers viewers, BooleanSupplier isStillKnown) throws IOException {
        super(call, viewers, isStillKnown);
        this.watched = watched;
    }

    boolean hasSeenNothingOf(Watch watch) {
        return watched.stream().anyMatch(each -> each.watch == watch && each.shown == null);
    }

    @Override
    void writeNewest() throws IOException {
        for (Seen each : watched) {
            byte[] event = each.next();
            if (event != null) {
                write(event);
            }
        }
    }

    /** It has left. */
    void end() {
        watched.forEach(Seen::end);
    }
}
