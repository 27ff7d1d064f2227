package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerChecksTest {
    private static final AskedQuery CALL = AskedQuery.withDefaults("q1");

    private final AnswerChecks verification = new AnswerChecks();

    private boolean isAnswered(QueryResult result, Throwable failure) {
        return verification.isAnswered(new QueryClients.Ended(CALL, 0, 1, result, failure));
    }

    @Test
    void shouldCountATimeoutByItselfAndNotAsAWrongAnswer() {
        assertThat(isAnswered(Replies.timeout(CALL), null)).isFalse();
        assertThat(verification.answers()).isEqualTo(new Answers(0, 0, 1));
        assertThat(verification.complaints()).isEmpty();
    }

    @Test
    void shouldCountWhateverElseIsNoAnswerAsAWrongOne() {
        assertThat(isAnswered(Replies.restarted(CALL), null)).isFalse();
        assertThat(isAnswered(null, new IllegalStateException("no broker"))).isFalse();
        assertThat(isAnswered(Replies.ok(CALL, 1L), null)).isTrue();
        assertThat(verification.answers()).isEqualTo(new Answers(0, 2));
        assertThat(verification.complaints()).hasSize(2);
    }
}
