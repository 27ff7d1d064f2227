package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Second;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FreshStartsTest {
    private static final Span WITHIN = new Span(0, 8);
    private static final Span STEADY = new Span(8, 10);

    /** Each second has so many queries, and each takes a second's part. */
    private static Timeline timeline(int... queries) {
        List<Second> seconds = new ArrayList<>();
        for (int each : queries) {
            seconds.add(new Second(Collections.nCopies(each, 1_000.0 / Math.max(1, each)), 0));
        }
        return new Timeline(0, seconds);
    }

    @Test
    void shouldFindTheSlowestWindowBesideSteadySeconds() {
        FreshStarts starts = new FreshStarts(List.of(timeline(100, 100, 100, 20, 20, 20, 20, 20, 100, 100)));
        assertThat(starts.highestP50(WITHIN, STEADY)).isEqualTo(new FreshStarts.Worst(new Span(3, 8), 5));
        assertThat(starts.fewestQueries(WITHIN, STEADY)).isEqualTo(new FreshStarts.Worst(new Span(3, 8), 0.2));
    }

    @Test
    void shouldTakeTheMedianOfTurns() {
        Timeline usual = timeline(100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
        Timeline stalled = timeline(0, 0, 0, 0, 0, 0, 0, 0, 100, 100);
        FreshStarts starts = new FreshStarts(List.of(usual, stalled, usual));
        assertThat(starts.fewestQueries(WITHIN, STEADY).ratio()).isEqualTo(1);
        assertThat(starts.highestP50(WITHIN, STEADY).ratio()).isEqualTo(1);
        assertThat(starts.queriesPerSecond(WITHIN).min()).isZero();
    }

    @Test
    void shouldFindWhereItIsBehindAnother() {
        FreshStarts ours = new FreshStarts(List.of(timeline(0, 0, 0, 0, 0, 90, 90, 90)));
        FreshStarts theirs = new FreshStarts(List.of(timeline(0, 0, 0, 0, 0, 100, 100, 100)));
        assertThat(ours.fewestQueriesBeside(theirs, WITHIN)).isEqualTo(new FreshStarts.Worst(new Span(1, 6), 0.9));
        assertThat(theirs.fewestQueriesBeside(ours, WITHIN)).isEqualTo(new FreshStarts.Worst(new Span(0, 5), 1));
    }

    @Test
    void shouldNotBeBehindAnotherThatAnswersNothing() {
        FreshStarts ours = new FreshStarts(List.of(timeline(10, 10)));
        FreshStarts theirs = new FreshStarts(List.of(timeline(0, 0)));
        assertThat(ours.fewestQueriesBeside(theirs, new Span(0, 2)).ratio()).isEqualTo(1);
    }

    @Test
    void shouldCountNoAnswerAtAllAsFarBehind() {
        FreshStarts ours = new FreshStarts(List.of(timeline(0, 0, 0, 0, 0, 1)));
        FreshStarts theirs = new FreshStarts(List.of(timeline(1, 0, 0, 0, 0, 1)));
        assertThat(ours.fewestQueriesBeside(theirs, new Span(0, 6)).ratio()).isZero();
    }
}
