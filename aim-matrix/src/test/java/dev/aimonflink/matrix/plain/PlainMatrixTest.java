package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.sql.SqlException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.APPLIED;
import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.LATE;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Compares functions, filters, entities and changes of the model with values that were computed by hand. */
class PlainMatrixTest {
    /** A Wednesday. */
    private static final String NOON = "2026-11-18T12:00:00Z";

    // ---- functions

    @Test
    void shouldAggregateDecimalsWithTheirScale() {
        Tested tested = Tested.of(Tested.modelOf("money", "1 day", "sum, min, max, avg, var, stdev"));
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
        Tested tested = Tested.of(Tested.modelOf(type, "1 day", "sum, min, max, avg, var, stdev"));
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
        Tested tested = Tested.of(Tested.modelOf("double", "1 day", "sum, min, max, avg, var, stdev"));
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
        Tested tested = Tested.of(Tested.model("x: time", "", "1 day", "x: [min, max]"));
        tested.pay(NOON, 5_000L);
        tested.pay(NOON, 3_000L);
        assertThat(tested.value("min_x_this_day")).isEqualTo(3_000L);
        assertThat(tested.value("max_x_this_day")).isEqualTo(5_000L);
    }

    @Test
    void shouldHaveZerosAndNullsOverNoEvents() {
        Tested money = Tested.of(Tested.modelOf("money", "1 day", "sum, min, max, avg, stdev, var, count"));
        money.pay(NOON, new Object[] {null});
        assertThat(money.value("count_events_this_day")).isEqualTo(1L);
        assertThat(money.value("count_events_of_positive_this_day")).isEqualTo(0L);
        assertThat(money.value("count_x_this_day")).isEqualTo(0L);
        assertThat(money.value("sum_x_this_day")).isEqualTo(new BigDecimal("0.00"));
        assertThat(money.value("squares_x_this_day")).isEqualTo(new BigDecimal("0.0000"));
        for (String function : List.of("min", "max", "avg", "stdev", "var")) {
            assertThat(money.value(function + "_x_this_day")).as(function).isNull();
        }
        Tested number = Tested.of(Tested.modelOf("double", "1 day", "sum"));
        number.pay(NOON, new Object[] {null});
        assertThat(number.value("sum_x_this_day")).isEqualTo(0.0);
    }

    @Test
    void shouldRoundAveragesToTheNearestDouble() {
        Tested tested = Tested.of(Tested.modelOf("money", "1 day", "avg, var, stdev"));
        tested.pay(NOON, "0.01");
        tested.pay(NOON, "0.00");
        tested.pay(NOON, "0.00");
        assertThat(tested.value("avg_x_this_day")).isEqualTo(0.0033333333333333335);
        assertThat(tested.value("var_x_this_day")).isEqualTo(2.2222222222222223E-5);
        assertThat(tested.value("stdev_x_this_day")).isEqualTo(0.004714045207910317);
    }

