package dev.aimonflink.bench.load;

/** Sorts latencies into intervals by due time, so that an interval includes what ends after it. For any thread. */
public final class DueLatencies {
    private DueInterval current = new DueInterval();

    /** Starts something that is due now; its latency belongs to the returned interval. */
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
