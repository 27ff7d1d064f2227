package dev.aimonflink.clients.query;

import dev.aimonflink.query.serve.request.QueryResult;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts the outcomes of many requests of one query, and keeps their latencies. Thread-safe. */
public final class LatencyReport {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_MS = 1e3;

    /** Reasons may differ in every word; past this many, a new one counts as {@link #OTHER_REASONS}. */
    static final int MAX_REASONS = 20;

    static final String OTHER_REASONS = "other reasons";

    private final Histogram answeredNanos = new Histogram(SIGNIFICANT_DIGITS);
    private final Map<String, Long> errors = new TreeMap<>();
    private long timeouts;

    /** @param failure null if there is a result */
    synchronized void add(long nanos, QueryResult result, Throwable failure) {
        if (result == null) {
            addError(String.valueOf(failure.getMessage()));
            return;
        }
        switch (result.status()) {
            case OK -> answeredNanos.recordValue(nanos);
            case TIMEOUT -> timeouts++;
            case ERROR -> addError(result.error().code() + ": " + result.error().message());
        }
    }

    private void addError(String reason) {
        boolean listed = errors.containsKey(reason) || errors.size() < MAX_REASONS;
        errors.merge(listed ? reason : OTHER_REASONS, 1L, Long::sum);
    }

    public synchronized long answered() {
        return answeredNanos.getTotalCount();
    }

    public synchronized long timeouts() {
        return timeouts;
    }

    public synchronized long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The reasons of failures, with their counts. */
    public synchronized Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    /** Among answered questions, to the microsecond; null if there are none. */
    public synchronized Double percentileMs(double percentile) {
        if (answeredNanos.getTotalCount() == 0) {
            return null;
        }
        return Math.round(answeredNanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO) / MICROS_PER_MS;
    }

    /** Among answered questions; null if there are none. */
    public Double maxMs() {
        return percentileMs(100);
    }
}
