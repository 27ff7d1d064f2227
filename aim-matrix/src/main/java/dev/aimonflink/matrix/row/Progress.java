package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The position of one partition of the matrix in each Kafka partition of the events topic. An answer has the event time of the Kafka
 * partition furthest behind: the newest of all says nothing about one that is held back. The cost of a report depends on its places, not on
 * all, because readers report a hundred times a second.
 */
public final class Progress {
    /** The offset in a Kafka partition of which only the existence is known. */
    private static final long NO_OFFSET = 0;

    private final Map<SourcePartition, EventPlace> places = new LinkedHashMap<>();

    /** By newest event time, how many of the Kafka partitions that are not at their end have it. */
    private final NavigableMap<Long, Integer> heldBack;

    /** The oldest of these times. */
    private long heldBackMs = Long.MAX_VALUE;

    private long lost;
    private long applied;

    /** When each Kafka partition's reader last reported, by the wall clock; the longest silent one comes first. */
    private final Map<SourcePartition, Long> heardMs = new LinkedHashMap<>(16, 0.75f, true);

    public Progress() {
        this(Comparator.naturalOrder());
    }

    Progress(Comparator<Long> order) {
        heldBack = new TreeMap<>(order);
    }

    /** Takes the places that readers report; all events before them have been applied. */
    public void advance(List<EventPlace> reported, long wallMs) {
        for (EventPlace place : reported) {
            heardMs.put(place.partition(), wallMs);
            EventPlace known = places.get(place.partition());
            if (known == null) {
                put(place);
            } else if (!place.equals(known)) {
                count(known, -1);
                // A restored reader has no event time until its next event, so an earlier one stays.
                put(reported(known, place));
            }
        }
        heldBackMs = heldBack.isEmpty() ? Long.MAX_VALUE : heldBack.firstKey();
    }

    private void put(EventPlace place) {
        places.put(place.partition(), place);
        count(place, 1);
    }

    private void count(EventPlace place, int by) {
        lost += by * place.lost();
        if (!place.atEnd()) {
            heldBack.merge(place.newestMs(), by, (before, change) -> before + change == 0 ? null : before + change);
        }
    }

    private static EventPlace reported(EventPlace known, EventPlace now) {
        return new EventPlace(
                now.partition(),
                now.nextOffset(),
                Math.max(known.newestMs(), now.newestMs()),
                now.atEnd(),
                Math.max(known.lost(), now.lost()));
    }

    /**
     * Rows of several earlier partitions may meet here, so in each Kafka partition their least advanced place counts.
     *
     * @param saved the places of each partition of the matrix at the checkpoint
     */
    public void restore(List<List<EventPlace>> saved) {
        Map<SourcePartition, List<EventPlace>> known = new LinkedHashMap<>();
        for (List<EventPlace> each : saved) {
            for (EventPlace place : each) {
                known.computeIfAbsent(place.partition(), none -> new ArrayList<>())
                        .add(place);
            }
        }
        places.clear();
        heardMs.clear();
        heldBack.clear();
        lost = 0;
        known.forEach((partition, all) -> put(least(partition, all, saved.size())));
        heldBackMs = heldBack.isEmpty() ? Long.MAX_VALUE : heldBack.firstKey();
    }

    private static EventPlace least(SourcePartition partition, List<EventPlace> known, int all) {
        boolean knownToAll = known.size() == all;
        long nextOffset = knownToAll ? Long.MAX_VALUE : NO_OFFSET;
        long newestMs = knownToAll ? Long.MAX_VALUE : WindowClock.NO_TIME;
        long lost = 0;
        for (EventPlace place : known) {
            nextOffset = Math.min(nextOffset, place.nextOffset());
            newestMs = Math.min(newestMs, place.newestMs());
            lost = Math.max(lost, place.lost());
        }
        // Events may have come since: the reader has to check again whether this is the end.
        return new EventPlace(partition, nextOffset, newestMs, false, lost);
    }

    /** The newest event time in the Kafka partition furthest behind, not counting those at their end. */
    public long oldestMs(long newestMs) {
        return Math.min(heldBackMs, newestMs);
    }

    /** Whether all known Kafka partitions, at least one, are at their ends. */
    public boolean isAtEnds() {
        return !places.isEmpty() && heldBackMs == Long.MAX_VALUE;
    }

    /** Whether each Kafka partition has been reported since a time. If not, nobody knows whether it is at its end. */
    public boolean isHeardSince(long wallMs) {
        // Kafka partitions known from a checkpoint have not been heard.
        return heardMs.size() == size()
                && (heardMs.isEmpty() || heardMs.values().iterator().next() >= wallMs);
    }

    /** How far the Kafka partition furthest behind is behind a time; one at its end is not. */
    public long behindMs(long wallMs) {
        if (heldBackMs == Long.MAX_VALUE) {
            return 0;
        }
        return heldBackMs == WindowClock.NO_TIME ? Long.MAX_VALUE : Math.max(0, wallMs - heldBackMs);
    }

    /** How many events are missing because Kafka no longer had them when they were to be read. */
    public long lost() {
        return lost;
    }

    void countApplied() {
        applied++;
    }

    /** Adds the events applied by partitions whose rows are restored. */
    public void restoreApplied(long before) {
        applied += before;
    }

    /**
     * How many events have been applied since the job first began: by this partition, and by others before a rescaling, whose numbers it
     * has but maybe not the rows. So only the sum over all partitions says something about rows. Late, refused and overflowing events do
     * not count.
     */
    public long applied() {
        return applied;
    }

    public int size() {
        return places.size();
    }

    /** The offset in a Kafka partition before which all events have been applied. */
    public long nextOffset(SourcePartition partition) {
        EventPlace place = places.get(partition);
        return place == null ? NO_OFFSET : place.nextOffset();
    }

    /** In the order in which the Kafka partitions were first reported. */
    public List<EventPlace> places() {
        return List.copyOf(places.values());
    }
}
