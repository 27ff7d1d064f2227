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
 * The plans of the texts that were asked last: dashboards ask the same ones again and again, some of them with other values. The memory
 * is bounded by the length of the texts and the {@linkplain PlanWeight parts} of the plans, and not by their number alone: a short text
 * can mean hundreds of columns, or a set of thousands of values. Queries that are long or heavy have a place of their own, in which they
 * displace one another alone: it lasts until the partitions and the merger of their request have found them.
 *
 * <p>Any thread may call this. Two that plan the same at the same time both do so.
 */
final class PlanCache {
    /** Of all texts, and of all queries: as many look-ups with different keys may be on their way. */
    static final int MAX_TEXTS = 10_000;

    static final int MAX_CHARACTERS = 4_096;

    /** Of all plans, and as many of all queries: ten megabytes each, about. */
    static final long MAX_PARTS = 100_000;

    /** Of one plan or query, so that it does not displace all others. */
    static final long MAX_PARTS_OF_ONE = MAX_PARTS / 10;

    /** Of all queries that are long or heavy. */
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

        /** The one that was not asked for longest is the first. */
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

    /** The plan of a text, before it has values. What cannot be planned is not kept. */
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

    /** The query of a text with values, or null. */
    Query known(String text, List<Object> values, AnswerLimits limits) {
        return known(new Question(text, values, limits));
    }

    private Query known(Question question) {
        Query known = queries.get(question);
        return known == null ? heavy.get(question) : known;
    }

    /** The query of a text with values. What cannot be planned is not kept. */
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
