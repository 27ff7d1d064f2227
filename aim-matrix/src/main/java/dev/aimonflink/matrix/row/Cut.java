package dev.aimonflink.matrix.row;

import java.util.List;

/**
 * The moment of an answer: the event times and windows of the rows from which it was computed.
 *
 * @param oldestMs the newest event time applied, of the Kafka partition furthest behind: {@link Progress#oldestMs}; {@link
 *     dev.aimonflink.matrix.layout.WindowClock#NO_TIME} if one has delivered no event yet
 * @param newestMs the partition's clock, or {@link dev.aimonflink.matrix.layout.WindowClock#NO_TIME}
 * @param windowNumbers current, in schema order; partials of different windows are never merged
 * @param places the {@linkplain Progress#places place in each Kafka partition}; null unless requested, because it makes each part larger
 * @param lost how many events the rows lack: {@link Progress#lost}
 * @param applied how many events the rows have: {@link Progress#applied}
 */
public record Cut(
        long oldestMs, long newestMs, List<Integer> windowNumbers, List<EventPlace> places, long lost, long applied) {
    public Cut with(List<EventPlace> known) {
        return new Cut(oldestMs, newestMs, windowNumbers, known, lost, applied);
    }

    public List<EventPlace> placesOrNone() {
        return places == null ? List.of() : places;
    }
}
