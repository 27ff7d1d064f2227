package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.session.SharedMemory;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A statement that is asked again and again, once for all of a user who watch it. Thread-safe. */
final class Watch {
    /** How long it is looked whether a client has seen events of this job. */
    private static final String TIME_TO_LOOK = "5s";

    private final WatchKey key;
    private final CallSessions requests;
    private final CallSessions.Client client;
    private final Set<WatchViewer> viewers = ConcurrentHashMap.newKeySet();

    /** Held while the first answer is asked: all others wait for it. */
    private final Object first = new Object();

    /** Viewers, and calls that will be. */
    private int joined;

    // Written under the monitor.

    /** What the next answer must have, because an earlier one had it, or a viewer has seen it. */
    private volatile String progress = "";

    /** Null before the first answer. */
    private volatile Frame newest;

    /** When was asked what the newest frame still says. */
    private volatile long confirmedNanos;

    /** Which frames are the newest, or some viewers', and how often: they are the user's memory. */
    private final Map<Frame, Integer> held = new HashMap<>();

    private final SharedMemory.Account memory;
    private long heldBytes;
    private boolean isEnded;
    private boolean isAsking;
    private boolean isWanted;

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

    /** Likewise {@link #leave}: only under the monitor of {@link Watches}. */
    void join() {
        joined++;
    }

    /** Returns whether nobody is left. */
    boolean leave() {
        return --joined == 0;
    }

    // ---- asking

    /** Whether there is no answer yet with all that a client has seen, perhaps through another gateway. */
    boolean isBehind(String before) {
        Frame present = newest;
        try {
            return present == null || !RequestSession.includes(present.progress(), before);
        } catch (Failure noProgress) {
            return true;
        }
    }

    /** Whether what a client has seen is a progress of this job; as far as can be told, if Kafka does not answer. */
    boolean isOfJob(String before) throws IOException {
        try {
            requests.run(client, session -> {
                session.set("statement_timeout", TIME_TO_LOOK);
                session.require(before);
                session.requireExisting();
            });
        } catch (Failure failure) {
            if (failure.state() == SqlState.NOT_IN_STATE || failure.state() == SqlState.INVALID_ARGUMENT) {
                return false;
            }
        }
        return true;
    }

    /** Later answers have all that a client has seen. */
    synchronized void require(String before) {
        progress = RequestSession.joined(progress, before);
    }

    /**
     * Asks unless there is a frame to see already.
     *
     * @throws Failure if the statement is wrong; that nobody answers is a frame
     */
    void askFirst() throws IOException {
        synchronized (first) {
            if (newest == null) {
                long nowNanos = System.nanoTime();
                try {
                    publish(asked());
                } catch (Failure failure) {
                    if (HttpStatus.isOfCall(failure)) {
                        throw failure;
                    }
                    publish(failed(nowNanos, failure));
                }
            }
        }
    }

    /** Asks, unless somebody does: then once more after that. Wakes the viewers who have something new to see. */
    void ask() {
        synchronized (this) {
            if (isAsking) {
                isWanted = true;
                return;
            }
            isAsking = true;
        }
        try {
            do {
                boolean isNew = publish(askedOrError());
                viewers.stream()
                        .filter(each -> isNew || each.hasSeenNothingOf(this))
                        .forEach(Viewer::wake);
            } while (isAskingAgain());
        } catch (RuntimeException defect) {
            synchronized (this) {
                isAsking = false;
            }
            throw defect;
        }
    }

    private synchronized boolean isAskingAgain() {
        isAsking = isWanted && !isEnded;
        isWanted = false;
        return isAsking;
    }

    private Frame askedOrError() {
        long nowNanos = System.nanoTime();
        try {
            return asked();
        } catch (Failure failure) {
            return failed(nowNanos, failure);
        } catch (HttpRefusal noKey) {
            return failed(nowNanos, noKey.failure());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private synchronized Frame failed(long askedNanos, Failure failure) {
        if (failure.state() == SqlState.NOT_IN_STATE) {
            // The topic of events was made anew: only its own events can be had from now on.
            progress = "";
        }
        return Frame.ofError(askedNanos, progress, Dispatcher.bytesOf(failure));
    }

    private Frame asked() throws IOException {
        long nowNanos = System.nanoTime();
        String required = progress;
        Frame[] frame = new Frame[1];
        requests.run(client, session -> {
            session.require(required);
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
        answered(required, frame[0].progress());
        return frame[0];
    }

    /** Meanwhile a viewer may have come who has seen more. */
    private synchronized void answered(String required, String answered) {
        progress = progress.equals(required) ? answered : RequestSession.joined(answered, progress);
    }

    // ---- frames

    /** Returns whether it says something new. */
    private synchronized boolean publish(Frame frame) {
        Frame before = newest;
        if (isEnded || (before != null && before.askedNanos() - frame.askedNanos() > 0)) {
            return false;
        }
        boolean isNew = before == null || !before.saysTheSame(frame);
        if (isNew) {
            drop(before);
            Frame kept = frame;
            try {
                memory.take(frame.bytes());
                heldBytes += frame.bytes();
            } catch (SqlException full) {
                kept = Frame.ofError(frame.askedNanos(), frame.progress(), Dispatcher.bytesOf(Failure.of(full)));
            }
            held.put(kept, 1);
            newest = kept;
        }
        confirmedNanos = frame.askedNanos();
        return isNew;
    }

    boolean isAnswered() {
        return newest != null;
    }

    long confirmedNanos() {
        return confirmedNanos;
    }

    /** Whether there is a frame to see that is not the given one, and says what was still so after a time. */
    @SuppressWarnings("ReferenceEquality")
    boolean hasOther(Frame shown, long afterNanos) {
        return confirmedNanos - afterNanos >= 0 && newest != shown;
    }

    /** The newest frame, which has to be {@linkplain #drop dropped}. */
    synchronized Frame holdNewest() {
        return holdAgain(newest);
    }

    /** @param frame one that is held */
    synchronized Frame holdAgain(Frame frame) {
        held.merge(frame, 1, Integer::sum);
        return frame;
    }

    /** @param frame null for none */
    synchronized void drop(Frame frame) {
        if (frame != null && held.merge(frame, -1, Integer::sum) == 0) {
            held.remove(frame);
            heldBytes -= frame.bytes();
            memory.keepOnly(heldBytes);
        }
    }

    /** Nobody watches any more. */
    synchronized void end() {
        isEnded = true;
        held.clear();
        heldBytes = 0;
        memory.keepOnly(0);
    }
}
