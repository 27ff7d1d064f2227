package dev.aimonflink.gateway.session;

import dev.aimonflink.query.serve.request.QueryResult;
import java.util.HashMap;
import java.util.Map;

/**
 * Which events a connection's answers have had, by Kafka partition of their topic. An answer never has fewer than an earlier one: a
 * restarted job reads some of them again, and a second job on the same topics may be behind the first.
 */
final class SeenProgress {
    /**
     * The most events after its offset that an answer is assumed to have, in a Kafka partition. A partition of the matrix learns its
     * offsets at least ten times a second, so this is more than a million events a second.
     */
    static final long MOST_UNTOLD = 1 << 17;

    private final Map<Integer, Long> offsets = new HashMap<>();

    /** The run of the last answer. */
    private String run;

    /** Whether the job has restarted since the last answer, which may have had events after its offsets that the new run lacks. */
    boolean isOfAnotherRun(QueryResult answer) {
        return run != null && hasProgress(answer) && !run.equals(answer.asOf().run());
    }

    /** Adds what the answers before a restart may have had beyond their offsets. */
    void addUntold(Map<Integer, Long> committed) {
        committed.forEach((partition, end) -> {
            long seen = offsets.getOrDefault(partition, 0L);
            offsets.put(partition, Math.max(seen, Math.min(end, seen + MOST_UNTOLD)));
        });
    }

    /** Whether an answer lacks events of an earlier one. */
    boolean isBehind(QueryResult answer) {
        if (!hasProgress(answer)) {
            return false;
        }
        Map<Integer, QueryResult.Place> progress = answer.asOf().progress();
        return offsets.entrySet().stream().anyMatch(seen -> {
            QueryResult.Place place = progress.get(seen.getKey());
            return place == null || place.nextOffset() < seen.getValue();
        });
    }

    void add(QueryResult answer) {
        if (hasProgress(answer)) {
            run = answer.asOf().run();
            answer.asOf()
                    .progress()
                    .forEach((partition, place) -> offsets.merge(partition, place.nextOffset(), Math::max));
        }
    }

    private static boolean hasProgress(QueryResult answer) {
        return answer.asOf() != null && answer.asOf().progress() != null;
    }

    /** Up to where an answer must have all events. */
    Map<Integer, Long> offsets() {
        return Map.copyOf(offsets);
    }
}
