package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.ArrayList;
import java.util.List;

/** The equalities of a join's condition between left and right values, and the rest of it. */
final class JoinKeys {
    private final List<Bound> ofLeft = new ArrayList<>();
    private final List<Bound> ofRight = new ArrayList<>();

    private final List<Boolean> nullsMatch = new ArrayList<>();

    private final Bound residual;
    private final int leftColumns;
    private final int columns;
    private final Budget budget;

    JoinKeys(Bound condition, int leftColumns, int columns, Budget budget) {
        this.budget = budget;
        this.leftColumns = leftColumns;
        this.columns = columns;
        List<Bound> others = new ArrayList<>();
        for (Bound conjunct : Conjuncts.of(condition)) {
            // Keys are computed for all rows, so one behind another condition must never fail.
            boolean isGuarded = !others.isEmpty();
            if (!addIfKey(conjunct, isGuarded)) {
                others.add(conjunct);
            }
        }
        residual = Conjuncts.all(others);
    }

    private boolean addIfKey(Bound conjunct, boolean isGuarded) {
        if (conjunct instanceof Bound.Comparison comparison && comparison.operator() == BinaryOperator.EQUAL) {
            return addIfKey(comparison.left(), comparison.right(), isGuarded, false)
                    || addIfKey(comparison.right(), comparison.left(), isGuarded, false);
        } else if (conjunct instanceof Bound.Same same) {
            return addIfKey(same.left(), same.right(), isGuarded, true)
                    || addIfKey(same.right(), same.left(), isGuarded, true);
        } else {
            return false;
        }
    }

    private boolean addIfKey(Bound left, Bound right, boolean isGuarded, boolean nullsAreEqual) {
        boolean isKey = Conjuncts.isOver(left, 0, leftColumns)
                && Conjuncts.isOver(right, leftColumns, columns)
                && (!isGuarded || (neverFails(left) && neverFails(right)));
        if (isKey) {
            ofLeft.add(left);
            ofRight.add(BoundRewriter.withoutFirst(leftColumns, right));
            nullsMatch.add(nullsAreEqual);
        }
        return isKey;
    }

    /** Whether it is a column, maybe of integers converted to a wider type. */
    static boolean neverFails(Bound bound) {
        return bound instanceof Bound.Field
                || (bound instanceof Bound.Cast cast
                        && cast.operand() instanceof Bound.Field field
                        && field.type().isInteger()
                        && cast.type().isNumber()
                        && !cast.type().isLimited()
                        && field.type().kind().compareTo(cast.type().kind()) < 0);
    }

    /** The condition on pairs of equal keys, or null. */
    Bound residual() {
        return residual;
    }

    /** Null if the row has no partner. */
    Key ofLeft(Row row) {
        return key(ofLeft, row);
    }

    Key ofRight(Row row) {
        return key(ofRight, row);
    }

    private Key key(List<Bound> bounds, Row row) {
        Object[] values = new Object[bounds.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = budget.evaluate(bounds.get(i), row);
            if (values[i] == null && !nullsMatch.get(i)) {
                return null;
            }
        }
        return Key.of(values);
    }
}
