package dev.aimonflink.job.metrics;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/** Counts the records that a writer dropped: all, and those of each reason. Thread-safe. */
public final class DropCounter {
    /** Why a record was not written. */
    public enum Reason {
        /** As many records wait as may. */
        FULL,
        /** The job's user has no right to write to the topic. */
        NOT_ALLOWED,
        /** The record is larger than the topic or the producer takes. */
        TOO_LARGE,
        /** Kafka did not take it: no broker answered in time, or there is no such topic. */
        NOT_DELIVERED;

        /** With a name in camel case, as in {@code NotAllowed}. */
        String suffix() {
            StringBuilder suffix = new StringBuilder();
            for (String word : name().split("_")) {
                suffix.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return suffix.toString();
        }
    }

    private final Counter all;
    private final Map<Reason, Counter> byReason = new EnumMap<>(Reason.class);

    /** @param metric the name of the metric of all; those of reasons have the reason behind it */
    public DropCounter(MetricGroup operator, String metric) {
        MetricGroup group = AimMetrics.of(operator);
        all = group.counter(metric, new ThreadSafeSimpleCounter());
        for (Reason reason : Reason.values()) {
            byReason.put(reason, group.counter(metric(metric, reason), new ThreadSafeSimpleCounter()));
        }
    }

    static String metric(String metric, Reason reason) {
        return metric + reason.suffix();
    }

    public void count(Reason reason) {
        all.inc();
        byReason.get(reason).inc();
    }
}
