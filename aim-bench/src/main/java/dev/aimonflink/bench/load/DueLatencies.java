package dev.aimonflink.bench.load;

/** Sorts latencies into intervals by when something was due, so that no interval forgets what ends after it. For any thread. */
public final class DueLatencies {
    private DueInterval current = new DueInterval();

    /** Begins something that is due now; its end belongs to the returned interval. */
    public synchronized DueInterval begin() {
        current.begin();
        return current;
    }

    /** Begins the next interval and returns the last one, which is complete once all that was due in it has ended. */
    public synchronized DueInterval next() {
        DueInterval last = current;
        last.close();
        current = new DueInterval();
        return last;
    }
}
