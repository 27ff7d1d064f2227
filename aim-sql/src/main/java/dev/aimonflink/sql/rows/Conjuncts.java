package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import java.util.ArrayList;
import java.util.List;

/** The conditions that AND connects. */
final class Conjuncts {
    private Conjuncts() {}

    /** Adds the parts of a condition from left to right. */
    static void add(Bound condition, List<Bound> conjuncts) {
        if (condition instanceof Bound.Logical logical && logical.isAnd()) {
            add(logical.left(), conjuncts);
            add(logical.right(), conjuncts);
        } else if (condition != null) {
            conjuncts.add(condition);
        }
    }

    /** One condition of all; null of none. */
    static Bound join(List<Bound> conjuncts) {
        Bound joined = null;
        for (Bound conjunct : conjuncts) {
            joined = joined == null ? conjunct : new Bound.Logical(true, joined, conjunct, conjunct.position());
        }
        return joined;
    }

    /** Whether an expression reads columns, and only those from an index up to before another. */
    static boolean isOver(Bound bound, int from, int to) {
        List<Column> columns = columns(bound);
        return !columns.isEmpty() && columns.stream().allMatch(column -> column.index() >= from && column.index() < to);
    }

    static boolean isConstant(Bound bound) {
        return columns(bound).isEmpty();
    }

    private static List<Column> columns(Bound bound) {
        List<Column> columns = new ArrayList<>();
        ColumnsOf.add(bound, columns);
        return columns;
    }
}
