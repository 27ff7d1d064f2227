package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.Progress;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the moment of an answer from the cuts of its parts. Not thread-safe. */
final class MergedCuts {
    private final WindowBeginnings windows;
    private final String eventsTopic;

    /** @param eventsTopic a restored job may still read an earlier one, whose Kafka partitions have the same numbers */
    MergedCuts(MatrixSchema schema, ZoneId zone, String eventsTopic) {
        windows = new WindowBeginnings(schema.windows(), zone);
        this.eventsTopic = eventsTopic;
    }

    /**
     * The oldest and newest time of all cuts, and the windows of the cut with the earliest clock; null without cuts. Each partition knows
     * the lost events of all, so their maximum is reported; applied events are added up.
     *
     * @param wantsProgress whether to report the place in each Kafka partition
     */
    AsOf asOf(List<Cut> cuts, boolean wantsProgress) {
        if (cuts.isEmpty()) {
            return null;
        }
        Cut first = cuts.stream().min(Comparator.comparingLong(Cut::newestMs)).orElseThrow();
        return new AsOf(
                timeOrNull(cuts.stream().mapToLong(Cut::oldestMs).min().orElseThrow()),
                timeOrNull(cuts.stream().mapToLong(Cut::newestMs).max().orElseThrow()),
                first.newestMs() == WindowClock.NO_TIME ? Map.of() : windows.of(first.windowNumbers()),
                wantsProgress ? progress(cuts) : null,
                cuts.stream().mapToLong(Cut::lost).max().orElseThrow(),
                cuts.stream().mapToLong(Cut::applied).sum());
    }

    /**
     * The least advanced place in each Kafka partition: all cuts have the events before it. The offset is 0 in a Kafka partition that some
     * cut does not know.
     */
    private Map<Integer, Place> progress(List<Cut> cuts) {
        Progress least = new Progress();
        least.restore(cuts.stream().map(Cut::placesOrNone).toList());
        Map<Integer, Place> places = new TreeMap<>();
        for (EventPlace place : least.places()) {
            if (place.partition().topic().equals(eventsTopic)) {
                places.put(place.partition().number(), new Place(place.nextOffset(), timeOrNull(place.newestMs())));
            }
        }
        return places;
    }

    private static Long timeOrNull(long timeMs) {
        return timeMs == WindowClock.NO_TIME ? null : timeMs;
    }
}
