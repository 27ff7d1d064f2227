package dev.aimonflink.core.sql;

import dev.aimonflink.core.query.Query;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The plans of the texts that were asked last: dashboards ask the same ones again and again, some of them with other values. The memory
 * is bounded by the length of the texts and the {@linkplain PlanWeight parts} of the plans, and not by their number alone: a short text
 * can mean hundreds of columns, or a set of thousands of values. What is long or heavy is planned each time.
 */
final class PlanCache {
    static final int MAX_TEXTS = 1_000;
    static final int MAX_CHARACTERS = 4_096;

    /** Of all plans, and as many of all queries: ten megabytes each, about. */
    static final long MAX_PARTS = 100_000;

    /** Of one plan or query, so that it does not displace all others. */
    static final long MAX_PARTS_OF_ONE = MAX_PARTS / 10;

    private final Recent<String, PlannedStatement> plans = new Recent<>(PlanWeight::of);
    private final Recent<Question, Query> queries = new Recent<>(PlanWeight::of);

    private record Question(String text, List<Object> values, AnswerLimits limits) {}

    private record Weighed<V>(V value, long parts) {}

    private static final class Recent<K, V> {
        private final ToLongFunction<V> parts;

        /** The one that was not asked for longest is the first. */
        private final Map<K, Weighed<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

        private long partsOfAll;

        Recent(ToLongFunction<V> parts) {
            this.parts = parts;
        }

        V get(K key) {
            Weighed<V> known = kept.get(key);
            return known == null ? null : known.value;
        }

        void put(K key, V value) {
            Weighed<V> weighed = new Weighed<>(value, parts.applyAsLong(value));
            if (weighed.parts > MAX_PARTS_OF_ONE) {
                return;
            }
            kept.put(key, weighed);
            partsOfAll += weighed.parts;
            Iterator<Weighed<V>> eldest = kept.values().iterator();
            while (kept.size() > MAX_TEXTS || partsOfAll > MAX_PARTS) {
                partsOfAll -= eldest.next().parts;
                eldest.remove();
            }
        }
    }

    /** The plan of a text, before it has values. */
    PlannedStatement plan(String text, Supplier<PlannedStatement> planning) {
        return cached(plans, text, text.length(), planning);
    }

    /** The query of a text with values. */
    Query query(String text, List<Object> values, AnswerLimits limits, Supplier<Query> planning) {
        int characters = text.length();
        for (Object value : values) {
            characters += value instanceof String given ? given.length() : 0;
        }
        return cached(queries, new Question(text, new ArrayList<>(values), limits), characters, planning);
    }

    /** What cannot be planned is not kept. */
    private synchronized <K, V> V cached(Recent<K, V> cache, K key, int characters, Supplier<V> planning) {
        V known = cache.get(key);
        if (known == null) {
            known = planning.get();
            if (characters <= MAX_CHARACTERS) {
                cache.put(key, known);
            }
        }
        return known;
    }
}
