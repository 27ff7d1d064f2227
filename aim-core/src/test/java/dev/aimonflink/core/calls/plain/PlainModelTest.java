package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.query.AskedQuery;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Compares the model with answers that were computed by hand. */
class PlainModelTest {
    /** A Wednesday. */
    private static final long NOON = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;

    private final PlainModel model = new PlainModel(ZoneOffset.UTC, PlainDimensions.benchmark(), 42);

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
    void shouldForgetTheDayAtMidnightAndTheWeekOnMonday() {
        long midnight = Instant.parse("2026-11-19T00:00:00Z").toEpochMilli();
        long monday = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();
        model.profile(new Profile(1, "CH-8000", 0, 0, 0));
        call(1, midnight - 1, 50, 1, false);
        assertThat(ask("q6").get(0)).isEqualTo(List.of("local", "day", 1L, 50L));
        model.advanceTo(midnight);
        assertThat(ask("q6").get(0)).isEqualTo(Arrays.asList("local", "day", null, null));
        assertThat(ask("q6").get(1)).isEqualTo(List.of("local", "week", 1L, 50L));
        model.advanceTo(monday - 1);
        assertThat(ask("q6").get(1)).isEqualTo(List.of("local", "week", 1L, 50L));
        model.advanceTo(monday);
        assertThat(ask("q6").get(1)).isEqualTo(Arrays.asList("local", "week", null, null));
    }

    @Test
    void shouldCountALateCallForTheWeekAloneAndNotAtAllWhenTheWeekIsOver() {
        model.profile(new Profile(1, "CH-8000", 0, 0, 0));
        call(2, NOON, 1, 1, false);
        call(1, NOON - DAY, 50, 1, false);
        call(3, NOON - 7 * DAY, 50, 1, false);
        call(1, NOON - 7 * DAY, 60, 1, false);
        assertThat(ask("q6").get(0)).isEqualTo(Arrays.asList("local", "day", null, null));
        assertThat(ask("q6").get(1)).isEqualTo(List.of("local", "week", 1L, 50L));
        assertThat(model.rows()).isEqualTo(2);
    }

    @Test
    void shouldNeverMoveItsClockBack() {
        model.advanceTo(NOON);
        model.advanceTo(NOON - 8 * DAY);
        call(1, NOON - 8 * DAY, 1, 1, false);
        assertThat(model.rows()).isZero();
    }

    @Test
    void shouldMakeNoRowOfATombstone() {
        model.clearProfile(1);
        assertThat(model.rows()).isZero();
        model.profile(new Profile(1, "CH-8000", 1, 2, 3));
        model.clearProfile(1);
        assertThat(model.rows()).isEqualTo(1);
        assertThat(ask("subscriber", "subscriberId", 1L).get(0).subList(0, 5))
                .isEqualTo(Arrays.asList(1L, null, null, null, null));
    }

    @Test
    void shouldRefuseACallThatATotalCannotHold() {
        int week = 604_800;
        for (int i = 0; i < 3550; i++) {
            call(1, NOON, week, 0, false);
        }
        int left = Integer.MAX_VALUE - 3550 * week;
        call(1, NOON, left + 1, 9, false);
        call(1, NOON, left, 8, false);
        call(1, NOON, 1, 9, false);
        call(1, NOON, 0, 7, false);
        assertThat(ask("q1")).isEqualTo(List.of(List.of(2147483647.0)));
        assertThat(ask("w2")).isEqualTo(List.of(List.of(new BigDecimal("8.00"))));
    }

    @Test
    void shouldIgnoreWhatIsOutOfRange() {
        call(1, NOON, -1, 1, false);
        call(1, NOON, 604_801, 1, false);
        call(1, NOON, 1, -0.01, false);
        call(1, NOON, 1, 100_000.01, false);
        call(1, NOON, 1, Double.NaN, false);
        call(1, NOON, 1, Double.POSITIVE_INFINITY, false);
        call(1, -1, 1, 1, false);
        call(1, Instant.parse("9999-01-01T00:00:00.001Z").toEpochMilli(), 1, 1, false);
        model.profile(new Profile(1, null, 1, 1, 1));
        model.profile(new Profile(1, "", 1, 1, 1));
        model.profile(new Profile(1, "x".repeat(65), 1, 1, 1));
        assertThat(model.rows()).isZero();
        call(1, 0, 1, 1, false);
        assertThat(model.rows()).as("the clock still is in 1970").isEqualTo(1);
    }

    @Test
    void shouldKeepCentsExactWhereFloatArithmeticGoesWrong() {
        call(1, NOON, 1, 65_536.02f, false);
        assertThat(ask("w2")).isEqualTo(List.of(List.of(new BigDecimal("65536.02"))));
    }

    @Test
    void shouldFollowTheZonesCalendar() {
        // Midnight of 2018-11-04 was skipped in Sao Paulo: the day began at 01:00, two hours behind UTC.
        PlainModel brazil = new PlainModel(ZoneId.of("America/Sao_Paulo"), PlainDimensions.benchmark());
        long start = Instant.parse("2018-11-04T03:00:00Z").toEpochMilli();
        brazil.profile(new Profile(1, "CH-8000", 0, 0, 0));
        brazil.event(new Event(1, start - 1, 50, 1f, false));
        brazil.event(new Event(1, start, 40, 1f, false));
        assertThat(brazil.answer(AskedQuery.withDefaults("q6")).subList(0, 2))
                .isEqualTo(List.of(List.of("local", "day", 1L, 40L), List.of("local", "week", 1L, 50L)));
    }

    @Test
    void shouldNotReturnToYesterdayWhenTheClockIsPutBackAfterMidnight() {
        // In St. John's clocks went from 00:01 on 2010-11-07 back to 23:01 on the 6th.
        PlainModel newfoundland = new PlainModel(ZoneId.of("America/St_Johns"), PlainDimensions.benchmark());
        long midnight = Instant.parse("2010-11-07T02:30:00Z").toEpochMilli();
        newfoundland.profile(new Profile(1, "CH-8000", 0, 0, 0));
        newfoundland.event(new Event(1, midnight - 1, 50, 1f, false));
        newfoundland.event(new Event(1, midnight + HOUR / 2, 40, 1f, false));
        newfoundland.event(new Event(1, midnight + 2 * HOUR, 30, 1f, false));
        newfoundland.event(new Event(1, midnight, 45, 1f, false));
        assertThat(newfoundland.answer(AskedQuery.withDefaults("q6")).get(0))
                .isEqualTo(List.of("local", "day", 1L, 45L));
    }

    @Test
    void shouldSayThatItDoesNotKnowAQuery() {
        assertThatThrownBy(() -> ask("q8"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no query 'q8' to recompute.");
    }
}
