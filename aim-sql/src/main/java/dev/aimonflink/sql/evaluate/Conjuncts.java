package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** The conditions that AND connects. */
public final class Conjuncts {
    private Conjuncts() {}

    /** From left to right, in a modifiable list; none for null. */
    public static List<Bound> of(Bound condition) {
        List<Bound> conjuncts = new ArrayList<>();
        add(condition, conjuncts);
        return conjuncts;
    }

    private static void add(Bound condition, List<Bound> conjuncts) {
        if (condition instanceof Bound.Logical logical && logical.isAnd()) {
            add(logical.left(), conjuncts);
            add(logical.right(), conjuncts);
        } else if (condition != null) {
            conjuncts.add(condition);
        }
    }

    /** Null for none. */
    public static Bound all(List<Bound> conjuncts) {
        Bound all = null;
        for (Bound conjunct : conjuncts) {
            all = all == null ? conjunct : new Bound.Logical(true, all, conjunct, conjunct.position());
        }
        return all;
    }

    /** The indexes of the columns that expressions read. */
    public static BitSet columnsOf(Collection<Bound> bounds) {
        List<Column> columns = new ArrayList<>();
        bounds.forEach(each -> ColumnsOf.add(each, columns));
        BitSet indexes = new BitSet();
        columns.forEach(each -> indexes.set(each.index()));
        return indexes;
    }

    /** Whether an expression reads columns, and only those of a range. */
    public static boolean isOver(Bound bound, int from, int to) {
        BitSet columns = columnsOf(List.of(bound));
        return !columns.isEmpty() && columns.nextSetBit(0) >= from && columns.length() <= to;
    }

    public static boolean isConstant(Bound bound) {
        return columnsOf(List.of(bound)).isEmpty();
    }
}
