package dev.aimonflink.lab.twin;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.query.serve.format.request.RequestCodec;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepliesTest {
    private static final AskedQuery CALL = AskedQuery.withDefaults("q2");

    private final List<ConsumerRecord<byte[], byte[]>> queries = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> answers = new ArrayList<>();

    @Test
    void shouldFindNothingWhereEachRequestHasAnAnswer() {
        ask("r-1");
        ask("r-2");
        answer("r-2", "c1", null);
        answer("r-1", "c1", Code.RESTARTED);
        answer("r-1", "c1", null);
        ask("r-3");
        answer("r-3", "c1", Code.NOT_IN_FLIGHT);

        assertThat(replies(0).differences(2)).isEmpty();
        assertThat(replies(0).areComplete()).isTrue();
        assertThat(replies(0).asked()).isEqualTo(3);
        assertThat(replies(0).byOutcome()).containsOnlyKeys("OK", "RESTARTED", "NOT_IN_FLIGHT");
        assertThat(replies(0).repeated()).isEqualTo(1);
    }

    @Test
    void shouldMissAnAnswer() {
        ask("r-1");

        assertThat(replies(0).areComplete()).isFalse();
        assertThat(replies(0).differences(1)).containsExactly("Request r-1 (q2) has no answer.");
    }

    @Test
    void shouldNotLookAtRequestsFromBeforeTheJobRead() {
        ask("r-1");

        assertThat(replies(1).differences(1)).isEmpty();
    }

    @Test
    void shouldNoticeMoreAnswersThanTheJobStarted() {
        ask("r-1");
        answer("r-1", "c1", null);
        answer("r-1", "c1", null);

        assertThat(replies(0).differences(1))
                .containsExactly("Request r-1 (q2) has 2 answers, of a job that started 1 times.");
    }

    @Test
    void shouldNoticeTheAnswerOfAnother() {
        ask("r-1");
        answer("r-1", "c2", null);

        assertThat(replies(0).differences(1))
                .containsExactly("Request r-1 (q2) has the answer of another: q2 of client c2.");
    }

    @Test
    void shouldNotExcuseADefect() {
        ask("r-1");
        answer("r-1", "c1", Code.INTERNAL);

        assertThat(replies(0).differences(1)).containsExactly("Request r-1 (q2) was answered INTERNAL: Because.");
    }

    private void ask(String requestId) {
        queries.add(new ConsumerRecord<>(
                "queries",
                0,
                queries.size(),
                null,
                new RequestCodec().encode(requestId, "c1", CALL, 1_000, AnswerOptions.NONE)));
    }

    private void answer(String requestId, String clientId, Code code) {
        QueryError error =
                code == null ? new QueryError(Code.OVERLOADED, "Too much.") : new QueryError(code, "Because.");
        QueryResult refusal = QueryResult.refusal(requestId, clientId, CALL.query(), error);
        QueryResult result = code != null
                ? refusal
                : new QueryResult(
                        new QueryResult.Origin(requestId, clientId, CALL.query()),
                        QueryResult.Status.OK,
                        new QueryResult.Table(List.of("max"), List.of(), List.of(List.of(1L))),
                        refusal.asOf(),
                        new QueryResult.Work(refusal.partitions(), 1, refusal.timings()),
                        null);
        answers.add(new ConsumerRecord<>("results", 0, answers.size(), null, new ResultCodec().encode(result)));
    }

    private Replies replies(long firstOffset) {
        return new Replies(queries, firstOffset, answers, Catalogues.of(CallModel.schema(42)));
    }
}
