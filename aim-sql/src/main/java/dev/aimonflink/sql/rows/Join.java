package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.Join.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins rows by a hash table of the right side. Without equalities all rows have the same key, so each left row meets each right one. */
final class Join implements RowStream {
    /** A right row, linked to the next one of the same key. */
    private static final class Candidate {
        private final Row row;
        private Candidate next;
        private boolean isJoined;

        Candidate(Row row) {
            this.row = row;
        }
    }

    /** Candidates of one key in order. */
    private static final class Chain {
        private final Candidate first;
        private Candidate last;

        Chain(Candidate only) {
            first = only;
            last = only;
        }
    }

    private final Kind kind;
    private final int leftColumns;
    private final Row nullsOfLeft;
    private final Row nullsOfRight;
    private final JoinKeys keys;
    private final RowStream left;
    private final Budget budget;

    private final Map<Key, Chain> rightByKey = new HashMap<>();

    /** All right rows, if those without a partner are kept; else empty. */
    private final List<Candidate> rightInOrder = new ArrayList<>();

    private Row leftRow;
    private boolean leftIsJoined;
    private Candidate candidate;
    private boolean isLeftAtEnd;
    private int rightRowsShown;

    Join(Plan.Join join, RowStream left, RowStream right, Budget budget) {
        kind = join.kind();
        leftColumns = join.left().outputs().size();
        int rightColumns = join.right().outputs().size();
        nullsOfLeft = Row.of(new Object[leftColumns]);
        nullsOfRight = Row.of(new Object[rightColumns]);
        keys = new JoinKeys(join.condition(), leftColumns, leftColumns + rightColumns, budget);
        this.left = left;
        this.budget = budget;
        keep(right);
    }

    private void keep(RowStream right) {
        for (Row row = right.next(); row != null; row = right.next()) {
            Candidate kept = new Candidate(row);
            Key key = keys.ofRight(row);
            if (kind == Kind.FULL) {
                rightInOrder.add(kept);
            } else if (key == null) {
                continue;
            }
            budget.keepRow();
            if (key != null) {
                Chain chain = rightByKey.get(key);
                if (chain == null) {
                    rightByKey.put(key, new Chain(kept));
                } else {
                    chain.last.next = kept;
                    chain.last = kept;
                }
            }
        }
    }

    @Override
    public Row next() {
        while (!isLeftAtEnd) {
            Row row = leftRow == null ? null : nextOfLeftRow();
            if (row != null) {
                return row;
            }
            leftRow = left.next();
            leftIsJoined = false;
            isLeftAtEnd = leftRow == null;
            candidate = isLeftAtEnd ? null : firstCandidate();
        }
        return nextWithoutPartner();
    }

    private Candidate firstCandidate() {
        Key key = keys.ofLeft(leftRow);
        Chain chain = key == null ? null : rightByKey.get(key);
        return chain == null ? null : chain.first;
    }

    /** The next pair of the left row, or the row alone after its candidates. */
    private Row nextOfLeftRow() {
        while (candidate != null) {
            budget.step();
            Candidate each = candidate;
            candidate = each.next;
            Row joined = joined(leftRow, leftColumns, each.row);
            if (keys.residual() == null || budget.isTrue(keys.residual(), joined)) {
                leftIsJoined = true;
                each.isJoined = true;
                return joined;
            }
        }
        if (kind == Kind.INNER || leftIsJoined) {
            return null;
        }
        leftIsJoined = true;
        return joined(leftRow, leftColumns, nullsOfRight);
    }

    private Row nextWithoutPartner() {
        while (rightRowsShown < rightInOrder.size()) {
            budget.step();
            Candidate each = rightInOrder.get(rightRowsShown++);
            if (!each.isJoined) {
                return joined(nullsOfLeft, leftColumns, each.row);
            }
        }
        return null;
    }

    static Row joined(Row leftPart, int columnsBefore, Row rightPart) {
        return column -> column < columnsBefore ? leftPart.value(column) : rightPart.value(column - columnsBefore);
    }
}
