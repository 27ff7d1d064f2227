package dev.aimonflink.job.metrics;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/** Counts something of an operator, such as dead letters: all, and by reason. Thread-safe. */
public final class ReasonCounter<R extends Enum<R>> {
    private final Counter all;
    private final Map<R, Counter> byReason;

    /** @param metric the total's name; those by reason append the reason */
    public ReasonCounter(MetricGroup operator, String metric, List<R> reasons) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(metric, new ThreadSafeSimpleCounter());
        byReason = new EnumMap<>(reasons.get(0).getDeclaringClass());
        for (R reason : reasons) {
            byReason.put(reason, group.counter(metric(metric, reason), new ThreadSafeSimpleCounter()));
        }
    }

    /** In camel case, as in {@code resultsDroppedNotAllowed}. */
    public static String metric(String metric, Enum<?> reason) {
        StringBuilder name = new StringBuilder(metric);
        for (String word : reason.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    public void count(R reason) {
        all.inc();
        byReason.get(reason).inc();
    }
}
