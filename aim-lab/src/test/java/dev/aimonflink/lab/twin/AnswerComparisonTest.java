package dev.aimonflink.lab.twin;

import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.lab.meter.Results;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerComparisonTest {
    private static final long SEED = 5;
    private static final int SUBSCRIBERS = 10;

    /** Of the answer to a question for one subscriber. */
    private static final List<String> COLUMNS = columns();

    private final PlainCalls model =
            new PlainCalls(ZoneOffset.UTC, PresetModels.tables(), CallModel.AGGREGATES_PER_COPY);
    private final Set<String> asked = new HashSet<>();

    private static List<String> columns() {
        List<String> columns =
                new ArrayList<>(List.of("subscriberId", "zip", "subscriptionType", "category", "cellValueType"));
        CallModel.smallest().columns().forEach(column -> columns.add(column.name()));
        return columns;
    }

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
        AnswerComparison.Outcome outcome = verify(this::answer);

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
        AnswerComparison.Outcome outcome = verify(
                each -> each.equals(call) ? Results.ok(each, List.of(List.of(new BigDecimal("11.26")))) : answer(each));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(call, "[[11.25]]", "[[11.26]]"));
    }

    @Test
    void shouldFindColumnsThatDifferFromTheirRecords() {
        AnswerComparison.Outcome outcome = verify(
                call -> call.query().equals("verify") ? Results.ok(call, List.of(List.of(9L, 3L))) : answer(call));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(
                        AskedQuery.withDefaults("verify"),
                        "10 rows, 0 cells that differ from their records",
                        "[[9, 3]]"));
    }

    @Test
    void shouldCountAnErrorAsADifference() {
        AnswerComparison.Outcome outcome =
                verify(call -> call.query().equals("w2") ? Results.overloaded(call) : answer(call));

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(
                        AskedQuery.withDefaults("w2"), "[[11.25]]", "OVERLOADED: Too much. Ask again later."));
    }

    @Test
    void shouldNameEachColumnThatDiffers() {
        AnswerComparison.Outcome outcome = verify(call -> {
            boolean isOfOne = Long.valueOf(1).equals(call.params().get("subscriberId"));
            List<List<Object>> rows = asDecoded(right(call));
            if (isOfOne) {
                rows.get(0).set(COLUMNS.indexOf("number_of_calls_this_day"), -1L);
            }
            return call.query().equals("subscriber") ? Results.ok(call, COLUMNS, rows) : Results.ok(call, rows);
        });

        assertThat(outcome.differences())
                .containsExactly(new AnswerComparison.Difference(
                        new AskedQuery("subscriber", Map.of("subscriberId", 1L)),
                        "number_of_calls_this_day=2",
                        "number_of_calls_this_day=-1"));
    }

    @Test
    void shouldExpectNoRowOfAnUnknownSubscriber() {
        AnswerComparison.Outcome outcome =
                verify(call -> Long.valueOf(SUBSCRIBERS).equals(call.params().get("subscriberId"))
                        ? Results.ok(call, COLUMNS, List.of(List.of((long) SUBSCRIBERS)))
                        : answer(call));

        assertThat(outcome.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.expected()).isEqualTo("0 rows");
            assertThat(difference.actual()).isEqualTo("1 row");
        });
    }

    @Test
    void shouldAllowDoublesToDifferInTheirLastDigits() {
        assertThat(RowComparison.areClose(1e9, 1_000_000_000.5)).isTrue();
        assertThat(RowComparison.areClose(1e9, 1_000_000_002)).isFalse();
        assertThat(RowComparison.areClose(0, 0)).isTrue();
        assertThat(RowComparison.areClose(0, 1e-300)).isFalse();
    }

    private QueryResult answer(AskedQuery call) {
        List<List<Object>> rows = asDecoded(right(call));
        return call.query().equals("subscriber") ? Results.ok(call, COLUMNS, rows) : Results.ok(call, rows);
    }

    private AnswerComparison.Outcome verify(Function<AskedQuery, QueryResult> answers) {
        List<Catalogue.Entry> texts = GivenModel.of("aim-42").queries().entries();
        return new AnswerComparison(
                        (call, timeout) -> {
                            asked.add(call.query());
                            return CompletableFuture.completedFuture(answers.apply(call));
                        },
                        CallModel.smallest(),
                        model)
                .run(
                        Workload.comparedQuestions(
                                texts, new CallGenerator(SEED, ParameterRanges.PAPER, SUBSCRIBERS), 4),
                        LongStream.rangeClosed(0, SUBSCRIBERS)
                                .mapToObj(EntityId::of)
                                .toList(),
                        SUBSCRIBERS);
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
