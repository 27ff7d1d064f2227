package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.Comparator;
import java.util.List;

/** The order of ORDER BY, for rows whose terms have been evaluated. */
final class SortOrder implements Comparator<Object[]> {
    private final SortTerm[] terms;
    private final Budget budget;

    SortOrder(List<SortTerm> terms, Budget budget) {
        this.terms = terms.toArray(SortTerm[]::new);
        this.budget = budget;
    }

    Object[] values(Row row) {
        Object[] values = new Object[terms.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = budget.evaluate(terms[i].value(), row);
        }
        return values;
    }

    @Override
    public int compare(Object[] left, Object[] right) {
        budget.step();
        for (int i = 0; i < terms.length; i++) {
            int order = compare(left[i], right[i], terms[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(Object left, Object right, SortTerm term) {
        if (left == null || right == null) {
            int nullsLast = Boolean.compare(left == null, right == null);
            return term.nullsFirst() ? -nullsLast : nullsLast;
        }
        int order = Order.compare(left, right, term.value().type());
        return term.isDescending() ? -order : order;
    }
}
