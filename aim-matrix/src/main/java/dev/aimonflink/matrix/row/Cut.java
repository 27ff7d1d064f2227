package dev.aimonflink.matrix.row;

import java.util.List;

/**
 * The moment of an answer: the event times and windows of the rows that it was computed from.
 *
 * @param oldestMs the newest event time applied, of the Kafka partition that is furthest behind:
 *     {@link Progress#oldestMs}; {@link dev.aimonflink.matrix.layout.WindowClock#NO_TIME} if one of them has delivered no
 *     event yet
 * @param newestMs the partition's clock, or {@link dev.aimonflink.matrix.layout.WindowClock#NO_TIME}
 * @param windowNumbers its current windows, in schema order; partials of different windows are never merged
 * @param places the {@linkplain Progress#places place in each Kafka partition}; null unless the request wants it, because
 *     it would make each part larger
 * @param lost how many events the rows lack: {@link Progress#lost}
 * @param applied how many events the rows have: {@link Progress#applied}
 */
public record Cut(
        long oldestMs, long newestMs, List<Integer> windowNumbers, List<EventPlace> places, long lost, long applied) {
    /** The same moment, with the places that the rows had in the events topic. */
    public Cut with(List<EventPlace> known) {
        return new Cut(oldestMs, newestMs, windowNumbers, known, lost, applied);
    }

    /** The places, or none if the cut has no list of them. */
    public List<EventPlace> placesOrNone() {
        return places == null ? List.of() : places;
    }
}
