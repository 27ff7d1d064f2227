package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** The texts of the benchmark's queries give answers that were computed by hand. */
class CallTextsTest {
    /** A Wednesday. */
    private static final long NOON = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;

    private final PlainCalls model = new PlainCalls(ZoneOffset.UTC, PlainDimensions.benchmark(), 42);

    private void call(long subscriberId, long timestampMs, int seconds, double cost, boolean longDistance) {
        model.event(new Event(subscriberId, timestampMs, seconds, (float) cost, longDistance));
    }

    private List<List<Object>> ask(String query) {
        return model.answer(AskedQuery.withDefaults(query));
    }

    private List<List<Object>> ask(String query, String parameter, Object value) {
        return model.answer(new AskedQuery(query, Map.of(parameter, value)));
    }

    @Test
    void shouldAnswerOverNoSubscribers() {
        assertThat(ask("q1")).isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat(ask("q2")).isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat(ask("q3")).isEmpty();
        assertThat(ask("q4")).isEmpty();
        assertThat(ask("q5")).isEmpty();
        assertThat(ask("q6"))
                .isEqualTo(List.of(
                        Arrays.asList("local", "day", null, null),
                        Arrays.asList("local", "week", null, null),
                        Arrays.asList("long_distance", "day", null, null),
                        Arrays.asList("long_distance", "week", null, null)));
        assertThat(ask("q7")).isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat(ask("w3")).isEqualTo(List.of(Arrays.asList(null, null)));
        assertThat(ask("flat_rate")).isEmpty();
        assertThat(ask("subscriber", "subscriberId", 7L)).isEmpty();
        assertThat(model.rows()).isZero();
    }

    @Test
    void shouldAverageTheDurationOfThoseWithMoreThanAlphaLocalCalls() {
        call(1, NOON, 10, 1, false);
        call(1, NOON, 20, 1, false);
        call(1, NOON, 30, 1, true);
        call(2, NOON, 1000, 1, false);
        call(3, NOON, 1, 1, false);
        call(3, NOON, 2, 1, false);
        assertThat(ask("q1")).isEqualTo(List.of(List.of(31.5)));
        assertThat(ask("q1", "alpha", 0L)).isEqualTo(List.of(List.of(1063 / 3.0)));
        assertThat(ask("q1", "alpha", 2L)).isEqualTo(List.of(Arrays.asList((Object) null)));
    }

    @Test
    void shouldFindTheHighestCostOfThoseWithMoreThanBetaCalls() {
        for (int i = 0; i < 4; i++) {
            call(1, NOON, 10, 1.25 + i, true);
        }
        call(2, NOON, 10, 99.99, true);
        assertThat(ask("q2")).isEqualTo(List.of(List.of(new BigDecimal("4.25"))));
        assertThat(ask("w2")).isEqualTo(List.of(List.of(new BigDecimal("99.99"))));
    }

    @Test
    void shouldGroupTheCostRatioByNumberOfCalls() {
        model.profile(new Profile(9, "CH-8000", 0, 0, 0));
        call(1, NOON, 10, 1, true);
        call(2, NOON, 30, 3, true);
        call(3, NOON, 0, 5, true);
        call(3, NOON, 4, 5, false);
        assertThat(ask("q3"))
                .isEqualTo(List.of(Arrays.asList(0L, null), Arrays.asList(1L, 0.1), Arrays.asList(2L, 2.5)));
    }

    @Test
    void shouldShowTheHundredLowestNumbersOfCalls() {
        for (int subscriber = 1; subscriber <= 101; subscriber++) {
            for (int i = 0; i < subscriber; i++) {
                call(subscriber, NOON, 1, 1, true);
            }
        }
        assertThat(ask("q3")).hasSize(100);
        assertThat(ask("q3").get(99)).isEqualTo(List.of(100L, 1.0));
    }

    @Test
    void shouldGroupLocalCallsByCityAcrossZips() {
        model.profile(new Profile(1, "CHI-100000", 0, 0, 0));
        model.profile(new Profile(2, "CHI-101500", 0, 0, 0));
        model.profile(new Profile(3, "CH-1000", 0, 0, 0));
        model.profile(new Profile(4, "nowhere", 0, 0, 0));
        for (int i = 0; i < 6; i++) {
            call(1, NOON, 11, 1, false);
            call(2, NOON, 12, 1, false);
            call(3, NOON, 10, 1, false);
            call(4, NOON, 50, 1, false);
            call(5, NOON, 50, 1, false);
        }
        call(2, NOON, 1, 1, false);
        assertThat(ask("q4")).isEqualTo(List.of(List.of("Beijing", 6.5, 139L)));
    }

