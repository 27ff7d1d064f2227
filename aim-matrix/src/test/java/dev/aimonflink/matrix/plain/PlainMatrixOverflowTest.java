package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Model;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.APPLIED;
import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.OVERFLOW;
import static org.assertj.core.api.Assertions.assertThat;

/** Fills totals to their last bit. */
class PlainMatrixOverflowTest {
    /** A Wednesday. */
    private static final String NOON = "2026-11-18T12:00:00Z";

    private static final int HALF_OF_MAX_INT = Integer.MAX_VALUE / 2;

    @Test
    void shouldRefuseAnEventWhoseNarrowSumWouldOverflowWholly() {
        Model model = Tested.model(
                "x: {type: int, sum: int}, y: int", "first: y = 1", "1 day, last 2 days", "x: [sum], y: [sum]");
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
        Model model = Tested.model("x: {type: int, sum: int}", "", "1 day, 1 week", "x: [sum]");
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
        Tested tested = Tested.of(Tested.model("x: {type: int, sum: int}", "", "last 3 events", "x: [sum]"));
        assertThat(tested.pay(NOON, Integer.MAX_VALUE / 3 + 1)).isEqualTo(OVERFLOW);
        assertThat(tested.matrix().keys()).isEmpty();
    }

    @Test
    void shouldCheckTheFiltersThatHoldAlone() {
        Tested tested = Tested.of(
                Tested.model("x: {type: int, sum: int}, kind: int", "one: kind = 1", "1 day", "x: [sum], kind: [max]"));
        tested.pay(NOON, Integer.MAX_VALUE, 1);
        tested.pay(NOON, -9, 2);
        assertThat(tested.pay(NOON, 1, 1)).as("all has room, but one is full").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 1, 2)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(Integer.MAX_VALUE - 8L);
    }

    @Test
    void shouldNotCheckAWindowInWhichTheEventDoesNotCount() {
        Tested tested = Tested.of(Tested.model("x: {type: int, sum: int}", "", "1 day, last 2 events", "x: [sum]"));
        tested.pay(NOON, HALF_OF_MAX_INT);
        tested.pay(NOON, HALF_OF_MAX_INT);
        tested.pay(NOON, 1);
        assertThat(tested.pay(NOON, 1)).as("the day is full").isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-17T12:00:00Z", 1)).isEqualTo(APPLIED);
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(2L);
    }

    @Test
    void shouldFillALongSumToItsLastBit() {
        Tested tested = Tested.of(Tested.modelOf("money", "1 day", "sum"));
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
        Tested tested = Tested.of(Tested.modelOf("long", "1 day", "var"));
        assertThat(tested.pay(NOON, 3_037_000_500L)).as("the square itself").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -3_037_000_499L)).isEqualTo(APPLIED);
        assertThat(tested.value("squares_x_this_day")).isEqualTo(9_223_372_030_926_249_001L);
        assertThat(tested.pay(NOON, 76_973)).isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 1_920)).as("the sum of squares").isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 1_919)).isEqualTo(APPLIED);
        assertThat(Tested.of(Tested.modelOf("long", "1 day", "sum")).pay(NOON, 3_037_000_500L))
                .as("without a variance")
                .isEqualTo(APPLIED);
    }

    @Test
    void shouldHoldAnEqualShareInEachPane() {
        Tested tested = Tested.of(Tested.model("x: {type: int, sum: int}", "", "last 3 hours", "x: [sum]"));
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
        Tested tested = Tested.of(Tested.modelOf("long", "last 2 hours", "var"));
        // The square of the one is just below, that of the other just above half of 2^63 - 1.
        assertThat(tested.pay(NOON, 2_147_483_648L)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, 2_147_483_647L)).isEqualTo(APPLIED);
        assertThat(tested.pay(NOON, 100_000L)).isEqualTo(OVERFLOW);
        assertThat(tested.pay("2026-11-18T13:00:00Z", -2_147_483_647L)).isEqualTo(APPLIED);
    }

    @Test
    void shouldHoldAnEqualShareInEachOfTheLastEvents() {
        Tested tested = Tested.of(Tested.model("x: {type: int, sum: int}", "", "last 2 events", "x: [sum]"));
        assertThat(tested.pay(NOON, HALF_OF_MAX_INT + 1)).isEqualTo(OVERFLOW);
        assertThat(tested.pay(NOON, -HALF_OF_MAX_INT - 1)).isEqualTo(OVERFLOW);
        for (int i = 0; i < 5; i++) {
            assertThat(tested.pay(NOON, HALF_OF_MAX_INT)).isEqualTo(APPLIED);
        }
        assertThat(tested.value("sum_x_last_2_events")).isEqualTo(2L * HALF_OF_MAX_INT);
        Tested squares = Tested.of(Tested.modelOf("long", "last 2 events", "stdev"));
        assertThat(squares.pay(NOON, 2_147_483_648L)).isEqualTo(OVERFLOW);
        assertThat(squares.pay(NOON, 2_147_483_647L)).isEqualTo(APPLIED);
    }
}
