package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FieldType.Kind;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.plain.PlainMatrix.Outcome;
import dev.aimonflink.core.wire.ModelFile;
import dev.aimonflink.sql.SqlException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.core.plain.PlainMatrix.Outcome.APPLIED;
import static dev.aimonflink.core.plain.PlainMatrix.Outcome.LATE;
import static dev.aimonflink.core.plain.PlainMatrix.Outcome.OVERFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Compares the matrix with values that were computed by hand. */
class PlainMatrixTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

    /** A Wednesday. */
    private static final String NOON = "2026-11-18T12:00:00Z";

    /** The entity of most tests. */
    private static final Object CARD = 7L;

    private static final int HALF_OF_MAX_INT = Integer.MAX_VALUE / 2;

    /** A model with one field {@code x}, which may be missing. */
    private static Model modelOf(String type, String windows, String functions) {
        return model("x: {type: " + type + ", optional: true}", "positive: x > 0", windows, "x: [" + functions + "]");
    }

    private static Model model(String fields, String filters, String windows, String aggregates) {
        return ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: at
                fields: {%s}
                filters: {%s}
                windows: [%s]
                aggregates: {events: [count], %s}
                """.formatted(fields, filters, windows, aggregates), "model.yaml");
    }

    /** A matrix, and values by the names of columns. */
    private record Tested(Model model, PlainMatrix matrix) {
        static Tested of(Model model) {
            return of(model, ZoneOffset.UTC);
        }

        static Tested of(Model model, ZoneId zone) {
            return new Tested(model, new PlainMatrix(model, zone));
        }

        /** @param values in the order of the fields, null for those that are missing */
        Outcome pay(String time, Object... values) {
            return payOf(CARD, time, values);
        }

        Outcome payOf(Object key, String time, Object... values) {
            List<EventField> fields = model.event().fields();
            EventValues event = new EventValues(fields.size());
            for (int field = 0; field < values.length; field++) {
                if (values[field] instanceof String text
                        && fields.get(field).type().is(Kind.TEXT)) {
                    event.text(field, text);
                } else if (values[field] != null) {
                    event.bits(field, bits(values[field]));
                }
            }
            return matrix.apply(key, ms(time), event);
        }

        private static long bits(Object value) {
            if (value instanceof Boolean truth) {
                return truth ? 1 : 0;
            } else if (value instanceof Double number) {
                return Double.doubleToRawLongBits(number);
            } else if (value instanceof String decimal) {
                return new BigDecimal(decimal).unscaledValue().longValueExact();
            } else {
                return ((Number) value).longValue();
            }
        }

        void advanceTo(String time) {
            matrix.advanceTo(ms(time));
        }

        Object value(String column) {
            return valueOf(CARD, column);
        }

        Object valueOf(Object key, String column) {
            return matrix.value(key, columnOf(model, column));
        }
    }

    private static ModelColumn columnOf(Model model, String name) {
        return model.columns().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no column " + name + " in " + model.columns()));
    }

    private static long ms(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    // ---- functions

    @Test
    void shouldAggregateDecimalsWithTheirScale() {
        Tested tested = Tested.of(modelOf("money", "1 day", "sum, min, max, avg, var, stdev"));
        for (String amount : List.of("2.00", "4.00", "4.00", "4.00", "5.00", "5.00", "7.00", "9.00")) {
            assertThat(tested.pay(NOON, amount)).isEqualTo(APPLIED);
        }
        assertThat(tested.value("count_events_this_day")).isEqualTo(8L);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(new BigDecimal("40.00"));
        assertThat(tested.value("min_x_this_day")).isEqualTo(new BigDecimal("2.00"));
        assertThat(tested.value("max_x_this_day")).isEqualTo(new BigDecimal("9.00"));
        assertThat(tested.value("squares_x_this_day")).isEqualTo(new BigDecimal("232.0000"));
        assertThat(tested.value("avg_x_this_day")).isEqualTo(5.0);
        assertThat(tested.value("var_x_this_day")).isEqualTo(4.0);
        assertThat(tested.value("stdev_x_this_day")).isEqualTo(2.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int", "long"})
    void shouldAggregateWholeNumbers(String type) {
        Tested tested = Tested.of(modelOf(type, "1 day", "sum, min, max, avg, var, stdev"));
        tested.pay(NOON, -3);
        tested.pay(NOON, 4);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(tested.value("min_x_this_day")).isEqualTo(-3L);
        assertThat(tested.value("max_x_this_day")).isEqualTo(4L);
        assertThat(tested.value("squares_x_this_day")).isEqualTo(25L);
        assertThat(tested.value("avg_x_this_day")).isEqualTo(0.5);
        assertThat(tested.value("var_x_this_day")).isEqualTo(12.25);
        assertThat(tested.value("stdev_x_this_day")).isEqualTo(3.5);
    }

    @Test
    void shouldRoundSumsOfDoublesOnce() {
        Tested tested = Tested.of(modelOf("double", "1 day", "sum, min, max, avg, var, stdev"));
        tested.pay(NOON, 1e16);
        tested.pay(NOON, 1.0);
        tested.pay(NOON, 1.0);
        tested.pay(NOON, -0.0);
        tested.pay(NOON, 0.0);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1e16 + 2);
        assertThat(tested.value("min_x_this_day")).isEqualTo(-0.0);
        assertThat(tested.value("max_x_this_day")).isEqualTo(1e16);
        assertThat(tested.value("avg_x_this_day")).isEqualTo(2_000_000_000_000_000.5);
        assertThat(tested.value("squares_x_this_day")).isEqualTo(1e32);
        tested.pay(NOON, 1e308);
        tested.pay(NOON, 1e308);
        assertThat(tested.pay(NOON, -1e308)).as("doubles overflow no event").isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1e308);
    }

    @Test
    void shouldShowTimesAsMilliseconds() {
        Tested tested = Tested.of(model("x: time", "", "1 day", "x: [min, max]"));
        tested.pay(NOON, 5_000L);
        tested.pay(NOON, 3_000L);
        assertThat(tested.value("min_x_this_day")).isEqualTo(3_000L);
        assertThat(tested.value("max_x_this_day")).isEqualTo(5_000L);
    }

    @Test
    void shouldHaveZerosAndNullsOverNoEvents() {
        Tested money = Tested.of(modelOf("money", "1 day", "sum, min, max, avg, stdev, var, count"));
        money.pay(NOON, new Object[] {null});
        assertThat(money.value("count_events_this_day")).isEqualTo(1L);
        assertThat(money.value("count_events_of_positive_this_day")).isEqualTo(0L);
        assertThat(money.value("count_x_this_day")).isEqualTo(0L);
        assertThat(money.value("sum_x_this_day")).isEqualTo(new BigDecimal("0.00"));
        assertThat(money.value("squares_x_this_day")).isEqualTo(new BigDecimal("0.0000"));
        for (String function : List.of("min", "max", "avg", "stdev", "var")) {
            assertThat(money.value(function + "_x_this_day")).as(function).isNull();
        }
        Tested number = Tested.of(modelOf("double", "1 day", "sum"));
        number.pay(NOON, new Object[] {null});
        assertThat(number.value("sum_x_this_day")).isEqualTo(0.0);
    }

    @Test
    void shouldRoundAveragesToTheNearestDouble() {
        Tested tested = Tested.of(modelOf("money", "1 day", "avg, var, stdev"));
        tested.pay(NOON, "0.01");
        tested.pay(NOON, "0.00");
        tested.pay(NOON, "0.00");
        assertThat(tested.value("avg_x_this_day")).isEqualTo(0.0033333333333333335);
        assertThat(tested.value("var_x_this_day")).isEqualTo(2.2222222222222223E-5);
        assertThat(tested.value("stdev_x_this_day")).isEqualTo(0.004714045207910317);
    }

    @Test
    void shouldAverageAnOptionalFieldOverTheEventsThatHaveIt() {
        Tested tested = Tested.of(modelOf("int", "1 day", "avg, var"));
        tested.pay(NOON, 3);
        tested.pay(NOON, new Object[] {null});
        tested.pay(NOON, 4);
        assertThat(tested.value("count_events_this_day")).isEqualTo(3L);
        assertThat(tested.value("count_x_this_day")).isEqualTo(2L);
        assertThat(tested.value("avg_x_this_day")).isEqualTo(3.5);
        assertThat(tested.value("var_x_this_day")).isEqualTo(0.25);
    }

    @Test
    void shouldCountForAFilterOnlyEventsForWhichItIsTrue() {
        Tested tested = Tested.of(model(
                "x: {type: int, optional: true}, shop: text, online: boolean, kind: {type: enum, values: [FOOD, FUEL]}",
                "small: x < 5, other: not (x < 5), fuel: online and kind = 'FUEL' and shop like 'a%'",
                "1 day",
                "x: [sum]"));
        tested.pay(NOON, 4, "a", true, 1);
        tested.pay(NOON, 6, "ab", false, 1);
        tested.pay(NOON, null, "abc", true, 1);
        tested.pay(NOON, 1, "b", true, 0);
        assertThat(tested.value("count_events_this_day")).isEqualTo(4L);
        assertThat(tested.value("count_events_of_small_this_day")).isEqualTo(2L);
        assertThat(tested.value("count_events_of_other_this_day")).isEqualTo(1L);
        assertThat(tested.value("count_events_of_fuel_this_day")).isEqualTo(2L);
        assertThat(tested.value("sum_x_of_small_this_day")).isEqualTo(5L);
        assertThat(tested.value("sum_x_of_other_this_day")).isEqualTo(6L);
        assertThat(tested.value("sum_x_of_fuel_this_day")).isEqualTo(4L);
    }

    @Test
    void shouldChangeNothingWhereAFilterHasNoValue() {
        Tested tested = Tested.of(model("x: int", "few: 10 / x > 2", "1 day", "x: [sum]"));
        assertThatThrownBy(() -> tested.pay(NOON, 0))
                .isInstanceOf(SqlException.class)
                .hasMessage("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(tested.matrix().keys()).isEmpty();
    }

    // ---- entities and columns

    @Test
    void shouldKeepEntitiesApart() {
        Tested tested = Tested.of(modelOf("int", "1 day", "sum"));
        tested.payOf(9L, NOON, 1);
        tested.payOf(7L, NOON, 2);
        tested.payOf(9L, NOON, 4);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(9L, 7L));
        assertThat(tested.valueOf(9L, "sum_x_this_day")).isEqualTo(5L);
        assertThat(tested.valueOf(7L, "sum_x_this_day")).isEqualTo(2L);
        assertThat(tested.valueOf(8L, "sum_x_this_day")).as("an unknown one").isNull();
    }

    @Test
    void shouldForgetAnEntity() {
        Tested tested = Tested.of(modelOf("int", "last 5 events", "sum"));
        tested.payOf("one", NOON, 1);
        tested.payOf("two", NOON, 2);
        tested.matrix().forget("one");
        tested.matrix().forget("three");
        assertThat(tested.matrix().keys()).isEqualTo(List.of("two"));
        assertThat(tested.valueOf("one", "sum_x_last_5_events")).isNull();
        tested.payOf("one", NOON, 4);
        assertThat(tested.valueOf("one", "sum_x_last_5_events")).isEqualTo(4L);
        assertThat(tested.matrix().keys()).isEqualTo(List.of("two", "one"));
    }

    @Test
    void shouldKeepEqualCopies() {
        Tested tested = Tested.of(ModelFile.parse(
                ModelFile.text(modelOf("int", "1 day", "sum, avg")).replace("copies: 1", "copies: 2"), "model.yaml"));
        tested.pay(NOON, 1);
        tested.pay(NOON, 2);
        assertThat(tested.value("sum_x_this_day_2")).isEqualTo(3L);
        assertThat(tested.value("avg_x_this_day_2")).isEqualTo(1.5);
    }

    @Test
    void shouldSayThatAColumnIsNotOfItsModel() {
        ModelColumn foreign = columnOf(modelOf("int", "1 week", "sum"), "sum_x_this_week");
        Tested tested = Tested.of(modelOf("int", "1 day", "sum"));
        assertThatThrownBy(() -> tested.matrix().value(CARD, foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column=sum_x_this_week is not one of the model payments. Give one of its columns().");
    }

    // ---- tumbling windows

    @Test
    void shouldCountALateEventForTheWeekAloneAndNotAtAllWhenTheWeekIsOver() {
        Tested tested = Tested.of(modelOf("int", "1 day, 1 week", "sum"));
        assertThat(tested.pay(NOON, 1)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-18T00:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-17T23:59:59.999Z", 4)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-16T00:00:00Z", 8)).as("on Monday").isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-15T23:59:59.999Z", 16)).isEqualTo(LATE);
        assertThat(tested.payOf(8L, "2026-11-15T12:00:00Z", 32)).isEqualTo(LATE);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(3L);
        assertThat(tested.value("sum_x_this_week")).isEqualTo(15L);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(CARD));
    }

    @Test
    void shouldTurnTheDayForEveryEntityAtOnceAndNeverBack() {
        Tested tested = Tested.of(modelOf("int", "1 day", "sum, max"));
        tested.pay(NOON, 1);
        tested.advanceTo("2026-11-18T23:59:59.999Z");
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1L);
        tested.payOf(8L, "2026-11-19T00:00:00Z", 2);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(0L);
        assertThat(tested.value("max_x_this_day")).isNull();
        assertThat(tested.valueOf(8L, "sum_x_this_day")).isEqualTo(2L);
        tested.advanceTo(NOON);
        assertThat(tested.pay(NOON, 4)).isEqualTo(LATE);
        tested.advanceTo("2026-11-20T00:00:00Z");
        assertThat(tested.valueOf(8L, "sum_x_this_day")).isEqualTo(0L);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(CARD, 8L));
    }

    @Test
    void shouldNumberLongerWindowsFrom1970() {
        // 20,775 days after the epoch, and the third of three.
        Tested tested = Tested.of(modelOf("int", "3 days, 2 weeks, 1 month", "sum"));
        tested.pay("2026-11-18T23:59:00Z", 1);
        tested.pay("2026-11-18T00:00:00Z", 2);
        tested.pay("2026-11-17T23:59:00Z", 4);
        tested.pay("2026-11-08T23:59:00Z", 8);
        tested.pay("2026-11-01T00:00:00Z", 16);
        assertThat(tested.value("sum_x_this_3_days")).isEqualTo(3L);
        assertThat(tested.value("sum_x_this_2_weeks")).isEqualTo(7L);
        assertThat(tested.value("sum_x_this_month")).isEqualTo(31L);
    }

    @Test
    void shouldBeginADayThatHasNoMidnightAnHourLater() {
        // In Sao Paulo clocks were put forward at midnight of 2018-11-04, so the day began at 01:00.
        Tested tested = Tested.of(modelOf("int", "1 day, 1 week", "sum"), ZoneId.of("America/Sao_Paulo"));
        tested.pay("2018-11-04T02:59:59.999Z", 1);
        tested.pay("2018-11-04T03:00:00Z", 2);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(2L);
        assertThat(tested.value("sum_x_this_week")).isEqualTo(3L);
    }

    @Test
    void shouldNotReturnToYesterdayWhenTheClockIsPutBackAfterMidnight() {
        // In St. John's clocks went from 00:01 on 2010-11-07 back to 23:01 on the 6th.
        Tested tested = Tested.of(modelOf("int", "1 day", "sum"), ZoneId.of("America/St_Johns"));
        tested.pay("2010-11-07T02:29:59.999Z", 1);
        assertThat(tested.pay("2010-11-07T02:30:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.pay("2010-11-07T03:00:00Z", 4))
                .as("the clocks show the 6th again")
                .isEqualTo(APPLIED);
        assertThat(tested.pay("2010-11-07T02:29:59.999Z", 8)).isEqualTo(LATE);
        assertThat(tested.pay("2010-11-07T12:00:00Z", 16)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(22L);
    }

    @Test
    void shouldMakeTheHourThatClocksShowTwiceOneWindow() {
        // In Zurich clocks went from 03:00 on 2026-10-25, which is 01:00 UTC, back to 02:00.
        Tested tested = Tested.of(modelOf("int", "15 minutes, 1 hour", "sum"), ZURICH);
        tested.pay("2026-10-25T00:00:00Z", 1);
        tested.pay("2026-10-25T00:45:00Z", 2);
        tested.pay("2026-10-25T01:00:00Z", 4);
        tested.pay("2026-10-25T01:59:59.999Z", 8);
        assertThat(tested.value("sum_x_this_hour")).isEqualTo(15L);
        assertThat(tested.value("sum_x_this_15_minutes"))
                .as("the last quarter began before the clocks were put back")
                .isEqualTo(14L);
        tested.advanceTo("2026-10-25T02:00:00Z");
        assertThat(tested.value("sum_x_this_hour")).isEqualTo(0L);
        assertThat(tested.value("sum_x_this_15_minutes")).isEqualTo(0L);
    }

    // ---- sliding windows

    @Test
    void shouldSlideByPanesForEveryEntityAtOnce() {
        Tested tested = Tested.of(modelOf("int", "last 3 hours", "sum, min, avg"));
        tested.pay("2026-11-18T10:00:00Z", 1);
        tested.pay("2026-11-18T11:30:00Z", 2);
        tested.payOf(8L, "2026-11-18T12:59:59.999Z", 4);
        assertThat(tested.pay("2026-11-18T10:00:00Z", 8)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-18T09:59:59.999Z", 16)).isEqualTo(LATE);
        assertThat(tested.value("sum_x_last_3_hours")).isEqualTo(11L);
        tested.advanceTo("2026-11-18T13:00:00Z");
        assertThat(tested.value("sum_x_last_3_hours")).isEqualTo(2L);
        assertThat(tested.value("min_x_last_3_hours")).isEqualTo(2L);
        assertThat(tested.value("avg_x_last_3_hours")).isEqualTo(2.0);
        tested.advanceTo("2026-11-18T14:00:00Z");
        assertThat(tested.value("sum_x_last_3_hours")).isEqualTo(0L);
        assertThat(tested.value("min_x_last_3_hours")).isNull();
        assertThat(tested.valueOf(8L, "sum_x_last_3_hours")).isEqualTo(4L);
        tested.advanceTo("2026-11-18T15:00:00Z");
        assertThat(tested.valueOf(8L, "sum_x_last_3_hours")).isEqualTo(0L);
    }

    @Test
    void shouldSlideByTheGivenPanes() {
        Tested tested = Tested.of(modelOf("int", "last 1 day by 6 hours", "sum"));
        tested.pay("2026-11-17T17:59:59Z", 1);
        tested.pay("2026-11-17T18:00:00Z", 2);
        tested.pay("2026-11-18T17:59:59Z", 4);
        assertThat(tested.value("sum_x_last_1_day")).isEqualTo(6L);
        tested.advanceTo("2026-11-18T18:00:00Z");
        assertThat(tested.value("sum_x_last_1_day")).isEqualTo(4L);
    }

    @Test
    void shouldCountAnEventThatIsLateForTheDayInItsPane() {
        Tested tested = Tested.of(modelOf("int", "1 day, last 24 hours", "sum"));
        tested.pay("2026-11-18T01:00:00Z", 1);
        assertThat(tested.pay("2026-11-17T02:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-17T01:59:59Z", 4)).isEqualTo(LATE);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(tested.value("sum_x_last_24_hours")).isEqualTo(3L);
    }

    @Test
    void shouldCountAPaneThatClocksSkip() {
        // In Zurich clocks went from 02:00 on 2026-03-29, which is 01:00 UTC, to 03:00.
        Tested tested = Tested.of(modelOf("int", "last 3 hours, last 2 days", "sum"), ZURICH);
        tested.pay("2026-03-27T22:59:59Z", 1);
        tested.pay("2026-03-27T23:00:00Z", 2);
        tested.pay("2026-03-29T00:59:59Z", 4);
        tested.pay("2026-03-29T01:00:00Z", 8);
        assertThat(tested.value("sum_x_last_3_hours"))
                .as("at 03:00 of 01, 02, 03 o'clock")
                .isEqualTo(12L);
        tested.pay("2026-03-29T02:59:59Z", 16);
        assertThat(tested.value("sum_x_last_3_hours"))
                .as("at 04:59 of 02, 03, 04 o'clock")
                .isEqualTo(24L);
        assertThat(tested.value("sum_x_last_2_days")).isEqualTo(30L);
    }

    @Test
    void shouldMakeTheHourThatClocksShowTwiceOnePane() {
        // In Zurich clocks went from 03:00 on 2026-10-25, which is 01:00 UTC, back to 02:00.
        Tested tested = Tested.of(modelOf("int", "last 2 hours", "sum"), ZURICH);
        tested.pay("2026-10-24T23:59:59Z", 1);
        tested.pay("2026-10-25T00:00:00Z", 2);
        tested.pay("2026-10-25T01:59:59Z", 4);
        assertThat(tested.value("sum_x_last_2_hours")).isEqualTo(7L);
        tested.advanceTo("2026-10-25T02:59:59Z");
        assertThat(tested.value("sum_x_last_2_hours")).as("02 and 03 o'clock").isEqualTo(6L);
        tested.advanceTo("2026-10-25T03:00:00Z");
        assertThat(tested.value("sum_x_last_2_hours")).isEqualTo(0L);
    }

    // ---- last events

    @Test
    void shouldKeepTheLastEventsOfEachFilterInOrderOfArrival() {
        Tested tested = Tested.of(modelOf("int", "last 2 events", "sum, avg, max"));
        tested.pay("2026-11-18T12:00:00Z", 1);
        tested.pay("2026-11-18T13:00:00Z", 2);
        assertThat(tested.pay("2001-01-01T00:00:00Z", 4)).as("none is late").isEqualTo(APPLIED);
        tested.payOf(8L, NOON, 100);
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(6L);
        tested.pay(NOON, -8);
        tested.pay(NOON, -16);
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(-24L);
        assertThat(tested.value("max_x_last_2_events")).isEqualTo(-8L);
        assertThat(tested.value("sum_x_of_positive_last_2_events")).isEqualTo(6L);
        tested.advanceTo("2030-01-01T00:00:00Z");
        assertThat(tested.value("avg_x_of_positive_last_2_events")).isEqualTo(3.0);
    }

    @Test
    void shouldKeepAnEventWithoutTheFieldAmongTheLast() {
        Tested tested = Tested.of(modelOf("int", "last 2 events", "sum, avg"));
        tested.pay(NOON, 1);
        tested.pay(NOON, 2);
        tested.pay(NOON, new Object[] {null});
        assertThat(tested.value("count_events_last_2_events")).isEqualTo(2L);
        assertThat(tested.value("count_x_last_2_events")).isEqualTo(1L);
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(2L);
        assertThat(tested.value("avg_x_last_2_events")).isEqualTo(2.0);
    }

    @Test
    void shouldCountAnEventThatIsTooLateForAllOtherWindowsAmongTheLastAlone() {
        Tested tested = Tested.of(modelOf("int", "1 day, last 2 hours, last 2 events", "sum"));
        tested.pay(NOON, 1);
        assertThat(tested.payOf(8L, "2026-11-17T00:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(CARD, 8L));
        assertThat(tested.valueOf(8L, "sum_x_this_day")).isEqualTo(0L);
        assertThat(tested.valueOf(8L, "sum_x_last_2_hours")).isEqualTo(0L);
        assertThat(tested.valueOf(8L, "sum_x_last_2_events")).isEqualTo(2L);
    }

    // ---- overflow

    @Test
    void shouldRefuseAnEventWhoseNarrowSumWouldOverflowWholly() {
        Model model =
                model("x: {type: int, sum: int}, y: int", "first: y = 1", "1 day, last 2 days", "x: [sum], y: [sum]");
        Tested tested = Tested.of(model);
        assertThat(tested.pay(NOON, HALF_OF_MAX_INT, 1)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-18T13:00:00Z", 1, 2))
                .as("a pane holds half")
                .isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-17T12:00:00Z", HALF_OF_MAX_INT, 2)).isEqualTo(APPLIED);
        assertThat(tested.value("count_events_this_day")).isEqualTo(1L);
        assertThat(tested.value("sum_y_this_day")).isEqualTo(1L);
        assertThat(tested.value("sum_x_last_2_days")).isEqualTo(2L * HALF_OF_MAX_INT);
    }

    @Test
    void shouldFillANarrowSumToItsLastBit() {
        Model model = model("x: {type: int, sum: int}", "", "1 day, 1 week", "x: [sum]");
        Tested tested = Tested.of(model);
        tested.pay(NOON, Integer.MAX_VALUE - 1);
        assertThat(tested.pay(NOON, 2)).isEqualTo(OVERFLOW);
        assertThat(tested.payOf(8L, NOON, 2)).as("another entity").isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 1)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo((long) Integer.MAX_VALUE);
        assertThat(tested.pay("2026-11-19T12:00:00Z", 1)).as("the week").isEqualTo(OVERFLOW);
        assertThat(tested.value("sum_x_this_day")).as("the clock advanced").isEqualTo(0L);
        assertThat(tested.value("sum_x_this_week")).isEqualTo((long) Integer.MAX_VALUE);
        assertThat(tested.pay("2026-11-23T00:00:00Z", -Integer.MAX_VALUE)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-23T00:00:00Z", -2)).isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-23T00:00:00Z", -1)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo((long) Integer.MIN_VALUE);
    }

    @Test
    void shouldMakeNoRowOfAnEventThatOverflows() {
        Tested tested = Tested.of(model("x: {type: int, sum: int}", "", "last 3 events", "x: [sum]"));
        assertThat(tested.pay(NOON, Integer.MAX_VALUE / 3 + 1)).isEqualTo(OVERFLOW);
        assertThat(tested.matrix().keys()).isEmpty();
    }

    @Test
    void shouldCheckTheFiltersThatHoldAlone() {
        Tested tested = Tested.of(
                model("x: {type: int, sum: int}, kind: int", "one: kind = 1", "1 day", "x: [sum], kind: [max]"));
        tested.pay(NOON, Integer.MAX_VALUE, 1);
        tested.pay(NOON, -9, 2);
        assertThat(tested.pay(NOON, 1, 1)).as("all has room, but one is full").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 1, 2)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(Integer.MAX_VALUE - 8L);
    }

    @Test
    void shouldNotCheckAWindowInWhichTheEventDoesNotCount() {
        Tested tested = Tested.of(model("x: {type: int, sum: int}", "", "1 day, last 2 events", "x: [sum]"));
        tested.pay(NOON, HALF_OF_MAX_INT);
        tested.pay(NOON, HALF_OF_MAX_INT);
        tested.pay(NOON, 1);
        assertThat(tested.pay(NOON, 1)).as("the day is full").isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-17T12:00:00Z", 1)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(2L);
    }

    @Test
    void shouldFillALongSumToItsLastBit() {
        Tested tested = Tested.of(modelOf("money", "1 day", "sum"));
        for (int i = 0; i < 9; i++) {
            assertThat(tested.pay(NOON, "9999999999999999.99")).isEqualTo(APPLIED);
        }
        assertThat(tested.pay(NOON, "2233720368547758.17")).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, "2233720368547758.16")).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(new BigDecimal("92233720368547758.07"));
        assertThat(tested.pay(NOON, "-0.01")).isEqualTo(APPLIED);
    }

    @Test
    void shouldRefuseAnEventWhoseSquareWouldOverflow() {
        Tested tested = Tested.of(modelOf("long", "1 day", "var"));
        assertThat(tested.pay(NOON, 3_037_000_500L)).as("the square itself").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -3_037_000_499L)).isEqualTo(APPLIED);
        assertThat(tested.value("squares_x_this_day")).isEqualTo(9_223_372_030_926_249_001L);
        assertThat(tested.pay(NOON, 76_973)).isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 1_920)).as("the sum of squares").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 1_919)).isEqualTo(APPLIED);
        assertThat(Tested.of(modelOf("long", "1 day", "sum")).pay(NOON, 3_037_000_500L))
                .as("without a variance")
                .isEqualTo(APPLIED);
    }

    @Test
    void shouldHoldAnEqualShareInEachPane() {
        Tested tested = Tested.of(model("x: {type: int, sum: int}", "", "last 3 hours", "x: [sum]"));
        int third = Integer.MAX_VALUE / 3;
        assertThat(tested.pay(NOON, third + 1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -third - 1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, third)).isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-18T11:00:00Z", -third))
                .as("another pane")
                .isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-18T11:59:59Z", -1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -2 * third)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_last_3_hours")).isEqualTo(-2L * third);
        assertThat(tested.pay("2026-11-18T13:00:00Z", third)).isEqualTo(APPLIED);
    }

    @Test
    void shouldHoldAnEqualShareInEachPaneForSquaresToo() {
        Tested tested = Tested.of(modelOf("long", "last 2 hours", "var"));
        // The square of the one is just below, that of the other just above half of 2^63 - 1.
        assertThat(tested.pay(NOON, 2_147_483_648L)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 2_147_483_647L)).isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 100_000L)).isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-18T13:00:00Z", -2_147_483_647L)).isEqualTo(APPLIED);
    }

    @Test
    void shouldHoldAnEqualShareInEachOfTheLastEvents() {
        Tested tested = Tested.of(model("x: {type: int, sum: int}", "", "last 2 events", "x: [sum]"));
        assertThat(tested.pay(NOON, HALF_OF_MAX_INT + 1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -HALF_OF_MAX_INT - 1)).isEqualTo(OVERFLOW);
        for (int i = 0; i < 5; i++) {
            assertThat(tested.pay(NOON, HALF_OF_MAX_INT)).isEqualTo(APPLIED);
        }
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(2L * HALF_OF_MAX_INT);
        Tested squares = Tested.of(modelOf("long", "last 2 events", "stdev"));
        assertThat(squares.pay(NOON, 2_147_483_648L)).isEqualTo(OVERFLOW);
        assertThat(squares.pay(NOON, 2_147_483_647L)).isEqualTo(APPLIED);
    }

    // ---- changes of the model

    @Test
    void shouldKeepColumnsThatBothModelsHave() {
        Tested before = Tested.of(modelOf("int", "1 day, last 3 events", "sum"));
        before.pay(NOON, 1);
        before.pay(NOON, 2);
        Model model = model(
                "extra: boolean, x: {type: int, min: 0, optional: true}",
                "extra: extra, positive: x > 0",
                "1 week, last 3 events, 1 day",
                "x: [min, sum]");
        Tested after = new Tested(model, before.matrix().evolvedTo(model));
        assertThat(after.matrix().keys()).isEqualTo(List.of(CARD));
        assertThat(after.value("sum_x_this_day")).isEqualTo(3L);
        assertThat(after.value("sum_x_last_3_events")).isEqualTo(3L);
        assertThat(after.value("sum_x_of_positive_this_day")).isEqualTo(3L);
        assertThat(after.value("min_x_this_day")).isNull();
        assertThat(after.value("sum_x_this_week")).isEqualTo(0L);
        assertThat(after.pay("2026-11-17T12:00:00Z", true, 4)).isEqualTo(APPLIED);
        assertThat(after.pay(NOON, true, 8)).isEqualTo(APPLIED);
        assertThat(after.value("sum_x_this_day")).isEqualTo(11L);
        assertThat(after.value("sum_x_last_3_events")).isEqualTo(14L);
        assertThat(after.value("min_x_last_3_events")).isEqualTo(4L);
        assertThat(after.value("sum_x_this_week")).isEqualTo(12L);
        assertThat(after.value("count_events_of_extra_this_week")).isEqualTo(2L);
        assertThat(before.value("sum_x_this_day")).as("the one before").isEqualTo(3L);
    }

    @Test
    void shouldBeginColumnsAnewThatMeanSomethingElse() {
        Tested before = Tested.of(modelOf("int", "1 day", "sum"));
        before.pay(NOON, 1);
        Model otherCondition = model("x: {type: int, optional: true}", "positive: x >= 0", "1 day", "x: [sum]");
        Tested after = new Tested(otherCondition, before.matrix().evolvedTo(otherCondition));
        assertThat(after.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(after.value("sum_x_of_positive_this_day")).isEqualTo(0L);
        Model otherType = modelOf("money", "1 day", "sum");
        after = new Tested(otherType, before.matrix().evolvedTo(otherType));
        assertThat(after.value("count_events_this_day")).isEqualTo(1L);
        assertThat(after.value("sum_x_this_day")).isEqualTo(new BigDecimal("0.00"));
    }

    @Test
    void shouldKeepColumnsThatHoldAWiderTypeToo() {
        Tested before = Tested.of(modelOf("int", "1 day", "sum, min"));
        before.pay(NOON, 1);
        Model wider = modelOf("long", "1 day", "sum, min");
        Tested after = new Tested(wider, before.matrix().evolvedTo(wider));
        assertThat(after.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(after.value("min_x_this_day")).as("of 32 bits before").isNull();
        Model decimal = modelOf("\"decimal(9,0)\"", "1 day", "sum, min");
        after = new Tested(decimal, before.matrix().evolvedTo(wider).evolvedTo(decimal));
        assertThat(after.value("sum_x_this_day")).isEqualTo(new BigDecimal("1"));
    }

    @Test
    void shouldForgetAColumnThatAModelBetweenLacks() {
        Model with = modelOf("int", "1 day", "sum, min");
        Tested tested = Tested.of(with);
        tested.pay(NOON, 1);
        tested.pay(NOON, 2);
        PlainMatrix back =
                tested.matrix().evolvedTo(modelOf("int", "1 day", "sum")).evolvedTo(with);
        assertThat(back.value(CARD, columnOf(with, "sum_x_this_day"))).isEqualTo(3L);
        assertThat(back.value(CARD, columnOf(with, "min_x_this_day"))).isNull();
    }

    @Test
    void shouldComputeAveragesFromColumnsEvenIfThoseDifferInAge() {
        Tested before = Tested.of(model("x: int", "", "1 day", "x: [sum]"));
        before.pay(NOON, 6);
        Model model = model("x: int", "", "1 day", "x: [sum, avg, var]");
        Tested after = new Tested(model, before.matrix().evolvedTo(model));
        assertThat(after.value("avg_x_this_day")).isEqualTo(6.0);
        assertThat(after.value("var_x_this_day"))
                .as("the squares are of fewer events")
                .isNull();
        after.pay(NOON, 4);
        assertThat(after.value("avg_x_this_day")).isEqualTo(5.0);
        after.pay("2026-11-19T12:00:00Z", 4);
        assertThat(after.value("var_x_this_day")).isEqualTo(0.0);
    }

    @Test
    void shouldGoOnAtTheSameTimeInAnotherModel() {
        Tested before = Tested.of(modelOf("int", "1 day", "sum"));
        before.pay(NOON, 1);
        Model model = modelOf("int", "1 week", "sum");
        Tested after = new Tested(model, before.matrix().evolvedTo(model));
        assertThat(after.pay("2026-11-15T12:00:00Z", 2)).isEqualTo(LATE);
        after.advanceTo("2026-11-20T12:00:00Z");
        assertThat(before.pay(NOON, 4)).as("the clock of the one before").isEqualTo(APPLIED);
    }
}
