package dev.aimonflink.matrix.plain;

import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.APPLIED;
import static dev.aimonflink.matrix.plain.PlainMatrix.Outcome.LATE;
import static org.assertj.core.api.Assertions.assertThat;

/** Compares windows of each policy with values that were computed by hand. */
class PlainMatrixWindowsTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

    /** A Wednesday. */
    private static final String NOON = "2026-11-18T12:00:00Z";

    // ---- tumbling windows

    @Test
    void shouldCountALateEventForTheWeekAloneAndNotAtAllWhenTheWeekIsOver() {
        Tested tested = Tested.of(Tested.modelOf("int", "1 day, 1 week", "sum"));
        assertThat(tested.pay(NOON, 1)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-18T00:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-17T23:59:59.999Z", 4)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-16T00:00:00Z", 8)).as("on Monday").isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-15T23:59:59.999Z", 16)).isEqualTo(LATE);
        assertThat(tested.payOf(8L, "2026-11-15T12:00:00Z", 32)).isEqualTo(LATE);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(3L);
        assertThat(tested.value("sum_x_this_week")).isEqualTo(15L);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(Tested.CARD));
    }

    @Test
    void shouldTurnTheDayForEveryEntityAtOnceAndNeverBack() {
        Tested tested = Tested.of(Tested.modelOf("int", "1 day", "sum, max"));
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
        assertThat(tested.matrix().keys()).isEqualTo(List.of(Tested.CARD, 8L));
    }

    @Test
    void shouldNumberLongerWindowsFrom1970() {
        // 20,775 days after the epoch, and the third of three.
        Tested tested = Tested.of(Tested.modelOf("int", "3 days, 2 weeks, 1 month", "sum"));
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
        Tested tested = Tested.of(Tested.modelOf("int", "1 day, 1 week", "sum"), ZoneId.of("America/Sao_Paulo"));
        tested.pay("2018-11-04T02:59:59.999Z", 1);
        tested.pay("2018-11-04T03:00:00Z", 2);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(2L);
        assertThat(tested.value("sum_x_this_week")).isEqualTo(3L);
    }

    @Test
    void shouldNotReturnToYesterdayWhenTheClockIsPutBackAfterMidnight() {
        // In St. John's clocks went from 00:01 on 2010-11-07 back to 23:01 on the 6th.
        Tested tested = Tested.of(Tested.modelOf("int", "1 day", "sum"), ZoneId.of("America/St_Johns"));
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
        Tested tested = Tested.of(Tested.modelOf("int", "15 minutes, 1 hour", "sum"), ZURICH);
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
        Tested tested = Tested.of(Tested.modelOf("int", "last 3 hours", "sum, min, avg"));
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
        Tested tested = Tested.of(Tested.modelOf("int", "last 1 day by 6 hours", "sum"));
        tested.pay("2026-11-17T17:59:59Z", 1);
        tested.pay("2026-11-17T18:00:00Z", 2);
        tested.pay("2026-11-18T17:59:59Z", 4);
        assertThat(tested.value("sum_x_last_1_day")).isEqualTo(6L);
        tested.advanceTo("2026-11-18T18:00:00Z");
        assertThat(tested.value("sum_x_last_1_day")).isEqualTo(4L);
    }

    @Test
    void shouldCountAnEventThatIsLateForTheDayInItsPane() {
        Tested tested = Tested.of(Tested.modelOf("int", "1 day, last 24 hours", "sum"));
        tested.pay("2026-11-18T01:00:00Z", 1);
        assertThat(tested.pay("2026-11-17T02:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.pay("2026-11-17T01:59:59Z", 4)).isEqualTo(LATE);
        assertThat(tested.value("sum_x_this_day")).isEqualTo(1L);
        assertThat(tested.value("sum_x_last_24_hours")).isEqualTo(3L);
    }

    @Test
    void shouldCountAPaneThatClocksSkip() {
        // In Zurich clocks went from 02:00 on 2026-03-29, which is 01:00 UTC, to 03:00.
        Tested tested = Tested.of(Tested.modelOf("int", "last 3 hours, last 2 days", "sum"), ZURICH);
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
        Tested tested = Tested.of(Tested.modelOf("int", "last 2 hours", "sum"), ZURICH);
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
        Tested tested = Tested.of(Tested.modelOf("int", "last 2 events", "sum, avg, max"));
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
        Tested tested = Tested.of(Tested.modelOf("int", "last 2 events", "sum, avg"));
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
        Tested tested = Tested.of(Tested.modelOf("int", "1 day, last 2 hours, last 2 events", "sum"));
        tested.pay(NOON, 1);
        assertThat(tested.payOf(8L, "2026-11-17T00:00:00Z", 2)).isEqualTo(APPLIED);
        assertThat(tested.matrix().keys()).isEqualTo(List.of(Tested.CARD, 8L));
        assertThat(tested.valueOf(8L, "sum_x_this_day")).isEqualTo(0L);
        assertThat(tested.valueOf(8L, "sum_x_last_2_hours")).isEqualTo(0L);
        assertThat(tested.valueOf(8L, "sum_x_last_2_events")).isEqualTo(2L);
    }
}
