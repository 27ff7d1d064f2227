package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.FromItem.Join.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Makes a chain of steps of what FROM lists. A condition of WHERE is looked at as soon as its columns are there, so that fewer rows are
 * combined; an outer join is not passed, because it adds rows that the condition has to see. Of the items between commas, those come
 * first whose rows can be found by keys, because tools list them in any order.
 */
final class JoinPlanner {
    private final List<Conjunct> pending;

    /** The columns of the items so far. */
    private final BitSet known = new BitSet();

    private JoinPlanner(List<Conjunct> conditions) {
        this.pending = new ArrayList<>(conditions);
    }

    static RowSource plan(List<FromTree> items, List<Conjunct> conditions) {
        JoinPlanner planner = new JoinPlanner(conditions);
        RowSource rows = RowSource.ONE;
        List<FromTree> rest = new ArrayList<>(items);
        while (!rest.isEmpty()) {
            FromTree next = planner.next(rest);
            rest.remove(next);
            rows = planner.after(rows, next);
        }
        return filtered(rows, planner.pending.stream().map(Conjunct::condition).toList());
    }

    private static RowSource filtered(RowSource rows, List<Term> conditions) {
        return conditions.isEmpty()
                ? rows
                : (frame, next) -> rows.each(frame, () -> {
                    if (conditions.stream().allMatch(condition -> condition.isTrue(frame))) {
                        next.run();
                    }
                });
    }

    private FromTree next(List<FromTree> rest) {
        return rest.stream()
                .filter(item -> item.use().isAmong(known) && hasKey(item))
                .findFirst()
                .orElse(rest.get(0));
    }

    private boolean hasKey(FromTree item) {
        return pending.stream()
                .map(Conjunct::equality)
                .anyMatch(equality -> equality != null
                        && (equality.isKey(item.from(), item.to(), known)
                                || equality.mirrored().isKey(item.from(), item.to(), known)));
    }

    /** The rows so far, each with those of an item. */
    private RowSource after(RowSource rows, FromTree item) {
        if (item instanceof FromTree.Leaf leaf) {
            return step(rows, leaf, Kind.INNER, leaf.from(), List.of());
        }
        FromTree.Join join = (FromTree.Join) item;
        boolean keepsRight = join.kind() == Kind.RIGHT || join.kind() == Kind.FULL;
        if (keepsRight && rows != RowSource.ONE) {
            return step(rows, alone(join), Kind.INNER, join.from(), List.of());
        }
        // What holds for a row of the left side alone must not be looked at before all rows of the right one have found
        // their partners.
        RowSource left = keepsRight ? plan(List.of(join.left()), List.of()) : after(rows, join.left());
        known.set(join.left().from(), join.left().to());
        FromTree.Leaf right = join.right() instanceof FromTree.Leaf leaf ? leaf : alone((FromTree.Join) join.right());
        return step(left, right, join.kind(), join.from(), join.conditions());
    }

    /** A join whose rows are computed apart from those of the other items. */
    private static FromTree.Leaf alone(FromTree.Join join) {
        RowSource rows = plan(List.of(join), List.of());
        return new FromTree.Leaf(join.from(), join.to(), join.use(), frame -> {
            List<Object[]> parts = new ArrayList<>();
            rows.each(frame, () -> parts.add(Arrays.copyOfRange(frame.row, join.from(), join.to())));
            return parts;
        });
    }

    private RowSource step(RowSource left, FromTree.Leaf right, Kind kind, int leftFrom, List<Conjunct> on) {
        BitSet both = (BitSet) known.clone();
        both.set(right.from(), right.to());
        List<Conjunct> ready = pending.stream()
                .filter(conjunct -> conjunct.use().isAmong(both))
                .toList();
        pending.removeAll(ready);
        List<Conjunct> conditions = new ArrayList<>(on);
        boolean isInner = kind == Kind.INNER || kind == Kind.CROSS;
        if (isInner) {
            conditions.addAll(ready);
        }
        JoinConditions all =
                JoinConditions.of(conditions, isInner ? List.of() : ready, right.from(), right.to(), known);
        known.or(both);
        return new JoinStep(left, right, kind, leftFrom, all);
    }
}
