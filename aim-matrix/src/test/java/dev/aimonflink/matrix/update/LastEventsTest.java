package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LastEventsTest {
    private final MatrixSchema schema = Sales.schema("[last 3 events]");
    private final WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldForgetTheOldestEvent(boolean isCompiled) {
        TestRecord record = new TestRecord(schema, isCompiled);
        record.apply(clock, Sales.at("10:00"), Sales.sale(9, 0.5, 1));
        record.apply(clock, Sales.at("11:00"), Sales.sale(-2, 0.25, null));
        record.apply(clock, Sales.at("12:00"), Sales.sale(4, 0.125, 5));
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(11L);
        assertThat(record.value("max_amount_last_3_events")).isEqualTo(9L);
        assertThat(record.value("min_items_last_3_events")).isEqualTo(1L);

        record.apply(clock, Sales.at("13:00"), Sales.sale(1, 0.75, 6));
        assertThat(record.value("count_events_last_3_events")).isEqualTo(3L);
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(3L);
        assertThat(record.value("max_amount_last_3_events")).isEqualTo(4L);
        assertThat(record.value("min_amount_last_3_events")).isEqualTo(-2L);
        assertThat(record.value("sum_rate_last_3_events")).isEqualTo(1.125);
        assertThat(record.value("count_items_last_3_events")).isEqualTo(2L);
        assertThat(record.value("sum_items_last_3_events")).isEqualTo(11L);
        assertThat(record.value("min_items_last_3_events")).isEqualTo(5L);
        assertThat(record.value("sum_amount_of_refund_last_3_events")).isEqualTo(-2L);
    }

    /** By arrival, however late it is; a filter has last events of its own. */
    @Test
    void shouldGoByArrivalAndNeverTurn() {
        TestRecord record = new TestRecord(schema, true);
        record.apply(clock, Sales.at("23:00"), Sales.sale(-1));
        assertThat(record.apply(clock, 0, Sales.sale(20))).isEqualTo(Outcome.APPLIED);
        record.apply(clock, Sales.at("12:00"), Sales.sale(300));
        record.apply(clock, Sales.at("01:00"), Sales.sale(4000));
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(4320L);
        assertThat(record.value("sum_amount_of_refund_last_3_events")).isEqualTo(-1L);
        clock.advance(Sales.at("23:59") * 2);
        record.turnTo(clock);
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(4320L);
    }

    /** An event that lacks a field takes a place all the same. */
    @Test
    void shouldHaveNoLeastValueOnceAllEventsLackTheField() {
        TestRecord record = new TestRecord(schema, true);
        record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0, 4));
        for (int i = 0; i < 3; i++) {
            record.apply(clock, Sales.at("10:00"), Sales.sale(1));
        }
        assertThat(record.value("count_items_last_3_events")).isEqualTo(0L);
        assertThat(record.value("sum_items_last_3_events")).isEqualTo(0L);
        assertThat(record.value("min_items_last_3_events")).isNull();
    }

    @Test
    void shouldKeepTheLastEventAlone() {
        TestRecord record = new TestRecord(Sales.schema("[last 1 event]"), true);
        WindowClock ofOne = new WindowClock(record.schema.windows(), ZoneOffset.UTC);
        long most = Long.MAX_VALUE - 1;
        for (long amount : new long[] {most, -most, most, 3}) {
            assertThat(record.apply(ofOne, Sales.at("10:00"), Sales.sale(amount)))
                    .isEqualTo(Outcome.APPLIED);
            assertThat(record.value("sum_amount_last_1_event")).isEqualTo(amount);
            assertThat(record.value("min_amount_last_1_event")).isEqualTo(amount);
            assertThat(record.value("max_amount_last_1_event")).isEqualTo(amount);
        }
    }

    @Test
    void shouldTakeAnEventUpToItsShare() {
        TestRecord record = new TestRecord(schema, true);
        long share = Long.MAX_VALUE / 3;
        for (int i = 0; i < 4; i++) {
            assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(share)))
                    .isEqualTo(Outcome.APPLIED);
        }
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(3 * share);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(share + 1)))
                .isEqualTo(Outcome.OVERFLOW);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(-share - 1)))
                .isEqualTo(Outcome.OVERFLOW);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0, Integer.MAX_VALUE / 3 + 1)))
                .isEqualTo(Outcome.OVERFLOW);
        assertThat(record.value("sum_amount_last_3_events")).isEqualTo(3 * share);
    }

    /** What huge values cost the small ones in digits, or make infinite, is right again a round later. */
    @Test
    void shouldNotKeepTheTraceOfHugeDoubles() {
        TestRecord record = new TestRecord(schema, true);
        for (double huge : new double[] {1e300, 1e284, 1e268, 1e252}) {
            record.apply(clock, Sales.at("10:00"), Sales.sale(1, huge, null));
        }
        // So many that the next round begins while the sum is infinite.
        for (int i = 0; i < 7; i++) {
            record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0.25, null));
        }
        assertThat(record.value("sum_rate_last_3_events")).isEqualTo(0.75);
        for (int i = 0; i < 3; i++) {
            record.apply(clock, Sales.at("10:00"), Sales.sale(1, Double.MAX_VALUE, null));
        }
        for (int i = 0; i < 3; i++) {
            record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0.5, null));
        }
        assertThat(record.value("sum_rate_last_3_events")).isEqualTo(1.5);
    }
}
