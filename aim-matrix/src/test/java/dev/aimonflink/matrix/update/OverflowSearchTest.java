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
        String pay(long units) {
            DeclaredEvent payment = new DeclaredEvent(model.event());
            payment.keyNumber(7);
            payment.values().bits(0, units);
            Outcome outcome = record.apply(clock, Sales.at(time), payment.values());
            return outcome == Outcome.APPLIED ? null : record.overflow.sentence(model, payment);
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

    @Test
    void shouldNameASumOf64BitsInACalendarWindow() {
        Card card = new Card("long", "sum, avg", "1 day");
        assertThat(card.pay(Long.MAX_VALUE - 1)).isNull();
        assertThat(card.pay(1)).isNull();
        assertThat(card.pay(1))
                .isEqualTo("amount=1 would overflow sum_amount_this_day of card 7 in the window '1 day': in the model,"
                        + " give a shorter window, or leave out sum and avg");
    }

    @Test
    void shouldLetASumInACalendarWindowBeTheLeastNumber() {
        Card card = new Card("long", "sum, avg", "1 day");
        assertThat(card.pay(-Long.MAX_VALUE + 1)).isNull();
        assertThat(card.pay(-2)).isNull();
        assertThat(card.pay(-1))
                .isEqualTo("amount=-1 would overflow sum_amount_this_day of card 7 in the window '1 day': in the model,"
                        + " give a shorter window, or leave out sum and avg");
    }

    @Test
    void shouldNameASumOf32Bits() {
        Card card = new Card("{type: int, sum: int}", "sum", "1 day");
        assertThat(card.pay(Integer.MAX_VALUE - 1)).isNull();
        assertThat(card.pay(2))
                .isEqualTo("amount=2 would overflow sum_amount_this_day of card 7 in the window '1 day': in the model,"
                        + " give a shorter window, take out 'sum: int', or leave out sum");
        assertThat(card.pay(1)).isNull();
    }

    /** All payments together have room, the refunds alone have none. */
    @Test
    void shouldNameTheFilter() {
        Card card = new Card("{type: int, sum: int}", "sum", "1 day");
        assertThat(card.pay(-Integer.MAX_VALUE + 1)).isNull();
        assertThat(card.pay(9)).isNull();
        assertThat(card.pay(-3))
                .isEqualTo("amount=-3 would overflow sum_amount_of_refund_this_day of card 7 in the window '1 day': in"
                        + " the model, give a shorter window, take out 'sum: int', or leave out sum");
    }

    @Test
    void shouldNameACount() {
        Card card = new Card("long", "max", "1 day");
        assertThat(card.pay(1)).isNull();
        card.fill("count_events_this_day", Integer.MAX_VALUE);
        assertThat(card.pay(1))
                .isEqualTo("one more event would overflow count_events_this_day of card 7 in the window '1 day': in the"
                        + " model, give a shorter window");
    }

    @Test
    void shouldNameACountInAPane() {
        Card card = new Card("long", "max", "last 24 hours");
        assertThat(card.pay(1)).isNull();
        card.fillInts(Integer.MAX_VALUE / 24);
        assertThat(card.pay(1))
                .isEqualTo("one more event would overflow count_events_last_24_hours of card 7 in the window 'last 24"
                        + " hours': in the model, give fewer panes");
    }

    @Test
    void shouldNameASquareThatIsTooLargeAlone() {
        Card card = new Card("money", "stdev, var", "1 day");
        assertThat(card.pay(3_037_000_500L))
                .isEqualTo("amount=30370005.00 would overflow squares_amount_this_day of card 7 in the window '1 day':"
                        + " in the model, declare a smaller range, or leave out stdev and var");
        assertThat(card.pay(-3_037_000_499L)).isNull();
        assertThat(card.pay(100_000))
                .isEqualTo("amount=1000.00 would overflow squares_amount_this_day of card 7 in the window '1 day': in"
                        + " the model, give a shorter window, or leave out stdev and var");
    }

    /** A pane has its share, however empty the others are; one of an earlier time as well. */
    @Test
    void shouldNameASumInAPane() {
        Card card = new Card("long", "sum", "1 day, last 24 hours");
        long share = Long.MAX_VALUE / 24;
        String sentence = "amount=%s would overflow sum_amount_last_24_hours of card 7 in the window 'last 24 hours':"
                + " in the model, %sgive fewer panes, or leave out sum";
        assertThat(card.pay(share + 1)).isEqualTo(sentence.formatted(share + 1, "declare a smaller range, "));
        assertThat(card.pay(-share - 1)).isEqualTo(sentence.formatted(-share - 1, "declare a smaller range, "));
        assertThat(card.pay(share)).isNull();
        assertThat(card.pay(1)).isEqualTo(sentence.formatted(1, ""));
        assertThat(card.at("11:59").pay(share)).isNull();
        assertThat(card.at("11:00").pay(1)).isEqualTo(sentence.formatted(1, ""));
        assertThat(card.at("10:59").pay(1)).isEqualTo(sentence.formatted(1, ""));
        assertThat(card.at("09:59").pay(1)).isNull();
    }

    @Test
    void shouldNameOneOfTheLastEvents() {
        Card card = new Card("{type: int, sum: int}", "sum", "1 day, last 100 events");
        assertThat(card.pay(21_474_836)).isNull();
        assertThat(card.pay(21_474_836)).isNull();
        assertThat(card.pay(-21_474_837))
                .isEqualTo("amount=-21474837 would overflow sum_amount_last_100_events of card 7 in the window 'last"
                        + " 100 events': in the model, declare a smaller range, give fewer last events, take out 'sum:"
                        + " int', or leave out sum");
    }

    /** On both sides of the limits that warnings of models name. */
    @Test
    void shouldNameTheFirstOfSeveralColumns() {
        Card card = new Card("money", "stdev", "1 day, last 24 hours, last 1000 events");
        assertThat(card.pay(-3_037_000_500L))
                .isEqualTo("amount=-30370005.00 would overflow squares_amount_this_day of card 7 in the window '1 day':"
                        + " in the model, declare a smaller range, or leave out stdev");
        assertThat(card.pay(-619_925_132))
                .isEqualTo("amount=-6199251.32 would overflow squares_amount_last_24_hours of card 7 in the window"
                        + " 'last 24 hours': in the model, declare a smaller range, give fewer panes, or leave out"
                        + " stdev");
        assertThat(card.pay(96_038_389))
                .isEqualTo("amount=960383.89 would overflow squares_amount_last_1000_events of card 7 in the window"
                        + " 'last 1000 events': in the model, declare a smaller range, give fewer last events, or leave"
                        + " out stdev");
        assertThat(card.pay(96_038_388)).isNull();
    }
}