    @Test
    void shouldSumCostsByRegionOfOneTariffAndCategory() {
        model.profile(new Profile(1, "CH-8000", 1, 0, 0));
        model.profile(new Profile(2, "DE-80801", 3, 0, 0));
        model.profile(new Profile(3, "ARG-B6500", 2, 0, 0));
        model.profile(new Profile(4, "CH-8000", 0, 0, 0));
        model.profile(new Profile(5, "CH-8000", 1, 1, 0));
        for (int subscriber = 1; subscriber <= 6; subscriber++) {
            call(subscriber, NOON, 1, 1.10, false);
            call(subscriber, NOON, 1, 2.05, true);
        }
        assertThat(ask("q5"))
                .isEqualTo(List.of(
                        List.of("EUROPE", new BigDecimal("2.20"), new BigDecimal("4.10")),
                        List.of("SOUTH AMERICA", new BigDecimal("1.10"), new BigDecimal("2.05"))));
    }

    @Test
    void shouldGiveTiesOfTheLongestCallToTheLowestId() {
        model.profile(new Profile(12, "CH-8000", 1, 0, 0));
        model.profile(new Profile(5, "CH-1000", 1, 0, 0));
        model.profile(new Profile(1, "DE-80801", 1, 0, 0));
        call(12, NOON, 70, 1, false);
        call(5, NOON, 70, 1, false);
        call(1, NOON, 5000, 1, false);
        call(12, NOON - DAY, 200, 1, true);
        assertThat(ask("q6"))
                .isEqualTo(List.of(
                        Arrays.asList("local", "day", 5L, 70L),
                        Arrays.asList("local", "week", 5L, 70L),
                        Arrays.asList("long_distance", "day", null, null),
                        Arrays.asList("long_distance", "week", 12L, 200L)));
    }

    @Test
    void shouldFindTheCheapestSubscriberPerSecondAndSkipZeroDurations() {
        model.profile(new Profile(4, "x", 0, 0, 2));
        model.profile(new Profile(3, "x", 0, 0, 2));
        model.profile(new Profile(2, "x", 0, 0, 2));
        model.profile(new Profile(1, "x", 0, 0, 1));
        call(4, NOON, 10, 1, false);
        call(3, NOON, 20, 2, false);
        call(2, NOON, 0, 0, false);
        call(1, NOON, 100, 0, false);
        assertThat(ask("flat_rate")).isEqualTo(List.of(List.of(3L, 0.1)));
        assertThat(ask("q7")).isEqualTo(List.of(List.of(0.1)));
        assertThat(ask("flat_rate", "cellValueType", "silver")).isEqualTo(List.of(List.of(1L, 0.0)));
        assertThat(ask("flat_rate", "cellValueType", "tin")).isEmpty();
    }

    @Test
    void shouldCountThoseWithoutCallsAmongThoseWithFewerThanBeta() {
        call(1, NOON, 10, 1, false);
        assertThat(ask("w3")).isEqualTo(List.of(List.of(10L, 10L)));
        model.profile(new Profile(2, "x", 0, 0, 2));
        assertThat(ask("w3")).isEqualTo(List.of(List.of(0L, 10L)));
        assertThat(ask("w3", "beta", 0L)).isEqualTo(List.of(Arrays.asList(null, null)));
    }

    @Test
    void shouldShowEverythingOfASubscriber() {
        model.profile(new Profile(7, "CH-8000", 2, 1, 3));
        call(7, NOON - DAY, 30, 3.5, true);
        call(7, NOON, 10, 1, false);
        List<Object> row = ask("subscriber", "subscriberId", 7L).get(0);
        assertThat(row).hasSize(5 + 42);
        assertThat(row.subList(0, 5)).isEqualTo(List.of(7L, "CH-8000", 2L, 1L, 3L));
        BigDecimal one = new BigDecimal("1.00");
        BigDecimal none = new BigDecimal("0.00");
        assertThat(row.subList(5, 12)).as("all, day").isEqualTo(List.of(1L, 10L, 10L, 10L, one, one, one));
        assertThat(row.subList(19, 26))
                .as("long-distance, day")
                .isEqualTo(Arrays.asList(0L, 0L, null, null, none, null, null));
        assertThat(row.subList(26, 33))
                .as("all, week")
                .isEqualTo(List.of(2L, 40L, 10L, 30L, new BigDecimal("4.50"), one, new BigDecimal("3.50")));
    }

    @Test
    void shouldSayThatItDoesNotKnowAQuery() {
        assertFails(IllegalArgumentException.class, () -> ask("q8"))
                .hasMessage(
                        "query=q8 is not recomputed. Give a query for one entity, or one of [q1, q2, q3, q4, q5, q6, q7, w2, w3,"
                                + " flat_rate].");
    }
}
