package dev.aimonflink.core.sql;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.rows.ColumnsOf;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** The parts of a condition that all have to be true. */
final class Conjuncts {
    private Conjuncts() {}

    static List<Bound> of(Bound condition) {
        List<Bound> conjuncts = new ArrayList<>();
        add(condition, conjuncts);
        return conjuncts;
    }

    private static void add(Bound condition, List<Bound> conjuncts) {
        if (condition instanceof Bound.Logical both && both.isAnd()) {
            add(both.left(), conjuncts);
            add(both.right(), conjuncts);
        } else {
            conjuncts.add(condition);
        }
    }

    /** A condition of some parts, at least one. */
    static Bound all(List<Bound> conjuncts) {
        Bound all = conjuncts.get(0);
        for (Bound each : conjuncts.subList(1, conjuncts.size())) {
            all = new Bound.Logical(true, all, each, each.position());
        }
        return all;
    }

    /** The indexes of the columns that some expressions read. */
    static BitSet columnsOf(Collection<Bound> bounds) {
        List<Column> columns = new ArrayList<>();
        bounds.forEach(each -> ColumnsOf.add(each, columns));
        BitSet indexes = new BitSet();
        columns.forEach(each -> indexes.set(each.index()));
        return indexes;
    }
}
