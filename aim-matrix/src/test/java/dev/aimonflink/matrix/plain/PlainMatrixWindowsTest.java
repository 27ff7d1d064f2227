package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares windows of each policy with values that were computed by hand. Below a name stand the zone, the windows and
 * the functions of a model, and then steps with a bar or a new line between them:
 *
 * <pre>
 * [CARD:] TIME AMOUNT [late]   a payment, of card 7 if none is named, which counts unless it is late
 * TIME                         the time of the matrix goes on
 * [CARD:] COLUMN VALUE         a value is a long, a double with a point, or null
 * cards CARD...                those that have been stored
 * </pre>
 */
class PlainMatrixWindowsTest {
    private static final String TUMBLING = """
            shouldCountALateEventForTheWeekAloneAndNotAtAllWhenTheWeekIsOver
                UTC: 1 day, 1 week: sum
                2026-11-18T12:00:00Z 1 | 2026-11-18T00:00:00Z 2 | 2026-11-17T23:59:59.999Z 4
                # A Monday.
                2026-11-16T00:00:00Z 8 | 2026-11-15T23:59:59.999Z 16 late | 8: 2026-11-15T12:00:00Z 32 late
                sum_x_this_day 3 | sum_x_this_week 15 | cards 7
            shouldTurnTheDayForEveryEntityAtOnceAndNeverBack
                UTC: 1 day: sum, max
                2026-11-18T12:00:00Z 1 | 2026-11-18T23:59:59.999Z | sum_x_this_day 1
                8: 2026-11-19T00:00:00Z 2 | sum_x_this_day 0 | max_x_this_day null | 8: sum_x_this_day 2
                2026-11-18T12:00:00Z | 2026-11-18T12:00:00Z 4 late
                2026-11-20T00:00:00Z | 8: sum_x_this_day 0 | cards 7 8
            shouldNumberLongerWindowsFrom1970
                # 20,775 days after the epoch, and the third of three.
                UTC: 3 days, 2 weeks, 1 month: sum
                2026-11-18T23:59:00Z 1 | 2026-11-18T00:00:00Z 2 | 2026-11-17T23:59:00Z 4
                2026-11-08T23:59:00Z 8 | 2026-11-01T00:00:00Z 16
                sum_x_this_3_days 3 | sum_x_this_2_weeks 7 | sum_x_this_month 31
            shouldBeginADayThatHasNoMidnightAnHourLater
                # Clocks were put forward at midnight of 2018-11-04, so the day began at 01:00.
                America/Sao_Paulo: 1 day, 1 week: sum
                2018-11-04T02:59:59.999Z 1 | 2018-11-04T03:00:00Z 2 | sum_x_this_day 2 | sum_x_this_week 3
            shouldNotReturnToYesterdayWhenTheClockIsPutBackAfterMidnight
                # Clocks went from 00:01 on 2010-11-07 back to 23:01 on the 6th, which they show again at 03:00 UTC.
                America/St_Johns: 1 day: sum
                2010-11-07T02:29:59.999Z 1 | 2010-11-07T02:30:00Z 2 | 2010-11-07T03:00:00Z 4
                2010-11-07T02:29:59.999Z 8 late | 2010-11-07T12:00:00Z 16 | sum_x_this_day 22
            shouldMakeTheHourThatClocksShowTwiceOneWindow
                # Clocks went from 03:00 on 2026-10-25, which is 01:00 UTC, back to 02:00: after the last quarter began.
                Europe/Zurich: 15 minutes, 1 hour: sum
                2026-10-25T00:00:00Z 1 | 2026-10-25T00:45:00Z 2 | 2026-10-25T01:00:00Z 4 | 2026-10-25T01:59:59.999Z 8
                sum_x_this_hour 15 | sum_x_this_15_minutes 14
                2026-10-25T02:00:00Z | sum_x_this_hour 0 | sum_x_this_15_minutes 0
            """;

