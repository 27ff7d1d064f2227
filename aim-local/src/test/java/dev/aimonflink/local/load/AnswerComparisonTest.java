package dev.aimonflink.local.load;

import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.calls.plain.PlainModel;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.setup.Catalogues;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerComparisonTest {
    private static final long SEED = 5;
    private static final int SUBSCRIBERS = 10;

    private final EntityTables tables = PresetModels.tables();
    private final PlainModel model = new PlainModel(ZoneOffset.UTC, tables, CallModel.AGGREGATES_PER_COPY);
    private final Set<String> asked = new HashSet<>();

    @BeforeEach
    void call() {
        for (int id = 0; id < SUBSCRIBERS; id++) {
            for (int call = 0; call <= id; call++) {
                model.event(new Event(id, Results.NOON.eventTimeMs(), 10 + call, 1.25f * call, call % 2 == 0));
            }
        }
    }

    @Test
    void shouldFindNothingWhereEveryAnswerIsRight() {
        AnswerComparison.Outcome outcome = verify(call -> Results.ok(call, asDecoded(right(call))));

        assertThat(outcome.differences()).as("seed=%d", SEED).isEmpty();
        assertThat(outcome.rows()).isEqualTo(SUBSCRIBERS);
        assertThat(outcome.answers()).containsKeys(Catalogue.BENCHMARK.toArray(String[]::new));
        assertThat(asked)
                .containsExactlyInAnyOrder(
                        "q1", "q2", "q3", "q4", "q5", "q6", "q7", "w2", "w3", "flat_rate", "subscriber", "verify");
    }

    @Test
    void shouldFindOneWrongDigit() {
        AskedQuery call = AskedQuery.withDefaults("q2");
        AnswerComparison.Outcome outcome = verify(each -> Results.ok(
                each, each.equals(call) ? List.of(List.of(new BigDecimal("11.26"))) : asDecoded(right(each))));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(call, "[[11.25]]", "[[11.26]]"));
    }

    @Test
    void shouldFindColumnsThatDifferFromTheirRecords() {
        AnswerComparison.Outcome outcome = verify(
                call -> Results.ok(call, call.query().equals("verify") ? List.of(List.of(9L, 3L)) : right(call)));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(
                        AskedQuery.withDefaults("verify"),
                        "10 rows, 0 cells that differ from their records",
                        "[[9, 3]]"));
    }

    @Test
    void shouldCountAnErrorAsADifference() {
        AnswerComparison.Outcome outcome =
                verify(call -> call.query().equals("w2") ? Results.overloaded(call) : Results.ok(call, right(call)));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(
                        AskedQuery.withDefaults("w2"), "[[11.25]]", "OVERLOADED: Too much. Ask again later."));
    }

    private AnswerComparison.Outcome verify(Function<AskedQuery, QueryResult> answers) {
        return new AnswerComparison(
                        (call, timeout) -> {
                            asked.add(call.query());
                            return CompletableFuture.completedFuture(answers.apply(call));
                        },
                        model)
                .run(
                        Catalogues.of(CallModel.schema(CallModel.AGGREGATES_PER_COPY)),
                        new CallGenerator(SEED, ParameterRanges.PAPER, SUBSCRIBERS),
                        List.of((long) SUBSCRIBERS));
    }

    private List<List<Object>> right(AskedQuery call) {
        return call.query().equals("verify") ? List.of(List.of((long) SUBSCRIBERS, 0L)) : model.answer(call);
    }

    /** Fractions come as decimals, of whatever scale. */
    private static List<List<Object>> asDecoded(List<List<Object>> rows) {
        List<List<Object>> decoded = new ArrayList<>();
        for (List<Object> row : rows) {
            List<Object> cells = new ArrayList<>();
            for (Object cell : row) {
                if (cell instanceof BigDecimal amount) {
                    cells.add(amount.setScale(5));
                } else {
                    cells.add(cell instanceof Double number ? new BigDecimal(number.toString()) : cell);
                }
            }
            decoded.add(cells);
        }
        return decoded;
    }
}
