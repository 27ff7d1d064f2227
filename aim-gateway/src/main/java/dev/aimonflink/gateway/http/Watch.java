package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.session.SharedMemory;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
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
    private final SharedMemory.Account memory;
    private final Set<WatchViewer> viewers = ConcurrentHashMap.newKeySet();

    /** Held while the first answer is asked: all others wait for it. */
    private final Object first = new Object();

    /** Viewers, and calls that will be. */
    private int joined;

    // Guarded by this, but read by all.

    /** What the answers so far have, so that none goes back. */
    private volatile String progress = "";

    /** Null before the first answer. */
    private volatile Frame newest;

    /** The last progress of a client that the job had not in time. */
    private volatile String unknown;

    /** @param client as which it is asked: the first viewer's */
    Watch(WatchKey key, CallSessions requests, CallSessions.Client client) {
        this.key = key;
        this.requests = requests;
        this.client = client;
        memory = requests.gateway().memory().account(key.user().name());
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

    /** Likewise {@link #leave}: only under the monitor of {@link Watches}. */
    void join() {
        joined++;
    }

    /** Returns whether nobody is left. */
    boolean leave() {
        return --joined == 0;
    }

    /**
     * Asks unless there is a frame to see already.
     *
     * @throws Failure if the statement is wrong
     */
    void askFirst() throws IOException {
        synchronized (first) {
            if (newest == null) {
                publish(asked("", null));
            }
        }
    }

    /**
     * What a client sees first who has seen events already, perhaps through another gateway: all of these, unless they were another job's.
     * Null for the newest frame. Call after {@link #askFirst}.
     */
    Frame after(String before) throws IOException {
        if (before.equals(unknown)) {
            return null;
        }
        try {
            return RequestSession.includes(newest.progress(), before) ? null : asked(before, TIME_FOR_EARLIER);
        } catch (Failure ofAnotherJob) {
            unknown = before;
            return null;
        }
    }

    /** Asks, and wakes the viewers if they have something new to see. */
    void ask() {
        if (publish(askedOrError())) {
            viewers.forEach(Viewer::wake);
        }
    }

    private Frame askedOrError() {
        try {
            return asked("", null);
        } catch (Failure failure) {
            if (failure.state() == SqlState.NOT_IN_STATE) {
                forget();
            }
            return Frame.ofError(System.nanoTime(), progress, Dispatcher.bytesOf(failure));
        } catch (HttpRefusal noKey) {
            return Frame.ofError(System.nanoTime(), progress, Dispatcher.bytesOf(noKey.failure()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Returns whether it says something new. */
    private synchronized boolean publish(Frame frame) {
        if (newest != null && newest.saysTheSame(frame)) {
            return false;
        }
        Frame kept = frame;
        memory.keepOnly(0);
        try {
            memory.take(frame.bytes());
        } catch (SqlException full) {
            kept = Frame.ofError(frame.askedNanos(), progress, Dispatcher.bytesOf(Failure.of(full)));
        }
        newest = kept;
        return true;
    }

    /** Nobody watches any more. */
    synchronized void end() {
        memory.keepOnly(0);
    }

    /**
     * @param before what it must have besides what all have seen; empty for nothing
     * @param time for it; null for the usual
     */
    private Frame asked(String before, String time) throws IOException {
        long nowNanos = System.nanoTime();
        Frame[] frame = new Frame[1];
        requests.run(client, session -> {
            session.require(progress);
            session.require(before);
            if (time != null) {
                session.set("statement_timeout", time);
            }
            RequestSession.Answer answer = session.answer(key.statement(), List.of());
            RowsWriter writer = new RowsWriter(answer, key.areNumbersTexts());
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            writer.write(AnswerFormat.JSON, whole);
            frame[0] = Frame.of(
                    nowNanos,
                    answer.progress(),
                    whole.toByteArray(),
                    writer.rows(),
                    key.columns().isEmpty() ? Map.of() : writer.rowsBy(key.columns()));
        });
        seen(frame[0].progress());
        return frame[0];
    }

    /** The topic of events was made anew: only its own events can be had from now on. */
    private synchronized void forget() {
        progress = "";
    }

    /** One that was asked before may have had less. */
    private synchronized void seen(String answered) {
        if (!RequestSession.includes(progress, answered)) {
            progress = answered;
        }
    }
}
