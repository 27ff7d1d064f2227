package dev.aimonflink.job.metrics;

import dev.aimonflink.core.wire.DeadLetterReason;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts the dead letters that a writer skips because of their limit: all, and those of each reason. */
public final class SkippedLetters {
    private final Counter all;
    private final Map<DeadLetterReason, Counter> byReason = new EnumMap<>(DeadLetterReason.class);

    public SkippedLetters(MetricGroup operator) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(AimMetrics.LETTERS_SKIPPED);
        for (DeadLetterReason reason : DeadLetterReason.values()) {
            byReason.put(reason, group.counter(metric(reason)));
        }
    }

    static String metric(DeadLetterReason reason) {
        return DeadLetterCounter.metric(AimMetrics.LETTERS_SKIPPED, reason);
    }

    public void count(DeadLetterReason reason) {
        all.inc();
        byReason.get(reason).inc();
    }
}
