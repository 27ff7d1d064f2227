package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Replaces inner queries that only look up {@linkplain KeyedQuery keys} by ones that are run once, before the rows. */
final class QueriesByKey {
    private final List<Initial> initials = new ArrayList<>();

    /** The new indexes of the queries that were initial before. */
    private final Map<Integer, Integer> renumbered = new HashMap<>();

    /** For new ones, which are run once for the same text in several places. */
    private final Map<Bound.InnerQuery, Integer> known = new HashMap<>();

    private QueriesByKey() {}

    static PlannedQuery in(PlannedQuery query) {
        QueriesByKey queries = new QueriesByKey();
        for (int i = 0; i < query.initials().size(); i++) {
            Initial initial = query.initials().get(i);
            Plan plan = queries.in(initial.plan());
            queries.renumbered.put(i, queries.add(initial.of(plan)));
        }
        Plan plan = queries.in(query.plan());
        return new PlannedQuery(plan, List.copyOf(queries.initials), query.parameters());
    }

    private int add(Initial initial) {
        initials.add(initial);
        return initials.size() - 1;
    }

    private int add(Initial.Kind kind, Plan plan, int position) {
        Initial initial = new Initial(kind, plan, position);
        return known.computeIfAbsent(initial.withoutPositions(), fresh -> add(initial));
    }

    /** Those in an inner query's expressions come first. */
    private Plan in(Plan plan) {
        return Expressions.inPlan(plan, whole -> Operands.changed(whole, this::changed), KeyedJoin::changed);
    }

    private Bound changed(Bound node) {
        if (!(node instanceof Bound.Subquery subquery)) {
            return UnusedQueries.renumbered(node, renumbered);
        }
        Initial query = Initial.in(subquery);
        Bound once =
                switch (query.kind()) {
                    case EXISTS -> exists(query, subquery.operands(), subquery.position());
                    case VALUE -> value(query, subquery);
                    case SET -> among(query, subquery.operands(), subquery.position());
                    case VALUE_BY_KEY, SET_BY_KEY -> null;
                };
        return once == null ? node : once;
    }

    /** Null if it cannot be run once, like the others. */
    private Bound exists(Initial query, List<Bound> outer, int position) {
        KeyedQuery keyed = new KeyedQuery(outer, true);
        Plan keys = keyed.ofKeys(query.plan(), null);
        if (keys == null) {
            return null;
        } else if (keyed.operands().size() == 1) {
            int index = add(Initial.Kind.SET, keys, query.position());
            // Never null, unlike IN.
            return new Bound.IsTruth(new Bound.InInitial(keyed.operands().get(0), index, position), true, position);
        }
        Plan found = new Plan.Distinct(new KeyedQuery(outer, true).ofKeys(query.plan(), truth(true, position)));
        int index = add(Initial.Kind.VALUE_BY_KEY, found, query.position());
        return byKey(index, keyed, truth(false, position), SqlType.BOOLEAN, position);
    }

    private static Bound truth(boolean truth, int position) {
        return new Bound.Constant(truth, SqlType.BOOLEAN, position);
    }

    private Bound value(Initial query, Bound.Subquery subquery) {
        KeyedQuery keyed = new KeyedQuery(subquery.operands(), false);
        Plan values = keyed.withValues(query.plan());
        return values == null
                ? null
                : byKey(
                        add(Initial.Kind.VALUE_BY_KEY, values, query.position()),
                        keyed,
                        keyed.ofNoRow().get(0),
                        subquery.type(),
                        subquery.position());
    }

    private Bound among(Initial query, List<Bound> operands, int position) {
        int last = operands.size() - 1;
        KeyedQuery keyed = new KeyedQuery(operands.subList(0, last), false);
        Plan rows = keyed.withKeys(query.plan() instanceof Plan.Sort sort ? sort.input() : query.plan());
        return rows == null
                ? null
                : byKey(
                        add(Initial.Kind.SET_BY_KEY, rows, query.position()),
                        keyed,
                        operands.get(last),
                        SqlType.BOOLEAN,
                        position);
    }

    private static Bound byKey(int index, KeyedQuery keyed, Bound last, SqlType type, int position) {
        List<Bound> operands =
                Stream.concat(keyed.operands().stream(), Stream.of(last)).toList();
        return new Bound.InitialByKey(index, operands, type, position);
    }
}
