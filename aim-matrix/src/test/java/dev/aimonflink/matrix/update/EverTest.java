package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The window that has no end. */
class EverTest {
    private static final long YEAR_MS = 366L * 24 * 60 * 60 * 1_000;

    private final MatrixSchema schema = Sales.schema("[ever, 1 day]");
    private final WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaveAllEventsAndNeverTurn(boolean isCompiled) {
        TestRecord record = new TestRecord(schema, isCompiled);
        record.apply(clock, Sales.at("10:00"), Sales.sale(9, 0.5, 1));
        assertThat(record.apply(clock, 0, Sales.sale(-2, 0.25, null))).isEqualTo(Outcome.APPLIED);
        record.apply(clock, Sales.at("10:00") + YEAR_MS, Sales.sale(4, 0.125, 5));
        record.turnTo(clock);
        assertThat(record.value("count_events_ever")).isEqualTo(3L);
        assertThat(record.value("sum_amount_ever")).isEqualTo(11L);
        assertThat(record.value("max_amount_ever")).isEqualTo(9L);
        assertThat(record.value("sum_rate_ever")).isEqualTo(0.875);
        assertThat(record.value("count_items_ever")).isEqualTo(2L);
        assertThat(record.value("sum_items_ever")).isEqualTo(6L);
        assertThat(record.value("count_events_of_refund_ever")).isEqualTo(1L);
        assertThat(record.value("count_events_this_day")).isEqualTo(1L);
        assertThat(record.value("sum_items_this_day")).isEqualTo(5L);
    }

    @Test
    void shouldBeTheLastWindowHoweverItIsGiven() {
        assertThat(schema.windows()).hasToString("[1 day, ever]");
    }

    private static long filled(TestRecord record, String column, long value) {
        StoredColumn of = record.schema.column(column);
        record.longs[of.slot()] = value;
        return value;
    }

    /** What would end all counting after some years is 64 bits wide, also with 'sum: int'. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountAndAddUpBeyond32Bits(boolean isCompiled) {
        TestRecord record = new TestRecord(schema, isCompiled);
        record.apply(clock, Sales.at("10:00"), Sales.sale(0));
        long count = filled(record, "count_events_ever", Integer.MAX_VALUE);
        long counted = filled(record, "count_items_ever", Integer.MAX_VALUE);
        long sum = filled(record, "sum_items_ever", Integer.MAX_VALUE);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(0, 0, 7))).isEqualTo(Outcome.APPLIED);
        assertThat(record.value("count_events_ever")).isEqualTo(count + 1);
        assertThat(record.value("count_items_ever")).isEqualTo(counted + 1);
        assertThat(record.value("sum_items_ever")).isEqualTo(sum + 7);
        assertThat(record.value("count_events_this_day")).isEqualTo(2L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseAnEventThatASumOf64BitsHasNoRoomFor(boolean isCompiled) {
        TestRecord record = new TestRecord(schema, isCompiled);
        DeclaredEvent sale = new DeclaredEvent(schema.model().event());
        sale.keyNumber(7);
        sale.values().bits(2, 3);
        record.apply(clock, Sales.at("10:00"), Sales.sale(0));
        filled(record, "sum_items_ever", Long.MAX_VALUE - 2);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(0, 0, 3))).isEqualTo(Outcome.OVERFLOW);
        assertThat(record.overflow.sentence(schema.model(), sale))
                .isEqualTo(
                        "items=3 would overflow sum_items_ever of shop 7 in the window 'ever': in the model, take out"
                                + " the window, or leave out sum");
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(0, 0, 2))).isEqualTo(Outcome.APPLIED);
        assertThat(record.value("sum_items_ever")).isEqualTo(Long.MAX_VALUE);
        filled(record, "count_events_ever", Long.MAX_VALUE);
        assertThat(record.apply(clock, Sales.at("10:00"), Sales.sale(0))).isEqualTo(Outcome.OVERFLOW);
        assertThat(record.overflow.column().name()).isEqualTo("count_events_ever");
    }

    @RepeatedTest(20)
    void shouldCountEachEventThatIsAppliedInOneRow(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        boolean isCompiled = random.nextBoolean();
        MatrixSchema each =
                Sales.schema(random.nextBoolean() ? "[ever]" : "[1 day, ever, last 2 hours, last 3 events]");
        WindowClock now = new WindowClock(each.windows(), ZoneOffset.UTC);
        TestRecord[] rows = Stream.generate(() -> new TestRecord(each, isCompiled))
                .limit(1 + random.nextInt(5))
                .toArray(TestRecord[]::new);
        long applied = 0;
        for (int i = 0; i < 200; i++) {
            Integer items = random.nextInt(3) == 0 ? null : random.nextInt();
            long timeMs = random.nextLong(YEAR_MS);
            Outcome outcome = rows[random.nextInt(rows.length)].apply(
                    now, timeMs, Sales.sale(random.nextLong(-3, 4), random.nextDouble(), items));
            assertThat(outcome).isNotEqualTo(Outcome.LATE);
            applied += outcome == Outcome.APPLIED ? 1 : 0;
        }
        assertThat(applied).isPositive();
        assertThat(LongStream.range(0, rows.length)
                        .map(row -> (Long) rows[(int) row].value("count_events_ever"))
                        .sum())
                .as("seed %d", repetition.getCurrentRepetition())
                .isEqualTo(applied);
    }

    @Test
    void shouldLetAllOtherColumnsGoOnWhenItComesOrGoes() {
        MatrixSchema without = Sales.schema("[1 day, last 2 hours, last 3 events]");
        MatrixSchema with = Sales.schema("[1 day, ever, last 2 hours, last 3 events]");
        WindowClock now = new WindowClock(without.windows(), ZoneOffset.UTC);
        WindowClock later = new WindowClock(with.windows(), ZoneOffset.UTC);
        TestRecord before = new TestRecord(without, true);
        before.apply(now, Sales.at("10:00"), Sales.sale(9, 0.5, 1));
        before.apply(now, Sales.at("11:00"), Sales.sale(-2, 0.25, 6));
        TestRecord after = before.evolvedTo(with, true);
        assertThat(after.value("count_events_ever")).isEqualTo(0L);
        assertThat(after.value("max_amount_ever")).isNull();
        after.apply(later, Sales.at("11:30"), Sales.sale(5));
        assertThat(after.value("count_events_ever")).isEqualTo(1L);
        before.apply(now, Sales.at("11:30"), Sales.sale(5));
        TestRecord again = after.evolvedTo(without, false);
        for (StoredColumn column : without.columns()) {
            Object expected = before.value(column.name());
            assertThat(after.value(column.name())).as(column.name()).isEqualTo(expected);
            assertThat(again.value(column.name())).as(column.name()).isEqualTo(expected);
        }
    }
}
