package dev.aimonflink.job.metrics;

import dev.aimonflink.core.wire.DeadLetterReason;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts the dead letters of an operator: all, and those of each of its reasons. */
public final class DeadLetterCounter {
    private final Counter all;
    private final Map<DeadLetterReason, Counter> byReason = new EnumMap<>(DeadLetterReason.class);

    public DeadLetterCounter(MetricGroup operator, DeadLetterReason... reasons) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(AimMetrics.DEAD_LETTERS);
        for (DeadLetterReason reason : reasons) {
            byReason.put(reason, group.counter(metric(reason)));
        }
    }

    /** Such as {@code deadLettersMalformed}. */
    static String metric(DeadLetterReason reason) {
        return metric(AimMetrics.DEAD_LETTERS, reason);
    }

    static String metric(String ofAll, DeadLetterReason reason) {
        return ofAll + reason.name().charAt(0) + reason.label().substring(1);
    }

    public void count(DeadLetterReason reason) {
        all.inc();
        byReason.get(reason).inc();
    }
}
