package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests of the operator send to it and ask of it, in as many partitions as they open. */
abstract class OperatorTestCase {
    static final long HOUR_MS = 3_600_000;
    static final long DAY_MS = 24 * HOUR_MS;

    /** A Wednesday. */
    static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    static final long MAX_WATERMARK_MS = Watermark.MAX_WATERMARK.getTimestamp();

    MatrixPartitions matrix;

    void open(int parallelism, String... arguments) throws Exception {
        matrix = new MatrixPartitions(TestSettings.with(arguments), new HashMapStateBackend(), parallelism);
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    void call(long subscriberId, long timestampMs) throws Exception {
        matrix.call(new Event(subscriberId, timestampMs, 60, 1.5f, false));
    }

    void profile(Profile profile) throws Exception {
        matrix.send(new ProfileChange(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile)));
    }

    /** Calls of subscribers 1, 2, ...: one of the first, two of the second, and so on. */
    void callsOf(int subscribers, long timestampMs) throws Exception {
        for (int subscriber = 1; subscriber <= subscribers; subscriber++) {
            for (int i = 0; i < subscriber; i++) {
                call(subscriber, timestampMs);
            }
        }
    }

    static AskedQuery subscriber(long id) {
        return new AskedQuery("subscriber", Map.of("subscriberId", id));
    }

    Object cell(long subscriberId, String column) throws Exception {
        QueryResult result = matrix.ask(subscriber(subscriberId));
        return result.rows().get(0).get(result.columns().indexOf(column));
    }

    void assertCalls(long subscriberId, long today, long thisWeek) throws Exception {
        assertThat(cell(subscriberId, "number_of_calls_this_day")).isEqualTo(today);
        assertThat(cell(subscriberId, "number_of_calls_this_week")).isEqualTo(thisWeek);
    }

    List<List<Object>> rows(String query) throws Exception {
        QueryResult result = matrix.ask(query);
        assertThat(result.error()).isNull();
        return result.rows();
    }

    /** The number of calls of the week by group: as many rows as there are different numbers. */
    void assertCallsOf(int subscribers) throws Exception {
        assertThat(rows("q3")).hasSize(subscribers).allMatch(group -> group.get(1)
                .equals(0.025));
        assertThat(rows("verify")).isEqualTo(List.of(List.of((long) subscribers, 0L)));
    }

    void progress(int partition, long nextOffset) throws Exception {
        EventPlace place = new EventPlace(
                new SourcePartition(TestSettings.with().eventsTopic(), partition), nextOffset, NOON_MS, false, 0);
        for (MatrixHarness each : matrix.all()) {
            EntityId owned = LongStream.range(0, 100)
                    .mapToObj(EntityId::of)
                    .filter(key -> matrix.ownerOf(key) == each)
                    .findFirst()
                    .orElseThrow();
            each.process(new MatrixInput.Progress(owned, 0, List.of(place)));
        }
    }
}
