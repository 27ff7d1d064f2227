package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Questions over columns that are not always kept, asked of an operator, and through its restarts. */
class ColumnsOfOperatorTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private MatrixPartitions matrix;

    private void open(int parallelism, String memory) throws Exception {
        matrix = new MatrixPartitions(
                TestSettings.with(
                        "--aim.matrix.columns=number_of_calls_this_day", "--aim.matrix.columns-memory=" + memory),
                new HashMapStateBackend(),
                parallelism);
        matrix.turn(NOON_MS);
    }

    @AfterEach
    void close() throws Exception {
        matrix.close();
    }

    private void callsOf(int subscribers) throws Exception {
        for (int subscriber = 1; subscriber <= subscribers; subscriber++) {
            matrix.call(new Event(subscriber, NOON_MS, 60, 1.5f, false));
        }
    }

    @Test
    void shouldReadAColumnThatIsNotKeptFromTheRecords() throws Exception {
        open(2, "64mb");
        callsOf(3);
        QueryResult result = matrix.ask("q1");
        assertThat(result.error()).isNull();
        assertThat(result.timings().unkeptMicros())
                .isBetween(1L, result.timings().queuedMicros());
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(3L, 0L)));
        String explained = "EXPLAIN ANALYZE SELECT max(longest_duration_this_day) FROM subscribers";
        assertThat(String.valueOf(matrix.ask(new AskedQuery("sql", Map.of("text", explained)))
                        .rows()))
                .contains(" for columns that were not kept, read from records");
        String another = "EXPLAIN SELECT max(total_cost_this_day) FROM subscribers";
        assertThat(String.valueOf(matrix.ask(new AskedQuery("sql", Map.of("text", another)))
                        .rows()))
                .contains("the first question reads it from the records. It may take ");
    }

    @Test
    void shouldRefuseAQuestionForWhoseColumnsThereIsNoRoom() throws Exception {
        open(1, "1mb");
        callsOf(3);
        String all = CallModel.schema(TestSettings.AGGREGATES).columns().stream()
                .map(column -> "max(" + column.name() + ")")
                .collect(Collectors.joining(", ", "SELECT ", " FROM subscribers"));
        QueryResult refused = matrix.ask(new AskedQuery("sql", Map.of("text", all)));
        assertThat(refused.error().inSql().state()).isEqualTo("53200");
        assertThat(matrix.ask("q1").error()).isNull();
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(3L, 0L)));
    }

    @Test
    void shouldKeepTheColumnsThatWereKeptThroughARestart() throws Exception {
        open(2, "64mb");
        callsOf(300);
        matrix.ask("q1");
        assertThat(matrix.ask(new ColumnsRequest(Change.PIN, List.of("total_cost_this_day")).asked())
                        .error())
                .isNull();
        for (MatrixHarness partition : matrix.all()) {
            partition.drain();
        }
        List<List<Object>> before = whyKept();
        assertThat(before)
                .contains(
                        List.of("number_of_calls_this_day", "setting", 2L),
                        List.of("number_of_local_calls_this_week", "asked", 2L),
                        List.of("total_cost_this_day", "pinned", 2L));
        matrix.restart(3, 1);
        assertThat(matrix.ask("q1").timings().unkeptMicros()).isZero();
        assertThat(whyKept())
                .extracting(row -> row.subList(0, 2))
                .containsExactlyInAnyOrderElementsOf(
                        before.stream().map(row -> row.subList(0, 2)).toList());
        assertThat(matrix.ask("verify").rows()).isEqualTo(List.of(List.of(300L, 0L)));
    }

    /** Each column, why it is kept, and in how many partitions. */
    private List<List<Object>> whyKept() throws Exception {
        return matrix.ask(ColumnsRequest.REPORT.asked()).rows().stream()
                .map(row -> row.subList(0, 3))
                .toList();
    }

    @Test
    void shouldRefuseToPinWhatTheModelLacks() throws Exception {
        open(1, "64mb");
        assertThat(matrix.ask(new ColumnsRequest(Change.PIN, List.of("number_of_letters")).asked())
                        .error()
                        .message())
                .startsWith("The schema has no column 'number_of_letters'.");
    }
}
