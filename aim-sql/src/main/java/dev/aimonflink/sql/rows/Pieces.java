package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.CanonicalValue;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is assembled from rows in an order, perhaps from only the first of equal ones. */
abstract class Pieces extends Accumulator {
    /** A row's value, its other argument if any, and the terms by which it is sorted. */
    record Piece(Object value, Object other, Object[] terms) {}

    final Budget budget;
    private final SortOrder order;
    private final List<Piece> pieces = new ArrayList<>();

    /** The values present already, if equal ones count once. */
    private final Set<List<Object>> taken = new HashSet<>();

    Pieces(AggregateCall call, Budget budget) {
        super(call);
        this.budget = budget;
        order = new SortOrder(call.order(), budget);
    }

    @Override
    Object input(Row row) {
        Object value = super.input(row);
        boolean hasOther = call.arguments().size() > 1;
        return new Piece(
                value, hasOther ? RowEvaluator.evaluate(call.arguments().get(1), row) : null, order.values(row));
    }

    /** It skips duplicates itself, which have equal other arguments, too. */
    @Override
    boolean dependsOnDuplicates() {
        return false;
    }

    @Override
    void add(Object input) {
        Piece piece = (Piece) input;
        if (!call.isDistinct() || taken.add(identity(piece))) {
            budget.keepRow();
            keep(piece);
            pieces.add(piece);
        }
    }

    private static List<Object> identity(Piece piece) {
        List<Object> both = new ArrayList<>();
        both.add(CanonicalValue.of(piece.value));
        both.add(piece.other);
        return both;
    }

    /** Counts the memory of a kept one. */
    abstract void keep(Piece piece);

    abstract Object value(List<Piece> sorted);

    @Override
    final Object value() {
        if (pieces.isEmpty()) {
            return null;
        }
        List<Piece> sorted = new ArrayList<>(pieces);
        Comparator<Piece> byTerms = Comparator.comparing(Piece::terms, order);
        sorted.sort(
                call.isDistinct() ? byTerms.thenComparing(Piece::value, Comparator.nullsLast(this::compare)) : byTerms);
        return value(sorted);
    }

    private int compare(Object left, Object right) {
        budget.step();
        return Order.compare(left, right, argumentType(0));
    }
}
