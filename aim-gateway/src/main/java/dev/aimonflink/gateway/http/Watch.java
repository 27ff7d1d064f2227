package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A statement that is asked again and again, once for all of a user who watch it. Thread-safe. */
final class Watch {
    /** How long a client waits for an answer that has what it has seen before. */
    private static final String TIME_FOR_EARLIER = "5s";

    private final WatchKey key;
    private final CallSessions requests;
    private final CallSessions.Client client;
    private final Set<WatchViewer> viewers = ConcurrentHashMap.newKeySet();

    /** Viewers, and calls that will be. */
    private int joined;

    /** What the answers so far have, so that none goes back. */
    private String progress = "";

    /** Null before the first answer. */
    private volatile Frame newest;

    /** @param client as which it is asked: the first viewer's */
    Watch(WatchKey key, CallSessions requests, CallSessions.Client client) {
        this.key = key;
        this.requests = requests;
        this.client = client;
    }

    WatchKey key() {
        return key;
    }

    Set<WatchViewer> viewers() {
        return viewers;
    }

    Frame newest() {
        return newest;
    }

    /** Likewise {@link #leave}: only under the monitor of {@link Watches}, as this one's is held while the job is asked. */
    void join() {
        joined++;
    }

    /** Returns whether nobody is left. */
    boolean leave() {
        return --joined == 0;
    }

    /**
     * Null if there is a frame to see already; else its first one.
     *
     * @throws Failure if the statement is wrong
     */
    synchronized Frame firstOrNull() throws IOException {
        if (newest == null) {
            newest = asked(progress, null);
        }
        return null;
    }

    /** A frame that has all events of an earlier one, perhaps of another gateway; of this job's present if that was of another job. */
    synchronized Frame after(String before) throws IOException {
        try {
            return asked(before, TIME_FOR_EARLIER);
        } catch (Failure ofAnotherJob) {
            return asked(progress, null);
        }
    }

    /** Asks, and wakes the viewers if they have something new to see. */
    void ask() {
        if (askedNewest()) {
            viewers.forEach(Viewer::wake);
        }
    }

    private synchronized boolean askedNewest() {
        Frame before = newest;
        Frame frame;
        try {
            frame = asked(progress, null);
        } catch (Failure failure) {
            frame = Frame.ofError(System.nanoTime(), progress, Dispatcher.bytesOf(failure));
        } catch (HttpRefusal noKey) {
            frame = Frame.ofError(System.nanoTime(), progress, Dispatcher.bytesOf(noKey.failure()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        if (before != null && before.saysTheSame(frame)) {
            return false;
        }
        newest = frame;
        return true;
    }

    /** @param time for it; null for the usual */
    private Frame asked(String required, String time) throws IOException {
        long nowNanos = System.nanoTime();
        Frame[] frame = new Frame[1];
        requests.run(client, session -> {
            if (!required.isEmpty()) {
                session.require(required);
            }
            if (time != null) {
                session.set("statement_timeout", time);
            }
            RequestSession.Answer answer = session.answer(key.statement(), List.of());
            progress = answer.progress();
            RowsWriter writer = new RowsWriter(answer, key.areNumbersTexts());
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            writer.write(AnswerFormat.JSON, whole);
            frame[0] = Frame.of(
                    nowNanos,
                    progress,
                    whole.toByteArray(),
                    writer.rows(),
                    key.columns().isEmpty() ? Map.of() : writer.rowsBy(key.columns()));
        });
        return frame[0];
    }
}
