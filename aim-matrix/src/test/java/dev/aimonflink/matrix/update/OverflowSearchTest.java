package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Overflows cells of each kind, in windows of each policy, by their last unit. */
class OverflowSearchTest {
    /** A model, one card of it, and the time of its events. */
    private static final class Card {
        private final Model model;
        private final TestRecord record;
        private final WindowClock clock;
        private String time = "10:00";

        /** @param fields in the form of a model, likewise {@code functions}, of the field {@code amount} */
        Card(String fields, String functions, String windows) {
            model = ModelFile.parse("""
                    model: payments
                    entity: card
                    event: payment
                    key: cardId
                    time: timestamp
                    fields: {amount: %s}
                    filters: {refund: amount < 0}
                    windows: [%s]
                    aggregates: {events: [count], amount: [%s]}
                    """.formatted(fields, windows, functions), "payments.yaml");
            record = new TestRecord(MatrixSchema.of(model), true);
            clock = new WindowClock(record.schema.windows(), ZoneOffset.UTC);
        }

        Card at(String eventTime) {
            time = eventTime;
            return this;
        }

        /** Returns what a dead letter would say; null if the payment counts. */
        private String pay(long units) {
            DeclaredEvent payment = new DeclaredEvent(model.event());
            payment.keyNumber(7);
            payment.values().bits(0, units);
            Outcome outcome = record.apply(clock, Sales.at(time), payment.values());
            return outcome == Outcome.APPLIED ? null : record.overflow.sentence(model, payment);
        }

        void counts(long... payments) {
            for (long units : payments) {
                assertThat(pay(units)).as("payment of %d", units).isNull();
            }
        }

        void overflows(long units, String column, String window, String advice) {
            overflows(units, "amount=" + units, column, window, advice);
        }

        /** @param what as the sentence has the payment */
        void overflows(long units, String what, String column, String window, String advice) {
            assertThat(pay(units))
                    .isEqualTo(what + " would overflow " + column + " of card 7 in the window '" + window
                            + "': in the model, " + advice);
        }

        /** Sets the cells of a column that is counted for all payments in a calendar window. */
        void fill(String column, int value) {
            record.ints[record.schema.column(column).slot()] = value;
        }

        /** Sets all cells of ints, so those of all panes. */
        void fillInts(int value) {
            Arrays.fill(record.ints, value);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            long                  |  9223372036854775806 |  1 |  1 | sum_amount_this_day           | give a shorter window, or leave out sum and avg
            long                  | -9223372036854775806 | -2 | -1 | sum_amount_this_day           | give a shorter window, or leave out sum and avg
            {type: int, sum: int} | -2147483646          |  9 | -3 | sum_amount_of_refund_this_day | give a shorter window, take out 'sum: int', or leave out sum and avg
            """)
    void shouldNameASumInACalendarWindow(
            String fields, long first, long second, long third, String column, String advice) {
        Card card = new Card(fields, "sum, avg", "1 day");
        card.counts(first, second);
        card.overflows(third, column, "1 day", advice);
    }

    @Test
    void shouldCountAfterAnOverflow() {
        Card card = new Card("{type: int, sum: int}", "sum", "1 day");
        card.counts(Integer.MAX_VALUE - 1);
        card.overflows(
                2, "sum_amount_this_day", "1 day", "give a shorter window, take out 'sum: int', or leave out sum");
        card.counts(1);
    }

    @Test
    void shouldNameACount() {
        Card card = new Card("long", "max", "1 day");
        card.counts(1);
        card.fill("count_events_this_day", Integer.MAX_VALUE);
        card.overflows(1, "one more event", "count_events_this_day", "1 day", "give a shorter window");
    }

    @Test
    void shouldNameACountInAPane() {
        Card card = new Card("long", "max", "last 24 hours");
        card.counts(1);
        card.fillInts(Integer.MAX_VALUE / 24);
        card.overflows(1, "one more event", "count_events_last_24_hours", "last 24 hours", "give fewer panes");
    }

    @Test
    void shouldNameASquareThatIsTooLargeAlone() {
        Card card = new Card("money", "stdev, var", "1 day");
        String column = "squares_amount_this_day";
        card.overflows(
                3_037_000_500L,
                "amount=30370005.00",
                column,
                "1 day",
                "declare a smaller range, or leave out stdev and var");
        card.counts(-3_037_000_499L);
        card.overflows(100_000, "amount=1000.00", column, "1 day", "give a shorter window, or leave out stdev and var");
    }

    /** A pane has its share, however empty the others are; one of an earlier time as well. */
    @Test
    void shouldNameASumInAPane() {
        Card card = new Card("long", "sum", "1 day, last 24 hours");
        long share = Long.MAX_VALUE / 24;
        String column = "sum_amount_last_24_hours";
        String window = "last 24 hours";
        String advice = "give fewer panes, or leave out sum";
        card.overflows(share + 1, column, window, "declare a smaller range, " + advice);
        card.overflows(-share - 1, column, window, "declare a smaller range, " + advice);
        card.counts(share);
        card.overflows(1, column, window, advice);
        card.at("11:59").counts(share);
        card.at("11:00").overflows(1, column, window, advice);
        card.at("10:59").overflows(1, column, window, advice);
        card.at("09:59").counts(1);
    }

    @Test
    void shouldNameOneOfTheLastEvents() {
        Card card = new Card("{type: int, sum: int}", "sum", "1 day, last 100 events");
        card.counts(21_474_836, 21_474_836);
        card.overflows(
                -21_474_837,
                "sum_amount_last_100_events",
                "last 100 events",
                "declare a smaller range, give fewer last events, take out 'sum: int', or leave out sum");
    }

    /** On both sides of the limits that warnings of models name. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -3037000500 | -30370005.00 | squares_amount_this_day         | 1 day            | declare a smaller range, or leave out stdev
            -619925132  | -6199251.32  | squares_amount_last_24_hours    | last 24 hours    | declare a smaller range, give fewer panes, or leave out stdev
            96038389    | 960383.89    | squares_amount_last_1000_events | last 1000 events | declare a smaller range, give fewer last events, or leave out stdev
            """)
    void shouldNameTheFirstOfSeveralColumns(long units, String amount, String column, String window, String advice) {
        Card card = new Card("money", "stdev", "1 day, last 24 hours, last 1000 events");
        card.overflows(units, "amount=" + amount, column, window, advice);
        card.counts(96_038_388);
    }
}
