package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.report.RulesReport;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * What a job says of its rules.
 *
 * @param read the newest version that all its partitions have read; -1 for none
 * @param delay from a version to the first event that it judges; null if the job reads no rules
 * @param topics to which rules may write events
 * @param rules by id
 * @param zone in which its days begin
 */
public record RulesOfJob(
        long read, Duration delay, List<String> topics, Map<String, OfRule> rules, ZoneId zone, Instant since) {
    private static final int CPU_NANOS = 10;

    /**
     * Figures since the job was started.
     *
     * @param version the newest one that can judge, or null
     * @param fault why a newer version does not judge, or null
     */
    public record OfRule(
            Object version, Object fired, Object suppressed, Object failed, Double cpuSeconds, String fault) {
        public static final OfRule UNKNOWN = new OfRule(null, null, null, null, null, null);
    }

    /**
     * Empty if no job answers in time.
     *
     * @param client asks a question, within a time
     * @throws ClientException if it could not be asked, or answers with an error
     */
    public static Optional<RulesOfJob> ask(BiFunction<AskedQuery, Duration, QueryResult> client, Duration timeout) {
        QueryResult answer = client.apply(RulesReport.asked(), timeout);
        return switch (answer.status()) {
            case OK -> Optional.of(of(answer));
            case TIMEOUT -> Optional.empty();
            case ERROR ->
                throw new ClientException("The job does not say what it does with rules: "
                        + answer.error().message());
        };
    }

    private static RulesOfJob of(QueryResult answer) {
        Map<String, OfRule> rules = new TreeMap<>();
        List<List<Object>> rows = answer.rows();
        for (List<Object> row : rows.subList(1, rows.size())) {
            rules.put(
                    (String) row.get(0),
                    new OfRule(row.get(1), row.get(2), row.get(3), row.get(4), cpuSeconds(row), (String) row.get(5)));
        }
        List<Object> first = rows.get(0);
        Number delayMs = (Number) first.get(6);
        String topics = (String) first.get(7);
        return new RulesOfJob(
                ((Number) first.get(1)).longValue(),
                delayMs == null ? null : Duration.ofMillis(delayMs.longValue()),
                topics.isEmpty() ? List.of() : List.of(topics.split(RulesReport.BETWEEN_TOPICS)),
                rules,
                ZoneId.of((String) first.get(8)),
                Instant.ofEpochMilli(((Number) first.get(9)).longValue()));
    }

    /** In milliseconds, finer than it is measured; null from a job that does not say it. */
    private static Double cpuSeconds(List<Object> row) {
        return row.size() <= CPU_NANOS ? null : Math.round(((Number) row.get(CPU_NANOS)).doubleValue() / 1e6) / 1e3;
    }

    /** Nulls if the job says nothing of a rule. */
    public OfRule of(String id) {
        return rules.getOrDefault(id, OfRule.UNKNOWN);
    }

    /** The ids of rules whose newest version does not judge. */
    public Set<String> refused() {
        return rules.entrySet().stream()
                .filter(each -> each.getValue().fault() != null)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** @throws InvalidInputException with the rule that the job would refuse */
    public void requireAllowed(List<RuleChange> changes) {
        changes.stream()
                .filter(each -> each.after() != null && !each.isNone())
                .forEach(each -> requireAllowed(each.after()));
    }

    /**
     * Refuses what the job would refuse.
     *
     * @throws InvalidInputException with the rule, what is wrong and how to fix it
     */
    public void requireAllowed(Rule rule) {
        try {
            if (rule.event() != null) {
                rule.event().requireAmong(topics);
            }
        } catch (ModelException wrong) {
            throw new InvalidInputException(
                    "Rule " + rule.id() + ": " + wrong.getMessage() + " Nothing was written.", wrong);
        }
    }
}
