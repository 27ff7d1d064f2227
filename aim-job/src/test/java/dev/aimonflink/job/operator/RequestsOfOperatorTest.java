package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that await events, are cancelled, or end between two rounds. */
class RequestsOfOperatorTest extends OperatorTestCase {
    private static Request awaiting(String key, AskedQuery asked, Map<Integer, Long> offsets) {
        return new Request(key, "r-" + key, "c", asked, Long.MAX_VALUE, new AnswerOptions(false, offsets));
    }

    /** The requests to which partitions have answered since the last call, in their order. */
    private List<String> answered() throws Exception {
        List<String> keys = new ArrayList<>();
        for (MatrixHarness each : matrix.all()) {
            each.drain();
            each.parts().forEach(part -> keys.add(part.requestKey()));
        }
        return keys;
    }

    @Test
    void shouldAnswerOnceItHasTheEventsThatARequestAwaits() throws Exception {
        open(2);
        callsOf(3, NOON_MS);
        matrix.turn(NOON_MS);
        Request scan = awaiting("scan", AskedQuery.withDefaults("q1"), Map.of(0, 5L, 1, 2L));
        Request look = awaiting("look", subscriber(3), Map.of(0, 5L));
        Request cancelled = awaiting("cancelled", AskedQuery.withDefaults("q1"), Map.of(7, 1L));
        Request cancel = new Request("cancel", "r", "c", CancelRequest.asked("r-cancelled"), Long.MAX_VALUE);
        matrix.broadcast(new Question(scan, null));
        matrix.send(new PointQuery(EntityId.of(3), look, 0));
        matrix.broadcast(new Question(cancelled, null));
        assertThat(answered()).isEmpty();

        progress(0, 4);
        assertThat(answered()).isEmpty();
        progress(0, 5);
        assertThat(answered()).containsExactly("look");
        progress(1, 3);
        assertThat(answered()).containsExactly("scan", "scan");

        matrix.broadcast(new Question(cancel, null));
        assertThat(answered()).containsExactly("cancelled", "cancel", "cancelled", "cancel");
    }

    @Test
    void shouldEndTheRequestThatItsClientCancels() throws Exception {
        open(2);
        callsOf(3, NOON_MS);
        matrix.turn(NOON_MS);
        List<Request> requests = List.of(
                new Request("k-1", "r-1", "c1", AskedQuery.withDefaults("q1"), Long.MAX_VALUE),
                new Request("k-2", "r-1", "c2", AskedQuery.withDefaults("q1"), Long.MAX_VALUE),
                new Request("k-3", "r-2", "c1", CancelRequest.asked("r-1"), Long.MAX_VALUE),
                new Request("k-4", "r-3", "c1", CancelRequest.asked("r-9"), Long.MAX_VALUE));
        for (Request request : requests) {
            matrix.broadcast(new Question(request, null));
        }
        List<QueryResult> answers = matrix.answersOf(requests);
        assertThat(answers.get(0).error().code()).isEqualTo(QueryError.Code.CANCELLED);
        assertThat(answers.get(1).error())
                .as("another client's request of the same name")
                .isNull();
        assertThat(answers.get(2).rows()).isEqualTo(List.of(List.of("r-1")));
        assertThat(answers.get(3).error())
                .isEqualTo(new QueryError(
                        QueryError.Code.NOT_IN_FLIGHT,
                        "cancel=r-9 is no request of this client that is scanning or waits for it. It has its answer"
                                + " already, or another client asked it: cancel it with the clientId that it has."));
    }

    @Test
    void shouldScanForOthersAsSoonAsThereIsNoSecondRound() throws Exception {
        // Its clock stands still, so that a cut is held until the merger says something.
        matrix = new MatrixPartitions(TestSettings.with(), new HashMapStateBackend(), 1, () -> 0);
        callsOf(3, NOON_MS);
        matrix.turn(NOON_MS);
        MatrixHarness partition = matrix.all().get(0);
        Request request = matrix.submit(new AskedQuery(
                "sql",
                Map.of(
                        "text",
                        "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week"
                                + " > (SELECT number_of_calls_this_week FROM subscribers)")));
        partition.drain();
        Part ofFirstRound = partition.parts().get(0);
        Request other = matrix.submit(AskedQuery.withDefaults("q1"));
        partition.drain();
        assertThat(partition.parts()).as("while the cut is held").isEmpty();
        matrix.broadcast(SecondRound.none(
                request.key(), new Execution(ofFirstRound.source().attempt(), 1)));
        assertThat(matrix.answerOf(other).error()).isNull();
    }
}
