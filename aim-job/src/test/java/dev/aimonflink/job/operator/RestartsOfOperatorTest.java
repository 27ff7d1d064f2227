package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.BroadcastInput.Turn;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Records, clocks and places outlive a restart and a change of the parallelism, and questions do not. */
class RestartsOfOperatorTest extends OperatorTestCase {
    @Test
    void shouldGiveTheSameAnswersAfterARestart() throws Exception {
        open(1);
        profile(new Profile(3, "CH-8000", 1, 0, 2));
        callsOf(6, NOON_MS);
        List<List<Object>> before = rows("q5");
        matrix.restart(1, 9);
        assertThat(rows("q5")).isEqualTo(before);
        assertCallsOf(6);
        call(6, NOON_MS + 1);
        assertThat(cell(6, "number_of_calls_this_week")).isEqualTo(7L);
        assertThat(rows("verify")).isEqualTo(List.of(List.of(6L, 0L)));
    }

    @Test
    void shouldGiveTheSameAnswersWithAnyNumberOfPartitions() throws Exception {
        open(1);
        callsOf(50, NOON_MS);
        long checkpointId = 1;
        for (int parallelism : new int[] {2, 4, 3, 1, 7}) {
            matrix.restart(parallelism, checkpointId++);
            assertThat(matrix.all()).hasSize(parallelism);
            assertCallsOf(50);
            assertThat(matrix.storedRecords()).isEqualTo(50);
            for (int subscriber = 1; subscriber <= 50; subscriber++) {
                assertThat(cell(subscriber, "number_of_calls_this_day")).isEqualTo((long) subscriber);
            }
        }
    }

    @Test
    void shouldGoOnFromTheNewestClockOfAll() throws Exception {
        open(2);
        callsOf(20, NOON_MS);
        matrix.all().get(1).process(new Turn(NOON_MS + DAY_MS, 0));
        for (int parallelism : new int[] {2, 1, 3}) {
            matrix.restart(parallelism, 9);
            QueryResult result = matrix.ask("q3");
            assertThat(result.error()).isNull();
            assertThat(result.asOf().eventTimeMs()).isEqualTo(NOON_MS + DAY_MS);
            assertCalls(5, 0, 5);
        }
    }

    @Test
    void shouldHaveNoTimeAfterARestartBeforeTheFirstCall() throws Exception {
        open(2);
        profile(new Profile(3, "CH-8000", 1, 0, 2));
        matrix.restart(2, 9);
        assertThat(matrix.ask("q3").asOf().eventTimeMs()).isNull();
        call(3, NOON_MS);
        assertThat(cell(3, "number_of_calls_this_day")).isEqualTo(1L);
    }

    @Test
    void shouldNumberItsAttemptByTheCheckpointThatItWasRestoredFrom() throws Exception {
        open(2);
        callsOf(3, NOON_MS);
        assertThat(attempts()).containsOnly(0L);
        matrix.restart(2, 17);
        assertThat(attempts()).containsOnly(17L);
    }

    private List<Long> attempts() throws Exception {
        Request request = new Request("k", "r", "c", AskedQuery.withDefaults("q1"), Long.MAX_VALUE);
        matrix.broadcast(new Question(request, null));
        matrix.submit(subscriber(1));
        List<Part> parts = new ArrayList<>();
        for (MatrixHarness partition : matrix.all()) {
            partition.drain();
            parts.addAll(partition.parts());
        }
        assertThat(parts).hasSize(3);
        return parts.stream().map(part -> part.source().attempt()).toList();
    }

    @Test
    void shouldForgetTheQueriesThatAScanWasInterruptedIn() throws Exception {
        open(1);
        callsOf(3, NOON_MS);
        matrix.submit(AskedQuery.withDefaults("q3"));
        matrix.restart(1, 9);
        MatrixHarness partition = matrix.all().get(0);
        partition.drain();
        assertThat(partition.parts()).isEmpty();
        assertCallsOf(3);
    }

    /** Of each Kafka partition, each partition of the matrix reads what all had: a million places in a large job. */
    @Test
    void shouldKeepTheRestoredPlacesOfOtherPartitionsNoLongerThanTheyAreRead() throws Exception {
        open(2);
        progress(0, 7);
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            matrix.restart(2, checkpoint);
            for (MatrixHarness each : matrix.all()) {
                assertThat(each.savedProgress()).isEmpty();
                assertThat(each.progress().places())
                        .extracting(EventPlace::nextOffset)
                        .containsExactly(7L);
            }
        }
    }
}
