package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.Query;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The plans of the most recent texts: dashboards repeat theirs, some with other values. Memory is bounded by the length of texts and the
 * {@linkplain PlanWeight parts} of plans, not by their number alone: a short text can mean hundreds of columns, or a set of thousands of
 * values. Long or heavy queries have a place of their own, in which they displace only one another; it lasts until the partitions and the
 * merger of their request have found them.
 *
 * <p>Thread-safe. Two threads that plan the same at the same time both do so.
 */
final class PlanCache {
    /** For texts, and for queries: as many look-ups with different keys may be in flight. */
    static final int MAX_TEXTS = 10_000;

    static final int MAX_CHARACTERS = 4_096;

    /** For plans, and again for queries: about ten megabytes each. */
    static final long MAX_PARTS = 100_000;

    /** Limit of one plan or query, so that it does not displace all others. */
    static final long MAX_PARTS_OF_ONE = MAX_PARTS / 10;

    /** Limit of all long or heavy queries. */
    static final long MAX_HEAVY_PARTS = 3 * MAX_PARTS;

    private static final int CHARACTERS_OF_A_PART = 50;

    private final Recent<String, PlannedStatement> plans = new Recent<>(MAX_PARTS);
    private final Recent<Question, Query> queries = new Recent<>(MAX_PARTS);
    private final Recent<Question, Query> heavy = new Recent<>(MAX_HEAVY_PARTS);

    private record Question(String text, List<Object> values, AnswerLimits limits) {
        int characters() {
            int characters = text.length();
            for (Object value : values) {
                characters += value instanceof String given ? given.length() : 0;
            }
            return characters;
        }
    }

    private record Weighed<V>(V value, long parts) {}

    private static final class Recent<K, V> {
        private final long maxParts;

        /** The least recently asked comes first. */
        private final Map<K, Weighed<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

        private long partsOfAll;

        Recent(long maxParts) {
            this.maxParts = maxParts;
        }

        synchronized V get(K key) {
            Weighed<V> known = kept.get(key);
            return known == null ? null : known.value;
        }

        synchronized void put(K key, V value, long parts) {
            Weighed<V> before = kept.put(key, new Weighed<>(value, parts));
            partsOfAll += parts - (before == null ? 0 : before.parts);
            Iterator<Weighed<V>> eldest = kept.values().iterator();
            while (kept.size() > MAX_TEXTS || partsOfAll > maxParts) {
                partsOfAll -= eldest.next().parts;
                eldest.remove();
            }
        }
    }

    /** The plan of a text before it has values; failures are not cached. */
    PlannedStatement plan(String text, Supplier<PlannedStatement> planning) {
        PlannedStatement known = plans.get(text);
        if (known == null) {
            known = planning.get();
            long parts = PlanWeight.of(known);
            if (isLight(text.length(), parts)) {
                plans.put(text, known, parts);
            }
        }
        return known;
    }

    Query known(String text, List<Object> values, AnswerLimits limits) {
        return known(new Question(text, values, limits));
    }

    private Query known(Question question) {
        Query known = queries.get(question);
        return known == null ? heavy.get(question) : known;
    }

    /** The query of a text with values; failures are not cached. */
    Query query(String text, List<Object> values, AnswerLimits limits, Supplier<Query> planning) {
        Question question = new Question(text, new ArrayList<>(values), limits);
        Query known = known(question);
        if (known == null) {
            known = planning.get();
            long parts = PlanWeight.of(known);
            int characters = question.characters();
            if (isLight(characters, parts)) {
                queries.put(question, known, parts);
            } else {
                heavy.put(question, known, parts + characters / CHARACTERS_OF_A_PART);
            }
        }
        return known;
    }

    private static boolean isLight(int characters, long parts) {
        return characters <= MAX_CHARACTERS && parts <= MAX_PARTS_OF_ONE;
    }
}
