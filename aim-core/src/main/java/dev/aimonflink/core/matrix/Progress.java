package dev.aimonflink.core.matrix;

import dev.aimonflink.core.schema.WindowClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far one partition of the matrix is in each Kafka partition of the events topic. Answers are as of the Kafka
 * partition that is furthest behind: the newest event time of all says nothing about one that is held back.
 */
public final class Progress {
    /** Where nothing is known of a Kafka partition but that it exists. */
    private static final long NO_OFFSET = 0;

    private final Map<EventPartition, EventPlace> places = new LinkedHashMap<>();

    /** The oldest of the newest event times of the Kafka partitions that are not at their end. */
    private long heldBackMs = Long.MAX_VALUE;

    /** Follows what the readers of Kafka partitions report. All events before the places have been applied. */
    public void advance(List<EventPlace> reported) {
        for (EventPlace place : reported) {
            // A reader that was restored has no event time until its next event, so an earlier one stays.
            places.merge(place.partition(), place, (known, now) -> withNewest(now, known.newestMs()));
        }
        heldBackMs = heldBackMs();
    }

    private static EventPlace withNewest(EventPlace place, long knownMs) {
        long newestMs = Math.max(knownMs, place.newestMs());
        return new EventPlace(place.partition(), place.nextOffset(), newestMs, place.atEnd());
    }

    /**
     * Goes on from a checkpoint. Rows of several earlier partitions may have come together here, so of each Kafka
     * partition the least counts that any of them knew.
     *
     * @param saved of each partition of the matrix at the checkpoint
     */
    public void restore(List<List<EventPlace>> saved) {
        Map<EventPartition, List<EventPlace>> known = new LinkedHashMap<>();
        for (List<EventPlace> each : saved) {
            for (EventPlace place : each) {
                known.computeIfAbsent(place.partition(), none -> new ArrayList<>())
                        .add(place);
            }
        }
        places.clear();
        known.forEach((partition, all) -> places.put(partition, least(partition, all, saved.size())));
        heldBackMs = heldBackMs();
    }

    private static EventPlace least(EventPartition partition, List<EventPlace> known, int all) {
        boolean knownToAll = known.size() == all;
        long nextOffset = knownToAll ? Long.MAX_VALUE : NO_OFFSET;
        long newestMs = knownToAll ? Long.MAX_VALUE : WindowClock.NO_TIME;
        for (EventPlace place : known) {
            nextOffset = Math.min(nextOffset, place.nextOffset());
            newestMs = Math.min(newestMs, place.newestMs());
        }
        // Events may have come since: the reader has to look up again whether this is the end.
        return new EventPlace(partition, nextOffset, newestMs, false);
    }

    private long heldBackMs() {
        long oldestMs = Long.MAX_VALUE;
        for (EventPlace place : places.values()) {
            if (!place.atEnd()) {
                oldestMs = Math.min(oldestMs, place.newestMs());
            }
        }
        return oldestMs;
    }

    /**
     * The oldest over all Kafka partitions of the newest event time seen. One at its end is as new as the newest.
     *
     * @param newestMs the newest event time of all
     */
    public long oldestMs(long newestMs) {
        return Math.min(heldBackMs, newestMs);
    }

    /** Each Kafka partition's place, in the order in which they were heard of. */
    public List<EventPlace> places() {
        return List.copyOf(places.values());
    }
}
