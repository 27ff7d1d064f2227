package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Removes queries in expressions that nothing uses, after simplification or in a query of WITH that nothing names. */
public final class UnusedQueries {
    private UnusedQueries() {}

    public static PlannedQuery without(PlannedQuery query) {
        if (query.initials().isEmpty()) {
            return query;
        }
        boolean[] isUsed = new boolean[query.initials().size()];
        mark(query.plan(), isUsed);
        // Each uses only earlier ones.
        for (int i = isUsed.length - 1; i >= 0; i--) {
            if (isUsed[i]) {
                mark(query.initials().get(i).plan(), isUsed);
            }
        }
        Map<Integer, Integer> indexes = new HashMap<>();
        List<PlannedQuery.Initial> initials = new ArrayList<>();
        for (int i = 0; i < isUsed.length; i++) {
            if (isUsed[i]) {
                indexes.put(i, initials.size());
                initials.add(query.initials().get(i));
            }
        }
        return initials.size() == isUsed.length
                ? query
                : Expressions.changed(
                        new PlannedQuery(query.plan(), List.copyOf(initials), query.parameters()),
                        node -> renumbered(node, indexes));
    }

    private static void mark(Plan plan, boolean[] isUsed) {
        Expressions.inPlan(
                plan,
                whole -> Operands.changed(whole, node -> {
                    if (node instanceof Bound.Initial initial) {
                        isUsed[initial.index()] = true;
                    } else if (node instanceof Bound.InInitial in) {
                        isUsed[in.index()] = true;
                    } else if (node instanceof Bound.InitialByKey of) {
                        isUsed[of.index()] = true;
                    }
                    return node;
                }));
    }

    static Bound renumbered(Bound node, Map<Integer, Integer> indexes) {
        if (node instanceof Bound.Initial initial) {
            return new Bound.Initial(indexes.get(initial.index()), initial.type(), initial.position());
        }
        if (node instanceof Bound.InitialByKey of) {
            return new Bound.InitialByKey(indexes.get(of.index()), of.operands(), of.type(), of.position());
        }
        return node instanceof Bound.InInitial in
                ? new Bound.InInitial(in.operand(), indexes.get(in.index()), in.position())
                : node;
    }
}
