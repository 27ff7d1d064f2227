package dev.aimonflink.gateway.session;

import dev.aimonflink.query.request.QueryResult;
import java.util.HashMap;
import java.util.Map;

/**
 * Which events the answers on a connection have had, by the Kafka partitions of their topic. An answer never has fewer than one before
 * it: a job that restarts reads some of them again, and a second job on the same topics may be behind the first.
 */
final class SeenProgress {
    private final Map<Integer, Long> offsets = new HashMap<>();

    /** Whether an answer lacks events that one before it had. */
    boolean isBehind(QueryResult answer) {
        if (answer.asOf() == null || answer.asOf().progress() == null) {
            return false;
        }
        Map<Integer, QueryResult.Place> progress = answer.asOf().progress();
        return offsets.entrySet().stream().anyMatch(seen -> {
            QueryResult.Place place = progress.get(seen.getKey());
            return place == null || place.nextOffset() < seen.getValue();
        });
    }

    void add(QueryResult answer) {
        if (answer.asOf() != null && answer.asOf().progress() != null) {
            answer.asOf()
                    .progress()
                    .forEach((partition, place) -> offsets.merge(partition, place.nextOffset(), Math::max));
        }
    }

    /** Up to where an answer has to have all events. */
    Map<Integer, Long> offsets() {
        return Map.copyOf(offsets);
    }
}
