package dev.aimonflink.job.metrics;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts dead letters: all of a step, and those of each reason that the step can have. */
public final class DeadLetterCounter {
    /** Why a record goes to the dead letters; the label follows the name of all, as in {@code deadLettersMalformed}. */
    public enum Reason {
        /** Its bytes are not what they should be, or a value is out of its range. */
        MALFORMED("Malformed"),
        /** It is further ahead of its record's time than is allowed. */
        AHEAD("Ahead"),
        /** A total of its subscriber would wrap. */
        OVERFLOW("Overflow"),
        /** It is older than every window. */
        LATE("Late"),
        /** It is of a subscriber that would be one too many. */
        FULL("Full"),
        /** It is a query that does not say whom to tell what is wrong with it. */
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
