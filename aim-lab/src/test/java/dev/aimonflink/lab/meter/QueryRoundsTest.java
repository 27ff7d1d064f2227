package dev.aimonflink.lab.meter;

import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueryRoundsTest {
    private static final long SEED = 3;
    private static final int ROUNDS = 4;

    private final List<AskedQuery> asked = new ArrayList<>();

    @Test
    void shouldAskTheSevenRoundAndRoundWithDrawnParameters() {
        QueryRounds rounds = rounds(call -> CompletableFuture.completedFuture(Results.ok(call, List.of())));

        rounds.run(System.nanoTime(), this::isEnough);

        assertThat(asked.stream().map(AskedQuery::query).limit(8))
                .containsExactly("q1", "q2", "q3", "q4", "q5", "q6", "q7", "q1");
        assertThat(asked.stream().filter(call -> call.query().equals("q4")).distinct())
                .as("seed=%d", SEED)
                .hasSizeGreaterThan(1);
        assertThat(rounds.answered()).isEqualTo(7 * ROUNDS);
        assertThat(rounds.times().count()).isEqualTo(7 * ROUNDS);
        assertThat(rounds.reports().keySet()).containsExactlyElementsOf(Catalogue.BENCHMARK);
        assertThat(rounds.reports().values())
                .allMatch(figures -> figures.asked() == ROUNDS && figures.answered() == ROUNDS);
        assertThat(rounds.complaints()).isEmpty();
        assertThat(rounds.brokenInvariants()).isEmpty();
    }

    @Test
    void shouldNotTimeTheWarmUp() {
        QueryRounds rounds = rounds(call -> CompletableFuture.completedFuture(Results.ok(call, List.of())));

        rounds.run(System.nanoTime() + Duration.ofHours(1).toNanos(), this::isEnough);

        assertThat(rounds.answered()).isEqualTo(7 * ROUNDS);
        assertThat(rounds.times().count()).isZero();
    }

    @Test
    void shouldCountAndExplainWhatIsNotAnswered() {
        QueryRounds rounds = rounds(call -> switch (call.query()) {
            case "q1" -> CompletableFuture.completedFuture(Results.overloaded(call));
            case "q2" -> CompletableFuture.failedFuture(new IllegalStateException("gone"));
            default -> CompletableFuture.completedFuture(Results.ok(call, List.of()));
        });

        rounds.run(System.nanoTime(), this::isEnough);

        assertThat(rounds.reports().get("q1").asked()).isEqualTo(ROUNDS);
        assertThat(rounds.reports().get("q1").answered()).isZero();
        assertThat(rounds.reports().get("q3").answered()).isEqualTo(ROUNDS);
        assertThat(rounds.complaints())
                .containsExactly(
                        "4 times no answer to q1: OVERLOADED: Too much. Ask again later.",
                        "4 times no answer to q2: gone");
    }

    private interface Answers {
        CompletableFuture<QueryResult> to(AskedQuery call);
    }

    private QueryRounds rounds(Answers answers) {
        return new QueryRounds(
                (call, timeout) -> {
                    asked.add(call);
                    return answers.to(call);
                },
                new Workload(GivenModel.of("aim-42"), 10, SEED).round());
    }

    private boolean isEnough() {
        return asked.size() >= 7 * ROUNDS;
    }
}
