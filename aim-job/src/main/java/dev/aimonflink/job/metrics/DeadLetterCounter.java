package dev.aimonflink.job.metrics;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts the dead letters of an operator: all, and those of each of its reasons. */
public final class DeadLetterCounter {
    /** Why a record goes to the dead letters; the label ends the metric name, as in {@code deadLettersMalformed}. */
    public enum Reason {
        /** It cannot be decoded, or a value is out of its range. */
        MALFORMED("Malformed"),
        /** It is too far ahead of its record's time or of the wall clock. */
        AHEAD("Ahead"),
        /** A total of its subscriber would overflow. */
        OVERFLOW("Overflow"),
        /** It is older than every window. */
        LATE("Late"),
        /** A filter of the model fails on it, as in a division by zero. */
        FILTER("Filter"),
        /** It is of a new subscriber, and the partition is full. */
        FULL("Full"),
        /** It is an invalid query without a client to answer. */
        UNANSWERABLE("Unanswerable");

        private final String label;

        Reason(String label) {
            this.label = label;
        }

        String metric() {
            return AimMetrics.DEAD_LETTERS + label;
        }
    }

    private final Counter all;
    private final Map<Reason, Counter> byReason = new EnumMap<>(Reason.class);

    public DeadLetterCounter(MetricGroup operator, Reason... reasons) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(AimMetrics.DEAD_LETTERS);
        for (Reason reason : reasons) {
            byReason.put(reason, group.counter(reason.metric()));
        }
    }

    public void count(Reason reason) {
        all.inc();
        byReason.get(reason).inc();
    }
}
