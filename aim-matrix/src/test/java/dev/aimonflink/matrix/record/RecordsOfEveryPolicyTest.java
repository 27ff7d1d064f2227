package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.update.UpdatePlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Records with sliding windows and windows of the last events: turned, stored, and converted. */
class RecordsOfEveryPolicyTest {
    private static final long HOUR_MS = 3_600_000;
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int EVENTS = 40;

    private static EntityRecord empty(MatrixSchema schema) {
        return EntityRecord.empty(
                EntityId.of(7),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
    }

    private static WindowClock clock(MatrixSchema schema, long timeMs) {
        WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
        clock.advance(timeMs);
        return clock;
    }

    private static MatrixSchema hours(String windows, String functions) {
        return MatrixSchema.of(ModelFile.parse("""
                model: sales
                entity: shop
                event: sale
                key: shop
                time: at
                fields: {amount: long}
                aggregates: {amount: [%s]}
                windows: %s
                """.formatted(functions, windows), "sales"));
    }

    private static void add(EntityRecord record, MatrixSchema schema, WindowClock clock, long amount) {
        EventValues sale = new EventValues(1);
        sale.bits(0, amount);
        record.turnTo(clock, schema.layout());
        UpdatePlan plan = new UpdatePlan(schema, -1);
        plan.choose(sale, clock, clock.nowMs());
        plan.add(record.ints(), record.longs(), sale);
    }

    private static long cell(EntityRecord record, MatrixSchema schema, String column) {
        return schema.column(column).cell(record.ints(), record.longs());
    }

    private static byte[] written(EntityRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordCodec.write(record, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static EntityRecord read(byte[] bytes) throws IOException {
        return RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    // ---- turns

    @Test
    void shouldShowARecordAtALaterTimeWithoutAChangeOfIt() {
        MatrixSchema schema = hours("[last 3 hours, last 2 events]", "sum");
        EntityRecord record = empty(schema);
        add(record, schema, clock(schema, NOON_MS), 5);
        add(record, schema, clock(schema, NOON_MS + 2 * HOUR_MS), 30);
        EntityRecord before = record.copy();
        EntityRecord shown = record.asOf(clock(schema, NOON_MS + 3 * HOUR_MS), schema.layout());
        assertThat(cell(shown, schema, "sum_amount_last_3_hours")).isEqualTo(30);
        assertThat(cell(shown, schema, "sum_amount_last_2_events")).isEqualTo(35);
        assertThat(record).isEqualTo(before);
    }

    @Test
    void shouldEmptyTheLaterWindowsOfARecordThatIsAhead() {
        MatrixSchema schema = hours("[last 3 hours, last 2 events]", "sum");
        EntityRecord record = empty(schema);
        add(record, schema, clock(schema, NOON_MS), 5);
        WindowClock earlier = clock(schema, NOON_MS - HOUR_MS);
        assertThat(record.isAheadOf(earlier)).isTrue();
        record.turnTo(earlier, schema.layout());
        assertThat(cell(record, schema, "sum_amount_last_3_hours"))
                .as("a turn only goes forward")
                .isEqualTo(5);
        record.clearLater(earlier, schema.layout());
        assertThat(record.isAheadOf(earlier)).isFalse();
        assertThat(cell(record, schema, "sum_amount_last_3_hours")).isZero();
        assertThat(cell(record, schema, "sum_amount_last_2_events")).isEqualTo(5);
    }

    // ---- storage

    @RepeatedTest(30)
    void shouldReadWhatItWrote(RepetitionInfo repetition) throws IOException {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.nextOfEveryPolicy(random).model();
        MatrixSchema schema = MatrixSchema.of(model);
        EntityRecord record = filled(schema, random);
        assertThat(read(written(record))).as("seed %d", seed).isEqualTo(record);
    }

    private static EntityRecord filled(MatrixSchema schema, Random random) {
        EntityRecord record = empty(schema);
        WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
        UpdatePlan plan = new UpdatePlan(schema, -1);
        EventValues event = new EventValues(schema.model().event().fields().size());
        long timeMs = NOON_MS;
        for (int i = 0; i < EVENTS; i++) {
            RandomModels.fill(event, schema.model(), random);
            timeMs += random.nextLong(HOUR_MS);
            clock.advance(timeMs);
            record.turnTo(clock, schema.layout());
            plan.choose(event, clock, timeMs);
            if (!plan.overflows(record.ints(), record.longs(), event)) {
                plan.add(record.ints(), record.longs(), event);
            }
        }
        return record;
    }

    @Test
    void shouldSpendAlmostNothingOnPanesAndPlacesWithoutEvents() throws IOException {
        MatrixSchema schema = hours("[last 1000 minutes, last 10000 events]", "sum, min, max");
        EntityRecord record = empty(schema);
        assertThat(schema.layout().bytes()).isGreaterThan(100_000);
        assertThat(written(record)).hasSizeLessThan(64);
        add(record, schema, clock(schema, NOON_MS), 5);
        assertThat(written(record)).hasSizeLessThan(128);
    }

    // ---- other schemas

    @RepeatedTest(30)
    void shouldComeBackUnchangedFromASchemaThatHasMore(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        MatrixSchema narrow =
                MatrixSchema.of(RandomModels.nextOfEveryPolicy(random).model());
        MatrixSchema wide = MatrixSchema.of(withOneMoreCopy(narrow.model()));
        EntityRecord record = filled(narrow, random);
        EntityRecord widened = new SchemaEvolution(wide, List.of(narrow.model())).converted(record);
        assertThat(new SchemaEvolution(narrow, List.of(wide.model())).converted(widened))
                .as("seed %d", seed)
                .isEqualTo(record);
    }

    private static Model withOneMoreCopy(Model model) {
        String copies = "\ncopies: " + model.aggregates().copies() + "\n";
        String more = "\ncopies: " + (model.aggregates().copies() + 1) + "\n";
        return ModelFile.parse(ModelFile.text(model).replace(copies, more), "more");
    }

    @Test
    void shouldBeginAnewInASlidingWindowWithOtherPanes() {
        MatrixSchema before = hours("[last 6 hours, last 3 events]", "sum");
        MatrixSchema after = hours("[last 6 hours by 2 hours, last 3 events]", "sum, max");
        EntityRecord record = empty(before);
        WindowClock clock = clock(before, NOON_MS);
        for (long amount : new long[] {9, 20, 300}) {
            add(record, before, clock, amount);
        }
        EntityRecord converted = new SchemaEvolution(after, List.of(before.model())).converted(record);
        add(converted, after, clock(after, NOON_MS), 4);
        assertThat(cell(converted, after, "sum_amount_last_6_hours")).isEqualTo(4);
        assertThat(cell(converted, after, "sum_amount_last_3_events")).isEqualTo(324);
        assertThat(cell(converted, after, "max_amount_last_3_events")).isEqualTo(4);
        StoredColumn sliding = after.column("sum_amount_last_6_hours");
        assertThat(sliding.nextCell(converted.ints(), converted.longs())).isEqualTo(4);
    }
}