    @Test
    void shouldAverageAnOptionalFieldOverTheEventsThatHaveIt() {
        Tested tested = Tested.of(Tested.modelOf("int", "1 day", "avg, var"));
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
        Tested tested = Tested.of(Tested.model(
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
        Tested tested = Tested.of(Tested.model("x: int", "few: 10 / x > 2", "1 day", "x: [sum]"));
        assertFails(SqlException.class, () -> tested.pay(NOON, 0))
                .hasMessage("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(tested.matrix().keys()).isEmpty();
    }

    // ---- entities and columns

    @Test
    void shouldKeepEntitiesApart() {
        Tested tested = Tested.of(Tested.modelOf("int", "1 day", "sum"));
        tested.payOf(9L, NOON, 1);
        tested.payOf(7L, NOON, 2);
        tested.payOf(9L, NOON, 4);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(9L, 7L));
        assertThat(tested.valueOf(9L, "sum_x_this_day")).isEqualTo(5L);
        assertThat(tested.valueOf(7L, "sum_x_this_day")).isEqualTo(2L);
        assertThat(tested.valueOf(8L, "sum_x_this_day")).as("an unknown one").isEqualTo(0L);
    }

    @Test
    void shouldForgetAnEntity() {
        Tested tested = Tested.of(Tested.modelOf("int", "last 5 events", "sum"));
        tested.payOf("one", NOON, 1);
        tested.payOf("two", NOON, 2);
        tested.matrix().forget("one");
        tested.matrix().forget("three");
        assertThat(tested.matrix().keys()).isEqualTo(List.of("two"));
        assertThat(tested.valueOf("one", "sum_x_last_5_events")).isEqualTo(0L);
        tested.payOf("one", NOON, 4);
        assertThat(tested.valueOf("one", "sum_x_last_5_events")).isEqualTo(4L);
        assertThat(tested.matrix().keys()).isEqualTo(List.of("two", "one"));
    }

    @Test
    void shouldKeepEqualCopies() {
        Tested tested = Tested.of(ModelFile.parse(
                ModelFile.text(Tested.modelOf("int", "1 day", "sum, avg")).replace("copies: 1", "copies: 2"),
                "model.yaml"));
        tested.pay(NOON, 1);
        tested.pay(NOON, 2);
        assertThat(tested.value("sum_x_this_day_2")).isEqualTo(3L);
        assertThat(tested.value("avg_x_this_day_2")).isEqualTo(1.5);
    }

    @Test
    void shouldSayThatAColumnIsNotOfItsModel() {
        ModelColumn foreign = Tested.columnOf(Tested.modelOf("int", "1 week", "sum"), "sum_x_this_week");
        Tested tested = Tested.of(Tested.modelOf("int", "1 day", "sum"));
        assertFails(IllegalArgumentException.class, () -> tested.matrix().value(Tested.CARD, foreign))
                .hasMessage("column=sum_x_this_week is not one of the model payments. Give one of its columns().");
    }

    // ---- changes of the model

    @Test
    void shouldKeepColumnsThatBothModelsHave() {
        Tested before = Tested.of(Tested.modelOf("int", "1 day, last 3 events", "sum"));
        before.pay(NOON, 1);
        before.pay(NOON, 2);
        Model model = Tested.model(
                "extra: boolean, x: {type: int, min: 0, optional: true}",
                "extra: extra, positive: x > 0",
                "1 week, last 3 events, 1 day",
                "x: [min, sum]");
        Tested after = new Tested(model, before.matrix().evolvedTo(model));
        assertThat(after.matrix().keys()).isEqualTo(List.of(Tested.CARD));
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
        Tested before = Tested.of(Tested.modelOf("int", "1 day", "sum"));
        before.pay(NOON, 1);
        Model otherCondition = Tested.model("x: {type: int, optional: true}", "positive: x >= 0", "1 day", "x: [sum]");
        Tested after = new Tested(otherCondition, before.matrix().evolvedTo(otherCondition));
        assertThat(after.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(after.value("sum_x_of_positive_this_day")).isEqualTo(0L);
        Model otherType = Tested.modelOf("money", "1 day", "sum");
        after = new Tested(otherType, before.matrix().evolvedTo(otherType));
        assertThat(after.value("count_events_this_day")).isEqualTo(1L);
        assertThat(after.value("sum_x_this_day")).isEqualTo(new BigDecimal("0.00"));
    }

    @Test
    void shouldKeepColumnsThatHoldAWiderTypeToo() {
        Tested before = Tested.of(Tested.modelOf("int", "1 day", "sum, min"));
        before.pay(NOON, 1);
        Model wider = Tested.modelOf("long", "1 day", "sum, min");
        Tested after = new Tested(wider, before.matrix().evolvedTo(wider));
        assertThat(after.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(after.value("min_x_this_day")).as("of 32 bits before").isNull();
        Model decimal = Tested.modelOf("\"decimal(9,0)\"", "1 day", "sum, min");
        after = new Tested(decimal, before.matrix().evolvedTo(wider).evolvedTo(decimal));
        assertThat(after.value("sum_x_this_day")).isEqualTo(new BigDecimal("1"));
    }

    @Test
    void shouldForgetAColumnThatAModelBetweenLacks() {
        Model with = Tested.modelOf("int", "1 day", "sum, min");
        Tested tested = Tested.of(with);
        tested.pay(NOON, 1);
        tested.pay(NOON, 2);
        PlainMatrix back =
                tested.matrix().evolvedTo(Tested.modelOf("int", "1 day", "sum")).evolvedTo(with);
        assertThat(back.value(Tested.CARD, Tested.columnOf(with, "sum_x_this_day")))
                .isEqualTo(3L);
        assertThat(back.value(Tested.CARD, Tested.columnOf(with, "min_x_this_day")))
                .isNull();
    }

    @Test
    void shouldComputeAveragesFromColumnsEvenIfThoseDifferInAge() {
        Tested before = Tested.of(Tested.model("x: int", "", "1 day", "x: [sum]"));
        before.pay(NOON, 6);
        Model model = Tested.model("x: int", "", "1 day", "x: [sum, avg, var]");
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
        Tested before = Tested.of(Tested.modelOf("int", "1 day", "sum"));
        before.pay(NOON, 1);
        Model model = Tested.modelOf("int", "1 week", "sum");
        Tested after = new Tested(model, before.matrix().evolvedTo(model));
        assertThat(after.pay("2026-11-15T12:00:00Z", 2)).isEqualTo(LATE);
        after.advanceTo("2026-11-20T12:00:00Z");
        assertThat(before.pay(NOON, 4)).as("the clock of the one before").isEqualTo(APPLIED);
    }
}
