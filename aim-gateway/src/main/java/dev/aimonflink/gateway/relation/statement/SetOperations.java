package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.QueryBody.SetOperation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** UNION, INTERSECT and EXCEPT. */
final class SetOperations {
    private SetOperations() {}

    /** @param isAll whether equal rows stay */
    static List<Object[]> of(Kind kind, boolean isAll, List<Object[]> left, List<Object[]> right) {
        List<Object[]> all = new ArrayList<>();
        if (kind == Kind.UNION) {
            all.addAll(left);
            all.addAll(right);
        } else {
            Map<List<Object>, Integer> others = new HashMap<>();
            right.forEach(row -> others.merge(key(row), 1, Integer::sum));
            for (Object[] row : left) {
                int count = others.getOrDefault(key(row), 0);
                if (isAll && count > 0) {
                    others.put(key(row), count - 1);
                }
                if (count > 0 == (kind == Kind.INTERSECT)) {
                    all.add(row);
                }
            }
        }
        return isAll ? all : distinct(all, all.isEmpty() ? 0 : all.get(0).length);
    }

    private static List<Object> key(Object[] row) {
        return QueryBinder.key(row, row.length);
    }

    /** The first of all rows that are equal in so many columns. */
    static List<Object[]> distinct(List<Object[]> rows, int width) {
        Set<List<Object>> seen = new HashSet<>();
        List<Object[]> distinct = new ArrayList<>();
        for (Object[] row : rows) {
            if (seen.add(QueryBinder.key(row, width))) {
                distinct.add(row);
            }
        }
        return distinct;
    }
}
