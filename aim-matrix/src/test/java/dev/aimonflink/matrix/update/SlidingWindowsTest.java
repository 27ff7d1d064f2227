package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SlidingWindowsTest {
    private final MatrixSchema schema = Sales.schema("[last 3 hours]");
    private final WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);

    private TestRecord record(boolean isCompiled) {
        return new TestRecord(schema, isCompiled);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDropOnePaneWithEachTurn(boolean isCompiled) {
        TestRecord record = record(isCompiled);
        record.apply(clock, Sales.at("10:05"), Sales.sale(5, 0.5, 2));
        record.apply(clock, Sales.at("11:10"), Sales.sale(3, 0.25, null));
        record.apply(clock, Sales.at("12:00"), Sales.sale(-4, 0.75, 7));
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(4L);
        assertThat(record.value("max_amount_last_3_hours")).isEqualTo(5L);
        assertThat(record.value("sum_rate_last_3_hours")).isEqualTo(1.5);
        assertThat(record.value("min_items_last_3_hours")).isEqualTo(2L);
        assertThat(record.value("count_events_of_refund_last_3_hours")).isEqualTo(1L);
        assertThat(record.nextValue("sum_amount_last_3_hours")).isEqualTo(-1L);
        assertThat(record.nextValue("max_amount_last_3_hours")).isEqualTo(3L);
        assertThat(record.nextValue("max_rate_last_3_hours")).isEqualTo(0.75);

        turnTo(record, "13:00");
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(-1L);
        assertThat(record.value("count_items_last_3_hours")).isEqualTo(1L);
        assertThat(record.value("min_items_last_3_hours")).isEqualTo(7L);
        assertThat(record.nextValue("sum_amount_last_3_hours")).isEqualTo(-4L);
        turnTo(record, "14:59");
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(-4L);
        assertThat(record.nextValue("sum_amount_last_3_hours")).isEqualTo(0L);
        assertThat(record.nextValue("min_amount_last_3_hours")).isNull();
        turnTo(record, "15:00");
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(0L);
        assertThat(record.value("max_rate_last_3_hours")).isNull();
        assertThat(record.value("count_events_of_refund_last_3_hours")).isEqualTo(0L);
    }

    private void turnTo(TestRecord record, String time) {
        clock.advance(Sales.at(time));
        record.turnTo(clock);
    }

    @Test
    void shouldDropSeveralPanesAtOnce() {
        TestRecord record = record(true);
        record.apply(clock, Sales.at("10:05"), Sales.sale(5));
        record.apply(clock, Sales.at("11:10"), Sales.sale(3));
        record.apply(clock, Sales.at("12:00"), Sales.sale(7));
        turnTo(record, "14:30");
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(7L);
        assertThat(record.nextValue("sum_amount_last_3_hours")).isEqualTo(0L);
    }

    @Test
    void shouldBeAsIfNothingHadHappenedAfterAWholeWindow() {
        TestRecord record = record(true);
        record.apply(clock, Sales.at("10:05"), Sales.sale(5, 0.5, 1));
        turnTo(record, "13:00");
        TestRecord fresh = record(true);
        fresh.turnTo(clock);
        assertThat(record.ints).isEqualTo(fresh.ints);
        assertThat(record.longs).isEqualTo(fresh.longs);
    }

    @Test
    void shouldCountALateEventInItsPaneAndNoOlderOne() {
        TestRecord record = record(true);
        record.apply(clock, Sales.at("12:30"), Sales.sale(1));
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(20))).isEqualTo(Outcome.APPLIED);
        assertThat(record.apply(clock, Sales.at("11:59"), Sales.sale(300))).isEqualTo(Outcome.APPLIED);
        assertThat(record.apply(clock, Sales.at("09:59"), Sales.sale(4000))).isEqualTo(Outcome.LATE);
        assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(321L);
        assertThat(record.nextValue("sum_amount_last_3_hours")).isEqualTo(301L);
    }

    /** A third of the greatest number, with either sign, is the share of each of three panes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeASumUpToItsShareInEachPane(boolean isCompiled) {
        long share = Long.MAX_VALUE / 3;
        for (int sign : new int[] {1, -1}) {
            TestRecord record = record(isCompiled);
            WindowClock fresh = new WindowClock(schema.windows(), ZoneOffset.UTC);
            for (String hour : new String[] {"10:00", "11:00", "12:00"}) {
                assertThat(record.apply(fresh, Sales.at(hour), Sales.sale(sign * (share - 1))))
                        .isEqualTo(Outcome.APPLIED);
                assertThat(record.apply(fresh, Sales.at(hour), Sales.sale(sign * 2L)))
                        .isEqualTo(Outcome.OVERFLOW);
                assertThat(record.apply(fresh, Sales.at(hour), Sales.sale(sign)))
                        .isEqualTo(Outcome.APPLIED);
            }
            assertThat(record.value("sum_amount_last_3_hours")).isEqualTo(3L * sign * share);
            assertThat(record.value("count_events_last_3_hours")).isEqualTo(6L);
        }
    }

    @Test
    void shouldTakeASumOf32BitsUpToItsShare() {
        TestRecord record = record(true);
        int share = Integer.MAX_VALUE / 3;
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0, share + 1)))
                .isEqualTo(Outcome.OVERFLOW);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0, share)))
                .isEqualTo(Outcome.APPLIED);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(1, 0, 1))).isEqualTo(Outcome.OVERFLOW);
        assertThat(record.apply(clock, Sales.at("11:00"), Sales.sale(1, 0, 1))).isEqualTo(Outcome.APPLIED);
        assertThat(record.value("sum_items_last_3_hours")).isEqualTo(share + 1L);
    }

    @Test
    void shouldKeepPanesWithoutEventsZero() {
        TestRecord record = new TestRecord(Sales.schema("[last 1000 minutes]"), true);
        WindowClock minutes = new WindowClock(record.schema.windows(), ZoneOffset.UTC);
        record.apply(minutes, Sales.at("12:00"), Sales.sale(5, 0.5, 1));
        int cells = record.schema.layout().intStride() + record.schema.layout().longStride();
        long others = Arrays.stream(record.ints).filter(each -> each != 0).count()
                + Arrays.stream(record.longs).filter(each -> each != 0).count();
        // The present values and the next ones of two filters, a pane of one of them, and its bit.
        assertThat(others).isLessThanOrEqualTo(5L * cells + 1);
    }
}
