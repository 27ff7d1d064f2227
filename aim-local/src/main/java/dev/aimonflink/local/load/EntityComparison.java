package dev.aimonflink.local.load;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.clients.query.AnswerComparison.Difference;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.PointQuery;
import dev.aimonflink.core.model.AggregateFunction;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.plain.PlainMatrix;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Compares each column of the entities of a sample with one recomputed from their events. */
public final class EntityComparison {
    /** Doubles differ in their last digits with the order of events. */
    private static final double RELATIVE_TOLERANCE = 1e-9;

    /** Comparing all columns takes its time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final Asking client;
    private final Model model;
    private final ModelProfileGenerator profiles;
    private final PlainMatrix matrix;
    private final PointQuery query;
    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, QueryResult> answers = new LinkedHashMap<>();
    private int asked;

    public EntityComparison(Asking client, Model model, ModelProfileGenerator profiles) {
        this.client = client;
        this.model = model;
        this.profiles = profiles;
        matrix = new PlainMatrix(model, ZoneOffset.UTC);
        query = PointQuery.of(model);
    }

    /** @param rows how many the matrix has to have */
    public AnswerComparison.Outcome run(EventSample sample, long rows) {
        sample.replayTo(matrix);
        sample.entities().forEach(this::compare);
        verifyColumns(rows);
        return new AnswerComparison.Outcome(asked, rows, List.copyOf(differences), answers);
    }

    private void compare(EntityId key, long number) {
        QueryCall call = query.of(key);
        Map<String, Object> expected = expected(key, number);
        QueryResult result = answered(call, "a row of " + expected.size() + " values");
        if (result == null) {
            return;
        }
        if (result.rows().size() != 1) {
            differences.add(new Difference(call, "1 row", result.rows().size() + " rows"));
            return;
        }
        Map<String, Object> actual = new LinkedHashMap<>();
        for (int i = 0; i < result.columns().size(); i++) {
            actual.put(result.columns().get(i), result.rows().get(0).get(i));
        }
        expected.forEach((column, value) -> {
            if (!actual.containsKey(column) || !areEqual(value, actual.get(column))) {
                String shown = actual.containsKey(column) ? String.valueOf(actual.get(column)) : "nothing";
                differences.add(new Difference(call, column + "=" + value, column + "=" + shown));
            }
        });
    }

    /** The values of the key, of the attributes and of all columns. */
    private Map<String, Object> expected(EntityId key, long number) {
        Map<String, Object> expected = new LinkedHashMap<>();
        Object keyValue = key.isText() ? key.text() : (Object) key.number();
        expected.put(model.event().key().name(), keyValue);
        List<Attribute> attributes = model.entity().attributes();
        for (int i = 0; i < attributes.size(); i++) {
            Object value = profiles.profile(number).attributes().value(i);
            expected.put(
                    attributes.get(i).name(), shown(value, attributes.get(i).type()));
        }
        boolean hasEvents = matrix.keys().contains(keyValue);
        for (ModelColumn column : model.columns()) {
            expected.put(column.name(), hasEvents ? matrix.value(keyValue, column) : ofNoEvents(column));
        }
        return expected;
    }

    private static Object shown(Object value, FieldType type) {
        return value != null && type.is(FieldType.Kind.DECIMAL)
                ? BigDecimal.valueOf((Long) value, type.scale())
                : value;
    }

    private static Object ofNoEvents(ModelColumn column) {
        boolean isTotal = column.function() == AggregateFunction.COUNT
                || column.function() == AggregateFunction.SUM
                || column.function() == AggregateFunction.SQUARES;
        return isTotal ? (Object) 0L : null;
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
        QueryCall call = QueryCall.withDefaults("verify");
        String expected = rows + " rows, 0 cells that differ from their records";
        QueryResult result = answered(call, expected);
        if (result != null && !result.rows().equals(List.of(List.of(rows, 0L)))) {
            differences.add(new Difference(call, expected, result.rows().toString()));
        }
    }

    /** The answer, or null and a difference. */
    private QueryResult answered(QueryCall call, String expected) {
        asked++;
        CompletableFuture<QueryResult> answer = client.ask(call, TIMEOUT);
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
