package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.sql.text.FromItem.Join.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows of the items so far, each with those of one more item. For each row of the left side, the columns of the frame's row that
 * belong to the right one are overwritten again and again, and what comes next is run.
 *
 * <p>Where columns have to be equal, the rows of the right side are found by them.
 */
final class JoinStep implements RowSource {
    private final RowSource left;
    private final FromTree.Leaf right;
    private final Kind kind;
    private final int leftFrom;
    private final JoinConditions conditions;

    /** @param leftFrom the first column of the left side, for rows of the right one that have no partner */
    JoinStep(RowSource left, FromTree.Leaf right, Kind kind, int leftFrom, JoinConditions conditions) {
        this.left = left;
        this.right = right;
        this.kind = kind;
        this.leftFrom = leftFrom;
        this.conditions = conditions;
    }

    @Override
    public void each(Frame frame, Runnable next) {
        boolean keepsLeft = kind == Kind.LEFT || kind == Kind.FULL;
        boolean keepsRight = kind == Kind.RIGHT || kind == Kind.FULL;
        Set<Object> matched = keepsRight ? Collections.newSetFromMap(new IdentityHashMap<>()) : Set.of();
        // A row without a partner is known by its identity, so the rows must be the same ones to the end.
        List<Object[]> all = keepsRight ? rows(frame) : null;
        var index = keepsRight && hasKeys() ? index(frame, all) : null;
        left.each(frame, () -> {
            boolean hasPartner = false;
            for (Object[] row : keepsRight ? (hasKeys() ? found(index, frame) : all) : candidates(frame)) {
                frame.run.step();
                place(frame, row);
                if (all(conditions.conditions(), frame)) {
                    hasPartner = true;
                    if (keepsRight) {
                        matched.add(row);
                    }
                    pass(frame, next);
                }
            }
            if (!hasPartner && keepsLeft) {
                Arrays.fill(frame.row, right.from(), right.to(), null);
                pass(frame, next);
            }
        });
        if (keepsRight) {
            Arrays.fill(frame.row, leftFrom, right.from(), null);
            for (Object[] row : all) {
                if (!matched.contains(row)) {
                    place(frame, row);
                    pass(frame, next);
                }
            }
        }
    }

    private void place(Frame frame, Object[] row) {
        System.arraycopy(row, 0, frame.row, right.from(), right.to() - right.from());
    }

    private void pass(Frame frame, Runnable next) {
        if (all(conditions.filters(), frame)) {
            next.run();
        }
    }

    private static boolean all(List<Term> conditions, Frame frame) {
        for (Term condition : conditions) {
            if (!condition.isTrue(frame)) {
                return false;
            }
        }
        return true;
    }

    private List<Object[]> rows(Frame frame) {
        return right.isStable()
                ? frame.run.once(right, () -> right.rows().of(frame))
                : right.rows().of(frame);
    }

    private boolean hasKeys() {
        return !conditions.leftKeys().isEmpty();
    }

    private List<Object[]> candidates(Frame frame) {
        if (!hasKeys()) {
            return rows(frame);
        }
        return found(
                right.isStable() ? frame.run.once(this, () -> index(frame, rows(frame))) : index(frame, rows(frame)),
                frame);
    }

    private List<Object[]> found(Map<List<Object>, List<Object[]>> index, Frame frame) {
        List<Object> key = key(conditions.leftKeys(), frame);
        return key == null ? List.of() : index.getOrDefault(key, List.of());
    }

    private Map<List<Object>, List<Object[]>> index(Frame frame, List<Object[]> rows) {
        Map<List<Object>, List<Object[]>> index = new HashMap<>();
        for (Object[] row : rows) {
            frame.run.step();
            place(frame, row);
            List<Object> key = key(conditions.rightKeys(), frame);
            if (key != null) {
                index.computeIfAbsent(key, any -> new ArrayList<>()).add(row);
            }
        }
        return index;
    }

    /** Null if a part of it is: it is then equal to no other. */
    private static List<Object> key(List<Term> terms, Frame frame) {
        List<Object> key = new ArrayList<>(terms.size());
        for (Term term : terms) {
            Object value = term.value(frame);
            if (value == null) {
                return null;
            }
            key.add(Comparing.key(value));
        }
        return key;
    }
}
