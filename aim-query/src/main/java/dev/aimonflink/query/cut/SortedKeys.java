package dev.aimonflink.query.cut;

import dev.aimonflink.query.partial.KeyOrder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Groups that are sorted by their first keys. */
final class SortedKeys {
    private SortedKeys() {}

    static boolean areFirst(Plan.Aggregate aggregate, List<SortTerm> terms) {
        for (int i = 0; i < terms.size(); i++) {
            boolean isKey = i < aggregate.keys().size()
                    && terms.get(i).value() instanceof Bound.Field field
                    && field.column().index() == i;
            if (!isKey) {
                return false;
            }
        }
        return true;
    }

    static List<KeyOrder> orders(Plan.Aggregate aggregate, List<SortTerm> terms) {
        List<KeyOrder> orders =
                new ArrayList<>(Collections.nCopies(aggregate.keys().size(), KeyOrder.USUAL));
        for (int i = 0; i < terms.size(); i++) {
            orders.set(i, new KeyOrder(terms.get(i).isDescending(), terms.get(i).nullsFirst()));
        }
        return orders;
    }
}
