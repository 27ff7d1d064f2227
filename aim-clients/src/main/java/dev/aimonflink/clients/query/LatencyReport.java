package dev.aimonflink.clients.query;

import dev.aimonflink.query.serve.request.QueryResult;
import java.util.Map;
import java.util.TreeMap;

/** Counts the outcomes of many requests of one query, and keeps their latencies. Thread-safe. */
public final class LatencyReport {
    /** Reasons may differ in every word; past this many, a new one counts as {@link #OTHER_REASONS}. */
    static final int MAX_REASONS = 20;

    static final String OTHER_REASONS = "other reasons";

    private final Times times = new Times();
    private final Map<String, Long> errors = new TreeMap<>();
    private long answered;
    private long timeouts;

    /**
     * @param failure null if there is a result
     * @param isTimed whether an answer's time counts
     */
    public synchronized void add(long nanos, QueryResult result, Throwable failure, boolean isTimed) {
        if (result == null) {
            addError(String.valueOf(failure.getMessage()));
            return;
        }
        switch (result.status()) {
            case OK -> {
                answered++;
                if (isTimed) {
                    times.add(nanos);
                }
            }
            case TIMEOUT -> timeouts++;
            case ERROR -> addError(result.error().code() + ": " + result.error().message());
        }
    }

    private void addError(String reason) {
        boolean listed = errors.containsKey(reason) || errors.size() < MAX_REASONS;
        errors.merge(listed ? reason : OTHER_REASONS, 1L, Long::sum);
    }

    public synchronized long asked() {
        return answered + timeouts + failed();
    }

    public synchronized long answered() {
        return answered;
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

    /** Of answered questions. */
    public Times times() {
        return times;
    }
}
