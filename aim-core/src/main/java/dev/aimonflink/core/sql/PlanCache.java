package dev.aimonflink.core.sql;

import dev.aimonflink.core.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The plans of the texts that were asked last: dashboards ask the same ones again and again, some of them with other values. Long texts
 * are planned each time, so that the memory is bounded.
 */
final class PlanCache {
    static final int MAX_TEXTS = 1_000;
    static final int MAX_CHARACTERS = 4_096;

    private final Map<String, PlannedStatement> plans = leastRecentlyUsed();
    private final Map<Question, Query> queries = leastRecentlyUsed();

    private record Question(String text, List<Object> values, AnswerLimits limits) {}

    private static <K, V> Map<K, V> leastRecentlyUsed() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MAX_TEXTS;
            }
        };
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
    private synchronized <K, V> V cached(Map<K, V> cache, K key, int characters, Supplier<V> planning) {
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
