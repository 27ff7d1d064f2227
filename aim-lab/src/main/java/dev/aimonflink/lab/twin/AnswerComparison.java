package dev.aimonflink.lab.twin;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.query.plain.Oracle;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Asks queries once all events are applied, and compares each answer with a recomputation, number by number and to the last bit. Then it
 * has the matrix compare its columns with its records.
 */
public final class AnswerComparison {
    /** Questions in flight: enough that hundreds of entities take no time, few enough for any limit. */
    private static final int AT_A_TIME = 100;

    /** Comparing all columns takes its time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** @param actual what came, or why nothing came */
    public record Difference(AskedQuery call, String expected, String actual) {}

    /** @param answers to texts with their defaults, and to one of the questions for entities, by query */
    public record Outcome(int asked, long rows, List<Difference> differences, Map<String, QueryResult> answers) {}

    private final Asking client;
    private final Oracle truth;
    private final EntityQuestion ofEntity;
    private final List<String> columns = new ArrayList<>();

    /** The columns of doubles. */
    private final Set<String> rounded = new HashSet<>();

    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, QueryResult> answers = new LinkedHashMap<>();
    private int asked;

    /** @param truth answers questions for an entity with the key, the attributes and the columns in the model's order */
    public AnswerComparison(Asking client, Model model, Oracle truth) {
        this.client = client;
        this.truth = truth;
        ofEntity = EntityQuestion.of(model);
        columns.add(model.event().key().name());
        model.entity().attributes().stream().map(Attribute::name).forEach(columns::add);
        for (ModelColumn column : model.columns()) {
            columns.add(column.name());
            if (column.field() != ModelColumn.NO_FIELD
                    && model.event().fields().get(column.field()).type().is(FieldType.Kind.DOUBLE)) {
                rounded.add(column.name());
            }
        }
    }

    /** @param rows that the matrix must have */
    public Outcome run(Collection<AskedQuery> texts, Collection<EntityId> entities, long rows) {
        List<AskedQuery> questions = new ArrayList<>(texts);
        entities.stream().map(ofEntity::of).forEach(questions::add);
        for (int from = 0; from < questions.size(); from += AT_A_TIME) {
            List<AskedQuery> some = questions.subList(from, Math.min(from + AT_A_TIME, questions.size()));
            List<CompletableFuture<QueryResult>> results =
                    some.stream().map(call -> client.ask(call, TIMEOUT)).toList();
            for (int i = 0; i < some.size(); i++) {
                if (some.get(i).query().equals(ofEntity.query())) {
                    compareEntity(some.get(i), results.get(i));
                } else {
                    compareRows(some.get(i), results.get(i));
                }
            }
        }
        verifyColumns(rows);
        return new Outcome(asked, rows, List.copyOf(differences), answers);
    }

    private void compareRows(AskedQuery call, CompletableFuture<QueryResult> answer) {
        List<List<Object>> expected = truth.answer(call);
        QueryResult result = answered(call, answer, expected.toString());
        if (result == null) {
            return;
        }
        if (call.params().isEmpty()) {
            answers.put(call.query(), result);
        }
        if (!RowComparison.areEqual(expected, result.rows())) {
            differences.add(
                    new Difference(call, expected.toString(), result.rows().toString()));
        }
    }

    private void compareEntity(AskedQuery call, CompletableFuture<QueryResult> answer) {
        List<List<Object>> expected = truth.answer(call);
        QueryResult result = answered(call, answer, "a row of " + columns.size() + " values");
        if (result == null) {
            return;
        }
        answers.put(call.query(), result);
        if (result.rows().size() != expected.size()) {
            differences.add(new Difference(call, count(expected), count(result.rows())));
        } else if (!expected.isEmpty()) {
            compareColumns(call, expected.get(0), result);
        }
    }

    private static String count(List<List<Object>> rows) {
        return rows.size() + (rows.size() == 1 ? " row" : " rows");
    }

    private void compareColumns(AskedQuery call, List<Object> expected, QueryResult result) {
        Map<String, Object> actual = new LinkedHashMap<>();
        for (int i = 0; i < result.columns().size(); i++) {
            actual.put(result.columns().get(i), result.rows().get(0).get(i));
        }
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            if (!actual.containsKey(column) || !isSame(column, expected.get(i), actual.get(column))) {
                String shown = actual.containsKey(column) ? String.valueOf(actual.get(column)) : "nothing";
                differences.add(new Difference(call, column + "=" + expected.get(i), column + "=" + shown));
            }
        }
    }

    private boolean isSame(String column, Object expected, Object actual) {
        return rounded.contains(column)
                ? RowComparison.isClose(expected, actual)
                : RowComparison.isSame(expected, actual);
    }

    private void verifyColumns(long rows) {
        AskedQuery call = AskedQuery.withDefaults("verify");
        String expected = rows + " rows, 0 cells that differ from their records";
        QueryResult result = answered(call, client.ask(call, TIMEOUT), expected);
        if (result != null && !RowComparison.areEqual(List.of(List.of(rows, 0L)), result.rows())) {
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
        if (reason == null) {
            return result;
        }
        differences.add(new Difference(call, expected, reason));
        return null;
    }
}
