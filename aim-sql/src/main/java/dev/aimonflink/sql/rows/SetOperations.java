package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Rows without duplicates, and the set operations; rows come in the order of the first of equal ones. */
final class SetOperations {
    private final int columns;
    private final Budget budget;

    SetOperations(int columns, Budget budget) {
        this.columns = columns;
        this.budget = budget;
    }

    RowStream distinct(RowStream input) {
        Set<Key> seen = new HashSet<>();
        return () -> {
            Row row = input.next();
            while (row != null && !isNew(seen, row)) {
                row = input.next();
            }
            return row;
        };
    }

    private boolean isNew(Set<Key> seen, Row row) {
        boolean isNew = seen.add(Key.of(row, columns));
        if (isNew) {
            budget.keepRow(columns);
        }
        return isNew;
    }

    RowStream of(Plan.SetOperation plan, RowStream left, RowStream right) {
        RowStream all =
                switch (plan.operation()) {
                    case UNION -> left.then(right);
                    case INTERSECT -> partners(left, right, plan.isAll(), true);
                    case EXCEPT -> partners(left, right, plan.isAll(), false);
                };
        return plan.isAll() ? all : distinct(all);
    }

    /** The left rows that have a partner on the right, or those that have none; with ALL each partner counts once. */
    private RowStream partners(RowStream left, RowStream right, boolean isAll, boolean withPartner) {
        return RowStream.later(() -> {
            Map<Key, Integer> partners = counted(right);
            return () -> {
                Row row = left.next();
                while (row != null && hasPartner(partners, Key.of(row, columns), isAll) != withPartner) {
                    row = left.next();
                }
                return row;
            };
        });
    }

    private Map<Key, Integer> counted(RowStream rows) {
        Map<Key, Integer> counts = new HashMap<>();
        for (Row row = rows.next(); row != null; row = rows.next()) {
            if (counts.merge(Key.of(row, columns), 1, Integer::sum) == 1) {
                budget.keepRow(columns);
            }
        }
        return counts;
    }

    private static boolean hasPartner(Map<Key, Integer> partners, Key key, boolean isAll) {
        int count = partners.getOrDefault(key, 0);
        if (isAll && count > 0) {
            partners.put(key, count - 1);
        }
        return count > 0;
    }
}
