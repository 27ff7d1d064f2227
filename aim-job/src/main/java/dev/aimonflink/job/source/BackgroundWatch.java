package dev.aimonflink.job.source;

import dev.aimonflink.matrix.row.SourcePartition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up ends on its own thread, because the broker may be slow; the first lookup starts it. */
final class BackgroundWatch implements EndWatch {
    /** The time between two lookups; readers ask only while their partitions are silent. */
    static final Duration PACE = Duration.ofMillis(250);

    /** How long a result is valid. A broker that does not answer does not prove that nothing came. */
    static final Duration VALID = Duration.ofSeconds(5);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWatch.class);

    private record Found(Map<SourcePartition, EndLookup.Silence> silent, long askedNanos) {}

    private final Supplier<EndLookup> lookups;
    private final LongSupplier clockNanos;
    private final Thread thread;
    /** Holds at most one question, the newest. */
    private final BlockingQueue<Map<SourcePartition, Long>> questions = new ArrayBlockingQueue<>(1);

    /** Used by the thread only. */
    private EndLookup lookup;

    private boolean failing;

    private volatile Found found = new Found(Map.of(), 0);
    private volatile boolean closed;

    BackgroundWatch(String name, Supplier<EndLookup> lookups, LongSupplier clockNanos) {
        this.lookups = lookups;
        this.clockNanos = clockNanos;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    @Override
    public void look(Map<SourcePartition, Long> nextOffsets) {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        questions.clear();
        boolean unused = questions.offer(nextOffsets);
    }

    @Override
    public boolean isEnd(SourcePartition partition, long nextOffset) {
        Found last = found;
        EndLookup.Silence silence = last.silent.get(partition);
        return silence != null
                && silence.nextOffset() == nextOffset
                && silence.isEnd()
                && clockNanos.getAsLong() - last.askedNanos <= VALID.toNanos();
    }

    @Override
    public long emptyTo(SourcePartition partition, long nextOffset) {
        EndLookup.Silence silence = found.silent.get(partition);
        return silence != null && silence.nextOffset() == nextOffset ? silence.emptyTo() : nextOffset;
    }

    private void run() {
        try {
            while (!closed) {
                lookUp(questions.take());
                Thread.sleep(PACE.toMillis());
            }
        } catch (InterruptedException closing) {
            LOG.debug("The lookup of ends is closed.");
        } finally {
            // Kafka's clients close in order only if their thread is not interrupted.
            boolean unused = Thread.interrupted();
            if (lookup != null) {
                lookup.close();
            }
        }
    }

    /** A failed lookup keeps the last result, and the next one tries again; the first of several failures is logged. */
    private void lookUp(Map<SourcePartition, Long> question) throws InterruptedException {
        long askedNanos = clockNanos.getAsLong();
        try {
            if (lookup == null) {
                lookup = lookups.get();
            }
            found = new Found(lookup.behind(question), askedNanos);
            failing = false;
        } catch (RuntimeException failure) {
            if (!failing && !closed) {
                LOG.warn(
                        "Cannot look up the ends of {}, so these Kafka partitions count as behind.", question, failure);
            }
            failing = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }
}
