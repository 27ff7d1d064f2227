package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Publishes record after record at a pace, up to a limit. */
final class PublishLoop {
    static final long NO_LIMIT = Long.MAX_VALUE;

    /** Where records come from and go to. */
    interface Feed {
        /** False if there is none. */
        boolean publishNext() throws IOException;
    }

    private final RatePacer pacer;
    private final NanoClock clock;
    private final long count;
    private final long limitNanos;
    private long published;
    private long elapsedNanos;
    private InvalidInputException badInput;

    PublishLoop(RatePacer pacer, NanoClock clock, long count, long seconds) {
        this.pacer = pacer;
        this.clock = clock;
        this.count = count;
        this.limitNanos = seconds == NO_LIMIT ? NO_LIMIT : TimeUnit.SECONDS.toNanos(seconds);
    }

    void run(Feed feed, Runnable flush, BooleanSupplier stop, ProgressLine progress) throws IOException {
        long startNanos = clock.nanoTime();
        boolean more = true;
        while (more && published < count && elapsedNanos < limitNanos && !stop.getAsBoolean()) {
            more = publishBatch(feed, Math.min(pacer.awaitBatch(), count - published));
            elapsedNanos = clock.nanoTime() - startNanos;
            progress.stepTo(published);
        }
        flush.run();
        elapsedNanos = clock.nanoTime() - startNanos;
    }

    private boolean publishBatch(Feed feed, long batch) throws IOException {
        try {
            for (long i = 0; i < batch; i++) {
                if (!feed.publishNext()) {
                    return false;
                }
                published++;
            }
            return true;
        } catch (InvalidInputException e) {
            // Earlier records are on their way and must be waited for before this is reported.
            badInput = e;
            return false;
        }
    }

    long published() {
        return published;
    }

    double seconds() {
        return elapsedNanos / 1e9;
    }

    /** Why the input ended too early, or null. */
    InvalidInputException badInput() {
        return badInput;
    }
}
