package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.update.UpdatePlan;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The layout of panes and last events in stored records: golden bytes, and the cells that they stand for. If a change of {@link
 * dev.aimonflink.matrix.layout.CellLayout} fails here, records that are stored already would be read wrongly.
 */
class GoldenRecordTest {
    private static final MatrixSchema SCHEMA =
            MatrixSchema.of(ModelFile.parse(Golden.text("record-every-window.yaml"), "record-every-window.yaml"));
    private static final int AMOUNT = 0;
    private static final int RATE = 1;
    private static final int ITEMS = 2;

    /** The times at which all cells are compared: those of the last event, after one turn, several, and all. */
    private static final List<String> TIMES = List.of("12:20", "12:21", "12:40", "13:00", "14:00", "15:00");

    private static long at(String time) {
        return Instant.parse("2026-11-18T" + time + ":00Z").toEpochMilli();
    }

    /** @param nextWindows those of which the next values are kept */
    private static EntityRecord golden(long nextWindows) {
        EntityRecord record = EntityRecord.empty(
                EntityId.of("meter-\u00e4"),
                SCHEMA.fingerprint(),
                SCHEMA.layout(),
                SCHEMA.windows().size());
        WindowClock clock = new WindowClock(SCHEMA.windows(), ZoneOffset.UTC);
        add(record, clock, nextWindows, "10:05", 500, 0.5, 2);
        add(record, clock, nextWindows, "11:10", 300, 0.25, null);
        add(record, clock, nextWindows, "11:59", -400, 0.75, 7);
        add(record, clock, nextWindows, "12:20", 1100, -2, 3);
        record.attributes(Attributes.of("Z\u00fcrich", 1L, 12345L, null, true, 0.5));
        return record;
    }

    private static void add(
            EntityRecord record,
            WindowClock clock,
            long nextWindows,
            String time,
            long amountCents,
            double rate,
            Integer items) {
        EventValues reading = new EventValues(3);
        reading.bits(AMOUNT, amountCents);
        reading.bits(RATE, Double.doubleToRawLongBits(rate));
        if (items != null) {
            reading.bits(ITEMS, items);
        }
        clock.advance(at(time));
        record.turnTo(clock, SCHEMA.layout());
        UpdatePlan plan = new UpdatePlan(SCHEMA, nextWindows);
        plan.choose(reading, clock, at(time));
        plan.add(record.ints(), record.longs(), reading);
        record.renew(at(time));
    }

    private static EntityRecord asOf(EntityRecord record, String time) {
        WindowClock clock = new WindowClock(SCHEMA.windows(), ZoneOffset.UTC);
        clock.advance(at(time));
        return record.asOf(clock, SCHEMA.layout());
    }

    private static long cell(EntityRecord record, String column) {
        return SCHEMA.column(column).cell(record.ints(), record.longs());
    }

    /** A line for each column that is not empty at each time. */
    private static List<String> cells(EntityRecord record) {
        List<String> lines = new ArrayList<>();
        for (String time : TIMES) {
            EntityRecord shown = asOf(record, time);
            for (StoredColumn column : SCHEMA.columns()) {
                long cell = column.cell(shown.ints(), shown.longs());
                if (cell != column.empty()) {
                    lines.add(time + " " + column.name() + " " + cell);
                }
            }
        }
        return lines;
    }

    /** Of the last event they have the hour alone, which is over at its end. */
    @ParameterizedTest
    @CsvSource({"record-v1-kept-next.hex, -1", "record-v1-stale-next.hex, 0"})
    void shouldReadGoldenBytesOfAnEarlierRelease(String file, long nextWindows) {
        EntityRecord ofHour = golden(nextWindows);
        ofHour.lastEventMs(at("13:00") - 1);
        assertThat(RecordCodec.ofBytes(Golden.bytes(file))).isEqualTo(ofHour);
    }

    @ParameterizedTest
    @CsvSource({"record-v1-timed.hex, -1", "record-v1-timed-stale-next.hex, 0"})
    void shouldReadAndWriteGoldenBytes(String file, long nextWindows) {
        byte[] bytes = Golden.bytes(file);
        assertThat(RecordCodec.ofBytes(bytes)).isEqualTo(golden(nextWindows));
        assertThat(RecordCodec.toBytes(golden(nextWindows))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"record-v1-kept-next.hex", "record-v1-stale-next.hex"})
    void shouldHaveTheSameCellsAfterAnyNumberOfTurns(String file) {
        assertThat(cells(RecordCodec.ofBytes(Golden.bytes(file))))
                .isEqualTo(Golden.lines("record-v1-every-window.txt"));
    }

    /** What the file of cells says, worked out by hand. */
    @ParameterizedTest
    @CsvSource({
        "12:20, sum_amount_last_3_hours, 1500",
        "12:20, sum_amount_last_40_minutes, 700",
        "12:20, sum_amount_last_2_events, 700",
        "12:20, sum_amount_last_5_events, 1500",
        "12:20, min_amount_of_refund_last_5_events, -400",
        "12:20, count_items_last_3_hours_2, 3",
        "12:38, sum_amount_last_40_minutes, 700",
        "12:39, sum_amount_last_40_minutes, 1100",
        "12:39, count_events_of_refund_last_40_minutes, 0",
        "13:00, sum_amount_last_3_hours, 1000",
        "13:00, sum_items_last_3_hours, 10",
        "14:00, sum_amount_last_3_hours, 1100",
        "14:00, sum_amount_this_day, 1500",
        "15:00, sum_amount_last_3_hours, 0",
        "15:00, sum_amount_last_5_events, 1500"
    })
    void shouldHaveTheCellsOfItsEvents(String time, String column, long expected) {
        for (String file : List.of("record-v1-kept-next.hex", "record-v1-stale-next.hex")) {
            EntityRecord shown = asOf(RecordCodec.ofBytes(Golden.bytes(file)), time);
            assertThat(cell(shown, column)).as(file).isEqualTo(expected);
        }
    }

    /** The fifth event fills the window of five, and the sixth takes the place of the first. */
    @Test
    void shouldGoOnCounting() {
        for (String file : List.of("record-v1-kept-next.hex", "record-v1-stale-next.hex")) {
            EntityRecord record = RecordCodec.ofBytes(Golden.bytes(file));
            WindowClock clock = new WindowClock(SCHEMA.windows(), ZoneOffset.UTC);
            add(record, clock, -1, "13:10", -50, 4, null);
            add(record, clock, -1, "13:10", 30, 1, 1);
            assertThat(cell(record, "sum_amount_last_5_events")).as(file).isEqualTo(980);
            assertThat(cell(record, "count_items_last_5_events")).as(file).isEqualTo(3);
            assertThat(cell(record, "sum_items_last_5_events")).as(file).isEqualTo(11);
            assertThat(cell(record, "sum_amount_last_2_events")).as(file).isEqualTo(-20);
            assertThat(cell(record, "sum_amount_of_refund_last_2_events"))
                    .as(file)
                    .isEqualTo(-450);
            assertThat(cell(record, "sum_amount_last_3_hours")).as(file).isEqualTo(980);
            assertThat(Double.longBitsToDouble(cell(record, "sum_rate_last_5_events")))
                    .as(file)
                    .isEqualTo(4.0);
        }
    }
}
