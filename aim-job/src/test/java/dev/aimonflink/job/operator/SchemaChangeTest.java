package dev.aimonflink.job.operator;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A savepoint taken with one schema and restored with another. */
class SchemaChangeTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final Model LATER =
            OtherCalls.model("[1 week, 6 hours]", "{events: [count], durationSeconds: [sum, avg], cost: [max]}");

    @TempDir
    private Path folder;

    static Stream<StateBackend> backends() {
        return Stream.of(new HashMapStateBackend(), new EmbeddedRocksDBStateBackend());
    }

    private JobSettings settings(Model model) throws IOException {
        return ModelSettings.of(model, PresetModels.tables(), folder);
    }

    private static Object cell(MatrixPartitions matrix, long id, String column) throws Exception {
        QueryResult result = matrix.ask(new AskedQuery("subscriber", Map.of("subscriberId", id)));
        return result.rows().get(0).get(result.columns().indexOf(column));
    }

    private static void call(MatrixPartitions matrix, long id) throws Exception {
        matrix.call(new Event(id, NOON_MS, 60, 1.5f, false));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void shouldCarryOnWithTheColumnsThatBothSchemasHave(StateBackend backend) throws Exception {
        JobSettings earlier = settings(OtherCalls.model("[1 day, 1 week]", "{events: [count], cost: [sum, max]}"));
        MatrixPartitions matrix = new MatrixPartitions(earlier, backend, 1);
        matrix.send(new ProfileChange(EntityId.of(2), CallProfiles.attributes(new Profile(2, "CH-8000", 1, 0, 2))));
        for (long id = 1; id <= 3; id++) {
            call(matrix, id);
            call(matrix, id);
        }
        matrix.restart(settings(LATER), 2, 5);
        assertThat(cell(matrix, 2, "number_of_calls_this_week")).isEqualTo(2L);
        assertThat(cell(matrix, 2, "most_expensive_cost_this_week")).isEqualTo(new BigDecimal("1.50"));
        assertThat(cell(matrix, 2, "zip")).isEqualTo("CH-8000");
        assertThat(cell(matrix, 2, "total_duration_this_week")).as("added").isEqualTo(0L);
        assertThat(cell(matrix, 2, "number_of_calls_this_6_hours")).as("added").isEqualTo(0L);
        call(matrix, 2);
        assertThat(cell(matrix, 2, "number_of_calls_this_week")).isEqualTo(3L);
        assertThat(cell(matrix, 2, "total_duration_this_week")).isEqualTo(60L);
        assertThat(cell(matrix, 2, "average_duration_this_6_hours")).isEqualTo(60.0);
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(3L, 0L)));
        matrix.restart(settings(LATER), 3, 6);
        assertThat(cell(matrix, 2, "number_of_calls_this_week"))
                .as("stored as converted")
                .isEqualTo(3L);
        matrix.restart(JobSettings.of(JobArguments.parse("--aim.model=aim-42")), 1, 7);
        assertThat(cell(matrix, 2, "number_of_local_calls_this_week")).isEqualTo(3L);
        assertThat(cell(matrix, 2, "number_of_local_calls_this_day"))
                .as("dropped, added again")
                .isEqualTo(0L);
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(3L, 0L)));
        matrix.close();
    }
}
