package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.time.Duration;

/**
 * Counts one writer's records that Kafka has not acknowledged yet. It is bounded, and says when the topic cannot be written: half of the
 * room is taken, nothing was acknowledged for a while, or the last records failed. Thread-safe: the task adds records, and the producer's
 * thread removes them.
 */
final class Backlog {
    /** The most bytes of keys and values: eight answers of the largest size. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    /** Bounds what the producer keeps besides each record, some 200 bytes. */
    static final int MAX_RECORDS = 65_536;

    /** From this percentage on the job accepts no further scans, so that running ones have room for their answers. */
    private static final int STUCK_PERCENT = 50;

    /** After so long without an acknowledgement the topic counts as unwritable; longer than most leader elections. */
    static final Duration MAX_SILENCE = Duration.ofSeconds(5);

    private final TopicHealth health;
    private final NanoClock clock;

    private long bytes;
    private int records;
    /** The time of the last acknowledgement, or of the first waiting record. */
    private long progressNanos;
    /** Whether the last record to leave failed in a way that others would, too. */
    private boolean isFailing;

    private boolean isReportedStuck;
    private boolean isClosed;

    Backlog(TopicHealth health, NanoClock clock) {
        this.health = health;
        this.clock = clock;
    }

    /** Adds a record; false if there is no room. */
    synchronized boolean add(int recordBytes) {
        boolean fits = records < MAX_RECORDS && bytes + recordBytes <= MAX_BYTES;
        if (fits) {
            if (records == 0) {
                progressNanos = clock.nanoTime();
            }
            records++;
            bytes += recordBytes;
        }
        report();
        return fits;
    }

    synchronized void acknowledged(int recordBytes) {
        isFailing = false;
        remove(recordBytes);
    }

    /**
     * Removes a record that Kafka will not have.
     *
     * @param ofTheTopic whether other records would fail as well
     */
    synchronized void failed(int recordBytes, boolean ofTheTopic) {
        isFailing |= ofTheTopic;
        remove(recordBytes);
    }

    private void remove(int recordBytes) {
        records--;
        bytes -= recordBytes;
        progressNanos = clock.nanoTime();
        report();
        if (records == 0) {
            notifyAll();
        }
    }

    /** Waits until the backlog is empty, but no longer than the limit, and not at all while the topic cannot be written. */
    synchronized void awaitEmpty(Duration limit) throws InterruptedException {
        report();
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (records > 0 && !isFailing && !isReportedStuck) {
            long leftMs = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                // The next checkpoint does not wait, unless a record has been acknowledged by then.
                isFailing = true;
                report();
                return;
            }
            wait(leftMs);
        }
    }

    private void report() {
        // A producer whose close was cut short still reports outcomes.
        boolean isStuck = !isClosed && isStuck();
        if (isStuck != isReportedStuck) {
            isReportedStuck = isStuck;
            if (isStuck) {
                health.stuck(this);
            } else {
                health.free(this);
            }
        }
    }

    private boolean isStuck() {
        return isFailing
                || bytes * 100 > MAX_BYTES * STUCK_PERCENT
                || records * 100L > (long) MAX_RECORDS * STUCK_PERCENT
                || (records > 0 && clock.nanoTime() - progressNanos > MAX_SILENCE.toNanos());
    }

    /** Ends the reports about this backlog. */
    synchronized void close() {
        isClosed = true;
        report();
    }

    @Override
    public synchronized String toString() {
        return records + " records of " + bytes + " bytes";
    }
}
