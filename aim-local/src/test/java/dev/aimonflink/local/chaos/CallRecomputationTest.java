package dev.aimonflink.local.chaos;

import dev.aimonflink.core.calls.CallProfiles;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.setup.Catalogues;
import dev.aimonflink.core.setup.EventFormat;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Three calls of one subscriber on one morning; what is kept of them depends on what came first, they or the schema. */
class CallRecomputationTest {
    private static final long MORNING_MS = Instant.parse("2025-04-01T08:00:00Z").toEpochMilli();
    private static final long SUBSCRIBER = 7;
    private static final KeptSchema BENCHMARK = KeptSchema.benchmark(42);
    private static final KeptSchema OTHER = KeptSchema.other(42);

    private final EventCodec codec = EventFormat.BINARY.newCodec();
    private final List<byte[]> events = new ArrayList<>();

    @Test
    void shouldCountEveryCallWhereTheSchemaNeverChanged() {
        publish(10, 20, 30);

        assertThat(cells(List.of(Generation.first(BENCHMARK))))
                .containsEntry("number_of_calls_this_day", 3L)
                .containsEntry("shortest_duration_this_day", 10L);
    }

    @Test
    void shouldCountInAColumnThatWasAddedOnlyTheCallsSinceThen() {
        publish(10, 20, 30);

        assertThat(cells(List.of(Generation.first(BENCHMARK), new Generation<>(OTHER, Map.of(0, 1L)))))
                .containsEntry("number_of_calls_this_6_hours", 2L)
                .containsEntry("total_duration_this_6_hours", 50L)
                .containsEntry("average_duration_this_6_hours", 25.0)
                .containsEntry("number_of_calls_this_day", 3L)
                .containsEntry("average_duration_this_day", 20.0)
                .doesNotContainKey("shortest_duration_this_day");
    }

    @Test
    void shouldBeginAnewWithAColumnThatWasAwayForAWhile() {
        publish(10, 20, 30);

        assertThat(cells(List.of(
                        Generation.first(BENCHMARK),
                        new Generation<>(OTHER, Map.of(0, 1L)),
                        new Generation<>(BENCHMARK, Map.of(0, 2L)))))
                .containsEntry("shortest_duration_this_day", 30L)
                .containsEntry("cheapest_cost_this_week", new BigDecimal("0.30"))
                .containsEntry("longest_duration_this_day", 30L)
                .containsEntry("number_of_calls_this_week", 3L);
    }

    @Test
    void shouldKnowASubscriberOfEarlierGenerationsWithEmptyColumns() {
        publish(10);

        assertThat(cells(List.of(Generation.first(BENCHMARK), new Generation<>(OTHER, Map.of(0, 1L)))))
                .containsEntry("number_of_calls_this_6_hours", 0L)
                .containsEntry("longest_duration_this_6_hours", null)
                .containsEntry("zip", null)
                .containsEntry("number_of_calls_this_day", 1L);
    }

    @Test
    void shouldLayAsideWhatIsNoCallOrAheadOfItsRecord() {
        events.add(new byte[] {1, 2, 3});
        events.add(codec.encode(new Event(SUBSCRIBER, MORNING_MS + 11_000, 1, 1, false)));
        events.add(codec.encode(new Event(SUBSCRIBER, MORNING_MS + 10_000, 1, 1, false)));

        CallRecomputation recomputation = recomputed(List.of(Generation.first(BENCHMARK)));

        assertThat(recomputation.deadLetters()).containsOnlyKeys("events-0@0", "events-0@1");
        assertThat(recomputation.records()).isEqualTo(3);
    }

    @Test
    void shouldKnowWhichCallsMayHaveComeTooLate() {
        publish(10);
        events.add(codec.encode(
                new Event(SUBSCRIBER, MORNING_MS - Duration.ofDays(7).toMillis(), 1, 1, false)));
        events.add(codec.encode(
                new Event(SUBSCRIBER, MORNING_MS - Duration.ofDays(1).toMillis(), 1, 1, false)));

        assertThat(recomputed(List.of(Generation.first(BENCHMARK))).lateEvents())
                .containsOnlyKeys("events-0@1");
    }

    @Test
    void shouldTakeProfilesAndTombstones() {
        publish(10);
        CallRecomputation recomputation = recomputed(List.of(Generation.first(BENCHMARK)));
        CallProfiles profiles = new CallProfiles();
        recomputation.profile(read(0, profiles.encode(new Profile(8, "CH-8000", 1, 1, 1))));
        recomputation.profile(read(1, null));

        assertThat(recomputation.rows()).isEqualTo(2);
        assertThat(named(recomputation, 8, BENCHMARK)).containsEntry("zip", "CH-8000");
    }

    private void publish(int... durationsSeconds) {
        for (int seconds : durationsSeconds) {
            events.add(codec.encode(new Event(SUBSCRIBER, MORNING_MS, seconds, seconds / 100f, false)));
        }
    }

    private Map<String, Object> cells(List<Generation<KeptSchema>> generations) {
        return named(
                recomputed(generations),
                SUBSCRIBER,
                generations.get(generations.size() - 1).kept());
    }

    private CallRecomputation recomputed(List<Generation<KeptSchema>> generations) {
        CallRecomputation recomputation =
                new CallRecomputation(generations, ZoneOffset.UTC, PresetModels.tables(), codec);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int offset = 0; offset < events.size(); offset++) {
            records.add(read(offset, events.get(offset)));
        }
        recomputation.events(records);
        return recomputation;
    }

    private static ConsumerRecord<byte[], byte[]> read(long offset, byte[] value) {
        return new ConsumerRecord<>(
                "events",
                0,
                offset,
                MORNING_MS,
                TimestampType.LOG_APPEND_TIME,
                1,
                0,
                Long.toString(SUBSCRIBER).getBytes(StandardCharsets.US_ASCII),
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    private static Map<String, Object> named(CallRecomputation recomputation, long id, KeptSchema schema) {
        AskedQuery call = new AskedQuery("subscriber", Map.of("subscriberId", id));
        Query query = Catalogues.of(schema.matrix()).bind(call);
        List<Object> row = recomputation.answer(call).get(0);
        List<String> names = query.answerColumns();
        assertThat(row).hasSameSizeAs(names);
        Map<String, Object> cells = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            cells.put(names.get(i), row.get(i));
        }
        return cells;
    }
}
