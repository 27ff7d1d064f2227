package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Finds the columns that an expression reads. */
public final class ColumnsOf {
    private ColumnsOf() {}

    /** Adds each column as often as it is read. */
    public static void add(Bound bound, Collection<Column> columns) {
        if (bound instanceof Bound.Field field) {
            columns.add(field.column());
        } else {
            operands(bound).forEach(operand -> add(operand, columns));
        }
    }

    private static List<Bound> operands(Bound bound) {
        if (bound instanceof Bound.Logical logical) {
            return List.of(logical.left(), logical.right());
        } else if (bound instanceof Bound.Comparison comparison) {
            return List.of(comparison.left(), comparison.right());
        } else if (bound instanceof Bound.Same same) {
            return List.of(same.left(), same.right());
        } else if (bound instanceof Bound.Arithmetic arithmetic) {
            return List.of(arithmetic.left(), arithmetic.right());
        } else if (bound instanceof Bound.Concatenation concatenation) {
            return List.of(concatenation.left(), concatenation.right());
        } else if (bound instanceof Bound.Not not) {
            return List.of(not.operand());
        } else if (bound instanceof Bound.IsNull isNull) {
            return List.of(isNull.operand());
        } else if (bound instanceof Bound.IsTruth isTruth) {
            return List.of(isTruth.operand());
        } else if (bound instanceof Bound.Like like) {
            return List.of(like.operand());
        } else if (bound instanceof Bound.InSet in) {
            return List.of(in.operand());
        } else if (bound instanceof Bound.InInitial in) {
            return List.of(in.operand());
        } else if (bound instanceof Bound.Negation negation) {
            return List.of(negation.operand());
        } else if (bound instanceof Bound.Cast cast) {
            return List.of(cast.operand());
        } else {
            return ofLists(bound);
        }
    }

    private static List<Bound> ofLists(Bound bound) {
        if (bound instanceof Bound.In in) {
            return Stream.concat(Stream.of(in.operand()), in.values().stream()).toList();
        } else if (bound instanceof Bound.Case choice) {
            return Stream.concat(choice.conditions().stream(), choice.results().stream())
                    .toList();
        } else if (bound instanceof Bound.Call call) {
            return call.arguments();
        } else {
            // Constants, parameters, and the values of queries.
            return List.of();
        }
    }
}
