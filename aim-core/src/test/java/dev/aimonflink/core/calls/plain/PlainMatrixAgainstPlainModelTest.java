package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.format.model.ModelFile;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.plain.PlainMatrix;
import dev.aimonflink.core.plain.PlainWindow;
import dev.aimonflink.core.query.AskedQuery;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the oracle for any model and the one for calls together, over days on which clocks change. */
class PlainMatrixAgainstPlainModelTest {
    private static final Model CALLS = ModelFile.parse("""
            model: calls
            entity: subscriber
            event: call
            key: subscriberId
            time: timestamp
            fields:
              durationSeconds: {type: int, min: 0, max: 604800, as: duration, sum: int}
              cost: {type: money, min: 0, max: 100000}
              longDistance: boolean
            filters: {local: not longDistance, long_distance: longDistance}
            windows: [30 minutes, 6 hours, 1 day, 3 days, 1 week, 1 month]
            aggregates:
              events: [count]
              durationSeconds: [sum, min, max, avg, stdev, var]
              cost: [sum, min, max, avg, stdev, var]
            copies: 2
            """, "calls.yaml");

    private static final List<ModelColumn> COLUMNS = CALLS.columns();

    private static final PlainSchema SCHEMA = new PlainSchema(
            List.of(
                    new PlainWindow(30, ChronoUnit.MINUTES),
                    new PlainWindow(6, ChronoUnit.HOURS),
                    new PlainWindow(1, ChronoUnit.DAYS),
                    new PlainWindow(3, ChronoUnit.DAYS),
                    new PlainWindow(1, ChronoUnit.WEEKS),
                    new PlainWindow(1, ChronoUnit.MONTHS)),
            Set.of("all", "local", "long-distance"),
            Set.of(
                    "count calls",
                    "sum duration",
                    "min duration",
                    "max duration",
                    "avg duration",
                    "stdev duration",
                    "var duration",
                    "sum cost",
                    "min cost",
                    "max cost",
                    "avg cost",
                    "stdev cost",
                    "var cost"),
            2);

    /** A zone, and a time at which its clocks are put forward or back. */
    private record Change(String zone, String time) {}

    private static final List<Change> CHANGES = List.of(
            new Change("Europe/Zurich", "2026-03-29T01:00:00Z"),
            new Change("Europe/Zurich", "2026-10-25T01:00:00Z"),
            new Change("America/St_Johns", "2010-11-07T02:31:00Z"),
            new Change("America/Sao_Paulo", "2018-11-04T03:00:00Z"),
            new Change("Australia/Lord_Howe", "2026-04-04T15:00:00Z"));

    private static final int ATTRIBUTES = 5;
    private static final int CALLS_OF_A_RUN = 120;
    private static final int SUBSCRIBERS = 3;
    private static final long HOUR_MS = 3_600_000;

    @RepeatedTest(10)
    void shouldGiveTheValuesOfThePlainModel(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Change change = CHANGES.get(random.nextInt(CHANGES.size()));
        ZoneId zone = ZoneId.of(change.zone());
        PlainModel model = new PlainModel(zone, PlainDimensions.benchmark(), SCHEMA);
        PlainMatrix matrix = new PlainMatrix(CALLS, zone);
        long timeMs = Instant.parse(change.time()).toEpochMilli() - 30 * HOUR_MS;
        for (int i = 0; i < CALLS_OF_A_RUN; i++) {
            timeMs += random.nextLong(HOUR_MS);
            long lateMs = random.nextInt(3) == 0 ? random.nextLong(200 * HOUR_MS) : 0;
            Event call = new Event(
                    random.nextInt(SUBSCRIBERS),
                    timeMs - lateMs,
                    random.nextInt(10_000),
                    random.nextInt(10_000) / 100f,
                    random.nextBoolean());
            model.event(call);
            matrix.apply(call.subscriberId(), call.timestampMs(), values(call));
            if (random.nextInt(10) == 0) {
                timeMs += random.nextLong(3 * HOUR_MS);
                model.advanceTo(timeMs);
                matrix.advanceTo(timeMs);
            }
            if (random.nextInt(4) == 0) {
                assertSame(model, matrix, random.nextInt(SUBSCRIBERS), "call " + i + ", seed " + seed);
            }
        }
    }

    private static void assertSame(PlainModel model, PlainMatrix matrix, long subscriberId, String what) {
        List<List<Object>> rows = model.answer(new AskedQuery("subscriber", Map.of("subscriberId", subscriberId)));
        if (rows.isEmpty()) {
            assertThat(matrix.keys()).as(what).doesNotContain(subscriberId);
            return;
        }
        List<Object> values = new ArrayList<>();
        COLUMNS.forEach(column -> values.add(matrix.value(subscriberId, column)));
        assertThat(values)
                .as("subscriber %d, %s", subscriberId, what)
                .isEqualTo(rows.get(0).subList(ATTRIBUTES, rows.get(0).size()));
    }

    private static EventValues values(Event call) {
        EventValues values = new EventValues(CALLS.event().fields().size());
        values.bits(0, call.durationSeconds());
        values.bits(1, call.costCents());
        values.bits(2, call.longDistance() ? 1 : 0);
        return values;
    }
}
