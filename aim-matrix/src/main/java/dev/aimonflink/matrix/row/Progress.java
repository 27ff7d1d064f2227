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
 * The position of one partition of the matrix in each Kafka partition of the events topic. An answer has the event time
 * of the Kafka partition that is furthest behind: the newest event time of all says nothing about one that is held
 * back. A report costs by the places it has, and not by all: readers report a hundred times a second.
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

    /** When the reader of a Kafka partition reported last, by the wall clock. The one that is silent for longest comes first. */
    private final Map<SourcePartition, Long> heardMs = new LinkedHashMap<>(16, 0.75f, true);

    public Progress() {
        this(Comparator.naturalOrder());
    }

    /** @param order of event times */
    Progress(Comparator<Long> order) {
        heldBack = new TreeMap<>(order);
    }

    /** Takes the places that the readers of Kafka partitions report. All events before them have been applied. */
    public void advance(List<EventPlace> reported, long wallMs) {
        for (EventPlace place : reported) {
            heardMs.put(place.partition(), wallMs);
            EventPlace known = places.get(place.partition());
            if (known == null) {
                put(place);
            } else if (!place.equals(known)) {
                count(known, -1);
                // A reader that was restored has no event time until its next event, so an earlier one stays.
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
     * Restores a checkpoint. Rows of several earlier partitions may meet here, so for each Kafka partition the least
     * advanced of their places counts.
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

    /**
     * The newest event time seen in the Kafka partition that is furthest behind. One at its end does not count.
     *
     * @param newestMs the newest event time of all
     */
    public long oldestMs(long newestMs) {
        return Math.min(heldBackMs, newestMs);
    }

    /** Whether all Kafka partitions that are known are at their ends, and one is known. */
    public boolean isAtEnds() {
        return !places.isEmpty() && heldBackMs == Long.MAX_VALUE;
    }

    /** Whether each Kafka partition has been reported since a time. Where that is not so, nobody knows whether it is at its end. */
    public boolean isHeardSince(long wallMs) {
        // Those of a checkpoint have not been heard.
        return heardMs.size() == size()
                && (heardMs.isEmpty() || heardMs.values().iterator().next() >= wallMs);
    }

    /** How far the Kafka partition that is furthest behind is behind a time. One at its end is not. */
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

    /** Notes that an event has been applied. */
    void countApplied() {
        applied++;
    }

    /** Adds the events that partitions had applied whose rows are restored. */
    public void restoreApplied(long before) {
        applied += before;
    }

    /**
     * How many events have been applied since the job first began: by this partition, and by others before a rescaling, of which it has
     * the numbers but maybe not the rows. So only the sum of all partitions says something about rows. Late, refused and overflowing
     * events do not count.
     */
    public long applied() {
        return applied;
    }

    /** How many Kafka partitions are known. */
    public int size() {
        return places.size();
    }

    /** Returns the offset in a Kafka partition before which all events have been applied. */
    public long nextOffset(SourcePartition partition) {
        EventPlace place = places.get(partition);
        return place == null ? NO_OFFSET : place.nextOffset();
    }

    /** The place in each Kafka partition, in the order in which they were first reported. */
    public List<EventPlace> places() {
        return List.copyOf(places.values());
    }
}
