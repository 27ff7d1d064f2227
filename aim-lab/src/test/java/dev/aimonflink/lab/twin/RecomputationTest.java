package dev.aimonflink.lab.twin;

import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Readings of one sensor with a text as its key, on one morning. */
class RecomputationTest {
    private static final Instant MORNING = Instant.parse("2025-04-01T08:00:00Z");
    private static final String SENSOR = "press-1";

    @TempDir
    private Path folder;

    private final List<ConsumerRecord<byte[], byte[]>> events = new ArrayList<>();
    private RuleHistory rules = RuleHistory.EMPTY;
    private KeptModel first;
    private KeptModel other;

    @BeforeEach
    void write() throws IOException {
        Path file = Files.writeString(folder.resolve("model.yaml"), """
                model: readings
                entity: sensor
                event: reading
                key: {name: sensorId, type: text}
                time: at
                fields: {x: {type: int, sum: int}}
                attributes: {hall: text}
                filters: {tenths: 100 / x = 10}
                windows: [1 day]
                aggregates: {events: [count], x: [sum, min]}
                """);
        GivenModel given = GivenModel.of(file.toString());
        first = KeptModel.first(given);
        other = KeptModel.other(given);
    }

    @Test
    void shouldCountEveryEventWhereTheModelNeverChanged() {
        read(10, 20, 30);

        assertThat(cells(List.of(Generation.first(first))))
                .containsEntry("count_events_this_day", 3L)
                .containsEntry("count_events_of_tenths_this_day", 1L)
                .containsEntry("min_x_this_day", 10L);
    }

    @Test
    void shouldCountInAColumnThatWasAddedOnlyTheEventsSinceThen() {
        read(10, 20, 30);

        assertThat(cells(List.of(Generation.first(first), new Generation(other, Map.of(0, 1L)))))
                .containsEntry("sum_x_this_6_hours", 50L)
                .containsEntry("count_events_last_7_events", 2L)
                .containsEntry("sum_x_this_day", 60L)
                .doesNotContainKeys("min_x_this_day", "count_events_of_tenths_this_day");
    }

    @Test
    void shouldBeginAnewWithAColumnThatWasAwayForAWhile() {
        read(10, 20, 30);

        assertThat(cells(List.of(
                        Generation.first(first),
                        new Generation(other, Map.of(0, 1L)),
                        new Generation(first, Map.of(0, 2L)))))
                .containsEntry("min_x_this_day", 30L)
                .containsEntry("count_events_of_tenths_this_day", 0L)
                .containsEntry("sum_x_this_day", 60L);
    }

    @Test
    void shouldReadGenerationByGenerationThoughPartitionsComeOneAfterAnother() {
        read(10, 20);
        events.add(record(1, 0, MORNING, "{\"sensorId\":\"press-2\",\"at\":\"" + MORNING + "\",\"x\":7}"));

        Map<String, Object> cells =
                cells(List.of(Generation.first(first), new Generation(other, Map.of(0, 1L, 1, 1L))));

        assertThat(cells).containsEntry("count_events_last_7_events", 1L);
    }

    @Test
    void shouldLayAsideWhatCannotCount() {
        events.add(record(0, 0, MORNING, "no reading"));
        add(MORNING.plusSeconds(11), 1);
        add(MORNING.plusSeconds(10), 1);
        add(MORNING, 0);
        add(MORNING, Integer.MAX_VALUE - 1);
        add(MORNING, 2);

        Recomputation recomputation = recomputed(List.of(Generation.first(first)));

        assertThat(recomputation.deadLetters())
                .as("malformed, ahead, of a filter that divides by zero, and beyond what a sum can hold")
                .containsOnlyKeys("events-0@0", "events-0@1", "events-0@3", "events-0@5");
        assertThat(recomputation.records()).isEqualTo(6);
    }

    @Test
    void shouldKnowWhichEventsComeTooLateInTheirKafkaPartition() {
        Instant yesterday = MORNING.minusSeconds(24 * 60 * 60);
        events.add(record(1, 0, MORNING, "{\"sensorId\":\"press-2\",\"at\":\"" + yesterday + "\",\"x\":7}"));
        read(10);
        add(yesterday, 1);

        assertThat(recomputed(List.of(Generation.first(first))).deadLetters()).containsOnlyKeys("events-0@2");
        assertThat(recomputed(List.of(new Generation(other, Map.of()))).deadLetters())
                .as("no event is too late for a window of last events")
                .isEmpty();
    }

