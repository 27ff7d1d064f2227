package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Sorts rows stably, or finds the first ones. */
final class SortedRows {
    private record Sortable(Object[] terms, long number, Row row) {}

    private final long most;
    private final Budget budget;
    private final SortOrder order;
    private final Comparator<Sortable> comparator;

    /** The kept rows; if only the first ones are, a queue with the last of them at its head. */
    private final Collection<Sortable> kept;

    private long number;

    /** @param most how many of the first rows are wanted */
    SortedRows(List<SortTerm> terms, long most, Budget budget) {
        this.most = most;
        this.budget = budget;
        order = new SortOrder(terms, budget);
        comparator = Comparator.comparing(Sortable::terms, order).thenComparingLong(Sortable::number);
        kept = most == Long.MAX_VALUE ? new ArrayList<>() : new PriorityQueue<>(comparator.reversed());
    }

    void add(Row row) {
        Sortable next = new Sortable(order.values(row), number++, row);
        if (kept.size() < most) {
            budget.keepRow();
            kept.add(next);
        } else if (kept instanceof PriorityQueue<Sortable> first && most > 0) {
            if (order.compare(next.terms, first.element().terms) < 0) {
                first.remove();
                first.add(next);
            }
        }
    }

    RowStream rows() {
        List<Sortable> sorted = new ArrayList<>(kept);
        sorted.sort(comparator);
        return RowStream.of(sorted.stream().map(Sortable::row).iterator());
    }
}
