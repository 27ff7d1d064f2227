package dev.aimonflink.gateway.pulse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.gateway.session.Gateway;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks how the job is, once for all who want to see it: every second while somebody does, else now and then, so that who comes sees the last
 * two minutes. Thread-safe.
 */
public final class Pulse implements AutoCloseable {
    /** Between two looks, from beginning to beginning, while somebody wants to see. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Tells its numbers from those of a gateway before it. */
    private final long startMs = System.currentTimeMillis();

    private final PulseSources sources;
    private final Duration idle;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final Thread looking = new Thread(this::look, "aim-pulse");

    // Guarded by this.
    private final Deque<Beat> kept = new ArrayDeque<>();
    private long beats;

    /** Of the thread. */
    private String loggedDefect = "";

    private boolean isWanted;
    private boolean isClosed;

    /**
     * What was seen at a moment.
     *
     * @param number of it, from 1 on
     * @param json an object of JSON
     */
    public record Beat(long number, long nanos, String json) {
        public byte[] bytes() {
            return json.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * @param flink null if it is not known where Flink is
     * @param idle between two looks while nobody wants to see; null for none then
     */
    public Pulse(Gateway gateway, JobTopics topics, FlinkRest flink, Duration idle) {
        sources = new PulseSources(gateway, topics, flink);
        this.idle = idle;
        looking.setDaemon(true);
        looking.start();
    }

    /** Calls somebody after each beat, until {@link #ignore}. */
    public void listen(Runnable listener) {
        listeners.add(listener);
        synchronized (this) {
            notifyAll();
        }
    }

    public void ignore(Runnable listener) {
        listeners.remove(listener);
    }

    /** Those of this number and after it that are kept. */
    public synchronized List<Beat> from(long number) {
        return kept.stream().filter(each -> each.number() >= number).toList();
    }

    /** One that is not older than a second, or soon will be there. Null if none comes in time. */
    public synchronized Beat newest(Duration timeout) throws InterruptedException {
        long nowNanos = System.nanoTime();
        long endNanos = nowNanos + timeout.toNanos();
        long oldest = nowNanos - EVERY.toNanos();
        isWanted = true;
        notifyAll();
        while (!isClosed && (kept.isEmpty() || kept.getLast().nanos() - oldest < 0)) {
            long leftNanos = endNanos - System.nanoTime();
            if (leftNanos <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        }
        return kept.peekLast();
    }

    private void look() {
        try {
            while (awaitTurn()) {
                long nowNanos = System.nanoTime();
                add(nowNanos, seen());
                listeners.forEach(Runnable::run);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private ObjectNode seen() throws InterruptedException {
        try {
            return sources.look();
        } catch (RuntimeException defect) {
            if (!defect.toString().equals(loggedDefect)) {
                loggedDefect = defect.toString();
                LOG.error("The job cannot be sampled", defect);
            }
            return PulseSources.failed("The job cannot be sampled, by a defect of ours, which the gateway's log has.");
        }
    }

    private synchronized void add(long nowNanos, ObjectNode seen) {
        beats++;
        kept.addLast(new Beat(
                beats, nowNanos, seen.put("number", beats).put("start", startMs).toString()));
        while (nowNanos - kept.getFirst().nanos() > KEPT_NANOS) {
            kept.removeFirst();
        }
        notifyAll();
    }

    /** Returns whether to look; else it is closed. */
    private synchronized boolean awaitTurn() throws InterruptedException {
        while (!isClosed) {
            boolean isWatched = isWanted || !listeners.isEmpty();
            Duration pause = isWatched ? EVERY : idle;
            long leftNanos = pause == null
                    ? Long.MAX_VALUE
                    : kept.isEmpty()
                            ? 0
                            : pause.toNanos()
                                    - (System.nanoTime() - kept.getLast().nanos());
            if (leftNanos <= 0) {
                isWanted = false;
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        }
        return false;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        looking.interrupt();
        try {
            looking.join(EVERY.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        sources.close();
    }
}
