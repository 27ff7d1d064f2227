package dev.aimonflink.local.load;

import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.AnswerComparison.Difference;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Compares the key, each attribute and each column of some entities with recomputed ones, and all cells with their records. */
public final class EntityComparison {
    /** Doubles differ in their last digits with the order of events. */
    private static final double RELATIVE_TOLERANCE = 1e-9;

    /** Questions on their way: enough that hundreds of entities take no time, few enough for any limit. */
    private static final int AT_A_TIME = 100;

    /** Comparing all columns takes its time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Asking client;
    private final Oracle truth;
    private final EntityQuestion query;
    private final List<String> columns = new ArrayList<>();
    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, QueryResult> answers = new LinkedHashMap<>();
    private int asked;

    /** @param truth answers point queries with the key, the attributes and the columns in the order of the model */
    public EntityComparison(Asking client, Model model, Oracle truth) {
        this.client = client;
        this.truth = truth;
        query = EntityQuestion.of(model);
        columns.add(model.event().key().name());
        model.entity().attributes().stream().map(Attribute::name).forEach(columns::add);
        model.columns().stream().map(ModelColumn::name).forEach(columns::add);
    }

    /** @param rows how many the matrix has to have */
    public AnswerComparison.Outcome run(Collection<EntityId> entities, long rows) {
        List<AskedQuery> questions = entities.stream().map(query::of).toList();
        for (int from = 0; from < questions.size(); from += AT_A_TIME) {
            List<AskedQuery> some = questions.subList(from, Math.min(from + AT_A_TIME, questions.size()));
            List<CompletableFuture<QueryResult>> results =
                    some.stream().map(call -> client.ask(call, TIMEOUT)).toList();
            for (int i = 0; i < some.size(); i++) {
                compare(some.get(i), results.get(i));
            }
        }
        verifyColumns(rows);
        return new AnswerComparison.Outcome(asked, rows, List.copyOf(differences), answers);
    }

    private void compare(AskedQuery call, CompletableFuture<QueryResult> answer) {
        List<List<Object>> expected = truth.answer(call);
        QueryResult result = answered(call, answer, "a row of " + columns.size() + " values");
        if (result == null) {
            return;
        }
        if (result.rows().size() != expected.size()) {
            differences.add(new Difference(call, count(expected), count(result.rows())));
            return;
        }
        if (!expected.isEmpty()) {
            compare(call, expected.get(0), result);
        }
    }

    private static String count(List<List<Object>> rows) {
        return rows.size() + (rows.size() == 1 ? " row" : " rows");
    }

    private void compare(AskedQuery call, List<Object> expected, QueryResult result) {
        Map<String, Object> actual = new LinkedHashMap<>();
        for (int i = 0; i < result.columns().size(); i++) {
            actual.put(result.columns().get(i), result.rows().get(0).get(i));
        }
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (!actual.containsKey(column) || !areEqual(expected.get(i), actual.get(column))) {
                String shown = actual.containsKey(column) ? String.valueOf(actual.get(column)) : "nothing";
                differences.add(new Difference(call, column + "=" + expected.get(i), column + "=" + shown));
            }
        }
    }

    /** Numbers by value: an answer does not say whether one is a double or a decimal. */
    static boolean areEqual(Object expected, Object actual) {
        if (expected instanceof Double number && actual instanceof Number other) {
            double difference = Math.abs(number - other.doubleValue());
            return difference <= RELATIVE_TOLERANCE * Math.max(Math.abs(number), Math.abs(other.doubleValue()));
        }
        if (expected instanceof Number && actual instanceof Number) {
            return new BigDecimal(expected.toString()).compareTo(new BigDecimal(actual.toString())) == 0;
        }
        return expected == null ? actual == null : expected.equals(actual);
    }

    private void verifyColumns(long rows) {
        AskedQuery call = AskedQuery.withDefaults("verify");
        String expected = rows + " rows, 0 cells that differ from their records";
        QueryResult result = answered(call, client.ask(call, TIMEOUT), expected);
        if (result != null && !result.rows().equals(List.of(List.of(rows, 0L)))) {
            differences.add(new Difference(call, expected, result.rows().toString()));
        }
    }

    /** The answer, or null and a difference. */
    private QueryResult answered(AskedQuery call, CompletableFuture<QueryResult> answer, String expected) {
        asked++;
        QueryResult result = null;
        Throwable failure = null;
        try {
            result = answer.join();
        } catch (CompletionException e) {
            failure = e.getCause();
        }
        String reason = Asking.unanswered(result, failure);
        if (reason != null) {
            differences.add(new Difference(call, expected, reason));
            return null;
        }
        answers.put(call.query(), result);
        return result;
    }
}