    @Test
    void shouldSayWhichVersionOfARuleJudgesAnEventAndWhatFires() {
        Rule rule = rule("rise", "sum_x_this_day > before(sum_x_this_day)");
        long put = MORNING.toEpochMilli() - 2_000;
        rules = rules.with(
                List.of(RuleHistory.Entry.of(4, put, rule, null), RuleHistory.Entry.deleted(5, put + 1, "rise")));
        events.add(record(0, 0, MORNING.minusMillis(1), reading(1)));
        events.add(record(0, 1, MORNING, reading(2)));
        events.add(record(0, 2, MORNING, reading(0)));
        events.add(record(0, 3, MORNING.plusMillis(1), reading(4)));

        AlertComparison alerts = recomputed(List.of(Generation.first(first), new Generation(other, Map.of(0, 1L))))
                .alerts();
        alerts.found(List.of(), true);

        assertThat(alerts.differences(true))
                .containsExactly("Entity press-1 lacks the alert rise-4-events-0-1 (firing, time="
                        + MORNING.toEpochMilli() + ", suppressed=0, since=0, rise is true for sensor press-1).");
    }

    @Test
    void shouldLetARuleBeSilentWhileTheJobLacksItsColumnAndRememberWhatFired() {
        rules = rules.with(List.of(RuleHistory.Entry.of(
                4, 0, rule("least", "min_x_this_day > 0\",\"every\":\"1d\",\"start\":\"sliding"), null)));
        Instant yesterday = MORNING.minusSeconds(24 * 60 * 60);
        add(yesterday, 10);
        add(yesterday, 20);
        add(yesterday, 30);
        add(MORNING, 40);

        AlertComparison alerts = recomputed(List.of(
                        Generation.first(first),
                        new Generation(other, Map.of(0, 1L)),
                        new Generation(first, Map.of(0, 2L))))
                .alerts();
        alerts.found(List.of(), true);

        assertThat(alerts.differences(true))
                .as("of the second event neither an alert nor one that is counted")
                .containsExactly(
                        "Entity press-1 lacks the alert least-4-events-0-0 (firing, time=" + yesterday.toEpochMilli()
                                + ", suppressed=0, since=0, least is true for sensor press-1).",
                        "Entity press-1 lacks the alert least-4-events-0-3 (firing, time=" + MORNING.toEpochMilli()
                                + ", suppressed=1, since=" + yesterday.toEpochMilli()
                                + ", least is true for sensor press-1).");
    }

    private static Rule rule(String id, String when) {
        String json = "{\"id\":\"" + id + "\",\"when\":\"" + when + "\"}";
        return RuleJson.read(id.getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8));
    }

    private static String reading(int x) {
        return "{\"sensorId\":\"" + SENSOR + "\",\"at\":\"" + MORNING + "\",\"x\":" + x + "}";
    }

    @Test
    void shouldTakeProfilesAndTombstones() {
        read(10);
        Recomputation recomputation = recomputed(List.of(Generation.first(first)));
        ProfileModelCodec codec = new ProfileModelCodec(first.model());
        EntityId drill = EntityId.of("drill");
        recomputation.profile(profile(codec, drill, codec.encode(new EntityProfile(drill, Attributes.of("A")))));
        recomputation.profile(profile(codec, EntityId.of("unknown"), null));

        assertThat(recomputation.rows()).isEqualTo(2);
        assertThat(recomputation.answer(ask("drill")).get(0)).startsWith("drill", "A", 0L);
    }

    private void read(int... values) {
        for (int value : values) {
            add(MORNING, value);
        }
    }

    private void add(Instant time, int value) {
        events.add(record(
                0,
                events.size(),
                MORNING,
                "{\"sensorId\":\"" + SENSOR + "\",\"at\":\"" + time + "\",\"x\":" + value + "}"));
    }

    private static ConsumerRecord<byte[], byte[]> record(int partition, long offset, Instant appended, String json) {
        return new ConsumerRecord<>(
                "events",
                partition,
                offset,
                appended.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                1,
                0,
                null,
                json.getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                Optional.empty());
    }

    private static ConsumerRecord<byte[], byte[]> profile(ProfileModelCodec codec, EntityId id, byte[] value) {
        return new ConsumerRecord<>("subscribers", 0, 0, codec.encodeKey(id), value);
    }

    private Recomputation recomputed(List<Generation> generations) {
        Recomputation recomputation =
                new Recomputation(generations, EntityTables.NONE, ZoneOffset.UTC, EventFormat.JSON, rules);
        recomputation.events(events);
        return recomputation;
    }

    private Map<String, Object> cells(List<Generation> generations) {
        List<Object> row = recomputed(generations).answer(ask(SENSOR)).get(0);
        KeptModel current = generations.get(generations.size() - 1).kept();
        Map<String, Object> cells = new HashMap<>();
        for (int i = 0; i < current.matrix().names().size(); i++) {
            // The key and the attribute come first.
            cells.put(current.matrix().names().get(i), row.get(i + 2));
        }
        return cells;
    }

    private static AskedQuery ask(String sensor) {
        return new AskedQuery("sensor", Map.of("sensorId", sensor));
    }
}