    private static final String SLIDING = """
            shouldSlideByPanesForEveryEntityAtOnce
                UTC: last 3 hours: sum, min, avg
                2026-11-18T10:00:00Z 1 | 2026-11-18T11:30:00Z 2 | 8: 2026-11-18T12:59:59.999Z 4
                2026-11-18T10:00:00Z 8 | 2026-11-18T09:59:59.999Z 16 late | sum_x_last_3_hours 11
                2026-11-18T13:00:00Z | sum_x_last_3_hours 2 | min_x_last_3_hours 2 | avg_x_last_3_hours 2.0
                2026-11-18T14:00:00Z | sum_x_last_3_hours 0 | min_x_last_3_hours null | 8: sum_x_last_3_hours 4
                2026-11-18T15:00:00Z | 8: sum_x_last_3_hours 0
            shouldSlideByTheGivenPanes
                UTC: last 1 day by 6 hours: sum
                2026-11-17T17:59:59Z 1 | 2026-11-17T18:00:00Z 2 | 2026-11-18T17:59:59Z 4 | sum_x_last_1_day 6
                2026-11-18T18:00:00Z | sum_x_last_1_day 4
            shouldCountAnEventThatIsLateForTheDayInItsPane
                UTC: 1 day, last 24 hours: sum
                2026-11-18T01:00:00Z 1 | 2026-11-17T02:00:00Z 2 | 2026-11-17T01:59:59Z 4 late
                sum_x_this_day 1 | sum_x_last_24_hours 3
            shouldCountAPaneThatClocksSkip
                # Clocks went from 02:00 on 2026-03-29, which is 01:00 UTC, to 03:00.
                Europe/Zurich: last 3 hours, last 2 days: sum
                2026-03-27T22:59:59Z 1 | 2026-03-27T23:00:00Z 2 | 2026-03-29T00:59:59Z 4
                # At 03:00 of 01, 02, 03 o'clock, and then at 04:59 of 02, 03, 04 o'clock.
                2026-03-29T01:00:00Z 8 | sum_x_last_3_hours 12
                2026-03-29T02:59:59Z 16 | sum_x_last_3_hours 24 | sum_x_last_2_days 30
            shouldMakeTheHourThatClocksShowTwiceOnePane
                # Clocks went from 03:00 on 2026-10-25, which is 01:00 UTC, back to 02:00.
                Europe/Zurich: last 2 hours: sum
                2026-10-24T23:59:59Z 1 | 2026-10-25T00:00:00Z 2 | 2026-10-25T01:59:59Z 4 | sum_x_last_2_hours 7
                # 02 and 03 o'clock.
                2026-10-25T02:59:59Z | sum_x_last_2_hours 6
                2026-10-25T03:00:00Z | sum_x_last_2_hours 0
            """;

    private static final String LAST_EVENTS = """
            shouldKeepTheLastEventsOfEachFilterInOrderOfArrival
                UTC: last 2 events: sum, avg, max
                2026-11-18T12:00:00Z 1 | 2026-11-18T13:00:00Z 2 | 2001-01-01T00:00:00Z 4 | 8: 2026-11-18T12:00:00Z 100
                sum_x_last_2_events 6
                2026-11-18T12:00:00Z -8 | 2026-11-18T12:00:00Z -16
                sum_x_last_2_events -24 | max_x_last_2_events -8 | sum_x_of_positive_last_2_events 6
                2030-01-01T00:00:00Z | avg_x_of_positive_last_2_events 3.0
            shouldKeepAnEventWithoutTheFieldAmongTheLast
                UTC: last 2 events: sum, avg
                2026-11-18T12:00:00Z 1 | 2026-11-18T12:00:00Z 2 | 2026-11-18T12:00:00Z null
                count_events_last_2_events 2 | count_x_last_2_events 1 | sum_x_last_2_events 2 | avg_x_last_2_events 2.0
            shouldCountAnEventThatIsTooLateForAllOtherWindowsAmongTheLastAlone
                UTC: 1 day, last 2 hours, last 2 events: sum
                2026-11-18T12:00:00Z 1 | 8: 2026-11-17T00:00:00Z 2 | cards 7 8
                8: sum_x_this_day 0 | 8: sum_x_last_2_hours 0 | 8: sum_x_last_2_events 2
            """;

    static Stream<Arguments> shouldHaveTheValuesComputedByHand() {
        return Stream.of(TUMBLING, SLIDING, LAST_EVENTS)
                .flatMap(Pattern.compile("\n(?=\\S)")::splitAsStream)
                .map(script -> Arguments.of((Object[]) script.split("\n", 2)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldHaveTheValuesComputedByHand(String name, String script) {
        String[] steps = script.replaceAll("(?m)^ *#.*\n", "").strip().split("\\s*[|\n]\\s*");
        String[] model = steps[0].split(": ");
        Tested tested = Tested.of(Tested.modelOf("int", model[1], model[2]), ZoneId.of(model[0]));
        for (String step : Arrays.asList(steps).subList(1, steps.length)) {
            String[] card = step.split(": ");
            run(tested, name + ": " + step, card.length == 1 ? 7L : Long.parseLong(card[0]), card[card.length - 1]);
        }
    }

    private static void run(Tested tested, String where, Object card, String step) {
        String[] words = step.split(" ");
        if (words[0].equals("cards")) {
            Object[] cards = Stream.of(words).skip(1).map(Long::valueOf).toArray();
            assertThat(tested.matrix().keys()).as(where).isEqualTo(Arrays.asList(cards));
        } else if (!words[0].endsWith("Z")) {
            assertThat(tested.valueOf(card, words[0])).as(where).isEqualTo(value(words[1]));
        } else if (words.length == 1) {
            tested.advanceTo(words[0]);
        } else {
            assertThat(tested.payOf(card, words[0], new Object[] {value(words[1])}))
                    .as(where)
                    .isEqualTo(words.length == 2 ? Outcome.APPLIED : Outcome.LATE);
        }
    }

    private static Object value(String text) {
        if (text.equals("null")) {
            return null;
        }
        return text.contains(".") ? (Object) Double.valueOf(text) : (Object) Long.valueOf(text);
    }
}
