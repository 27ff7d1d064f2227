package dev.aimonflink.lab.meter;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Sorts latencies into intervals by their begin, so that an interval includes what ends after it. Thread-safe. */
public final class DueLatencies {
    /** The latencies of everything that began in one interval, however late it ends. Thread-safe. */
    public static final class Interval {
        private static final int SIGNIFICANT_DIGITS = 3;

        private final ConcurrentHistogram nanos = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
        private final AtomicLong pending = new AtomicLong();

        private Interval() {
            nanos.setStartTimeStamp(System.currentTimeMillis());
        }

        public static Interval of(Histogram nanos) {
            Interval interval = new Interval();
            interval.nanos.add(nanos);
            interval.nanos.setStartTimeStamp(nanos.getStartTimeStamp());
            interval.nanos.setEndTimeStamp(nanos.getEndTimeStamp());
            return interval;
        }

        void begin() {
            pending.incrementAndGet();
        }

        void close() {
            nanos.setEndTimeStamp(System.currentTimeMillis());
        }

        /** Records the latency of something due here; a failure counts with its time, too. */
        public void ended(long tookNanos) {
            nanos.recordValue(Math.max(0, tookNanos));
            pending.decrementAndGet();
        }

        /** Whether everything due here has ended. */
        public boolean isComplete() {
            return pending.get() == 0;
        }

        /** Once the interval is complete. */
        public Histogram nanos() {
            return nanos.copy();
        }
    }

    private Interval current = new Interval();

    /** Starts something now; its latency belongs to the returned interval. */
    public synchronized Interval begin() {
        current.begin();
        return current;
    }

    /** Begins the next interval and returns the last one, which is complete once all that began in it has ended. */
    public synchronized Interval next() {
        Interval last = current;
        last.close();
        current = new Interval();
        return last;
    }
}
