package dev.aimonflink.clients.query;

import dev.aimonflink.core.plain.Oracle;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Asks every query of the catalogue once all calls are applied, and compares each answer with a recomputation, number
 * by number and to the last bit. Then it asks the matrix to compare its columns with its records.
 */
public final class AnswerComparison {
    /** Of each query, besides that with its defaults. */
    private static final int DRAWN_CALLS = 4;

    private static final int DRAWN_SUBSCRIBERS = 20;

    /** Questions on their way: enough that thousands of subscribers take no time, few enough for any limit. */
    private static final int AT_A_TIME = 100;

    /** Comparing all columns takes its time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /**
     * An answer that is not what it should be.
     *
     * @param expected what the recomputation says
     * @param actual what came, or why nothing came
     */
    public record Difference(AskedQuery call, String expected, String actual) {}

    /**
     * @param answers to the seven queries with their defaults, by query
     */
    public record Outcome(int asked, long rows, List<Difference> differences, Map<String, QueryResult> answers) {}

    private final Asking client;
    private final Oracle model;
    private final int drawnCalls;
    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, QueryResult> answers = new LinkedHashMap<>();
    private int asked;

    public AnswerComparison(Asking client, Oracle model) {
        this(client, model, DRAWN_CALLS);
    }

    /** @param drawnCalls of each query, besides that with its defaults */
    public AnswerComparison(Asking client, Oracle model, int drawnCalls) {
        this.drawnCalls = drawnCalls;
        this.client = client;
        this.model = model;
    }

    /**
     * @param probes subscribers to ask for besides those drawn
     */
    public Outcome run(Catalogue catalogue, CallGenerator calls, List<Long> probes) {
        List<AskedQuery> questions = List.copyOf(questions(catalogue, calls, probes));
        for (int from = 0; from < questions.size(); from += AT_A_TIME) {
            List<AskedQuery> some = questions.subList(from, Math.min(from + AT_A_TIME, questions.size()));
            List<CompletableFuture<QueryResult>> answers =
                    some.stream().map(call -> client.ask(call, TIMEOUT)).toList();
            for (int i = 0; i < some.size(); i++) {
                compare(some.get(i), answers.get(i));
            }
        }
        verifyColumns();
        return new Outcome(asked, model.rows(), List.copyOf(differences), answers);
    }

    private Set<AskedQuery> questions(Catalogue catalogue, CallGenerator calls, List<Long> probes) {
        Set<AskedQuery> questions = new LinkedHashSet<>();
        for (Catalogue.Entry query : catalogue.entries()) {
            switch (query.id()) {
                case "verify" -> {}
                case "subscriber" -> {
                    for (int i = 0; i < DRAWN_SUBSCRIBERS; i++) {
                        questions.add(calls.next(query, Map.of()));
                    }
                    probes.forEach(id -> questions.add(calls.next(query, Map.of("subscriberId", id))));
                }
                default -> {
                    questions.add(AskedQuery.withDefaults(query.id()));
                    for (int i = 0; i < drawnCalls; i++) {
                        questions.add(calls.next(query, Map.of()));
                    }
                }
            }
        }
        return questions;
    }

    private void compare(AskedQuery call, CompletableFuture<QueryResult> asked) {
        List<List<Object>> expected = model.answer(call);
        QueryResult result = answered(call, asked, expected.toString());
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

    private void verifyColumns() {
        AskedQuery call = AskedQuery.withDefaults("verify");
        List<List<Object>> expected = List.of(List.of((long) model.rows(), 0L));
        QueryResult result = answered(call, client.ask(call, TIMEOUT), expected.toString());
        if (result != null && !RowComparison.areEqual(expected, result.rows())) {
            differences.add(new Difference(
                    call,
                    model.rows() + " rows, 0 cells that differ from their records",
                    result.rows().toString()));
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
