package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.FromItem.Join.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a chain of steps of what FROM lists. A condition of WHERE is looked at as soon as its columns are there, so that fewer rows are
 * combined; an outer join is not passed, because it adds rows that the condition has to see.
 */
final class JoinPlanner {
    private final List<Conjunct> pending;

    private JoinPlanner(List<Conjunct> conditions) {
        this.pending = new ArrayList<>(conditions);
    }

    static RowSource plan(List<FromTree> items, List<Conjunct> conditions) {
        JoinPlanner planner = new JoinPlanner(conditions);
        RowSource rows = RowSource.ONE;
        for (FromTree item : items) {
            rows = planner.after(rows, item);
        }
        List<Term> rest = planner.pending.stream().map(Conjunct::condition).toList();
        RowSource all = rows;
        return rest.isEmpty()
                ? all
                : (frame, next) -> all.each(frame, () -> {
                    if (rest.stream().allMatch(condition -> condition.isTrue(frame))) {
                        next.run();
                    }
                });
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
        return step(left, leaf(join.right()), join.kind(), join.from(), join.conditions());
    }

    private static FromTree.Leaf leaf(FromTree item) {
        return item instanceof FromTree.Leaf leaf ? leaf : alone((FromTree.Join) item);
    }

    /** A join whose rows are computed apart from those of the other items. */
    private static FromTree.Leaf alone(FromTree.Join join) {
        RowSource rows = plan(List.of(join), List.of());
        boolean isStable = isStable(join);
        return new FromTree.Leaf(join.from(), join.to(), isStable, frame -> {
            List<Object[]> parts = new ArrayList<>();
            rows.each(frame, () -> parts.add(Arrays.copyOfRange(frame.row, join.from(), join.to())));
            return parts;
        });
    }

    private static boolean isStable(FromTree item) {
        if (item instanceof FromTree.Leaf leaf) {
            return leaf.isStable();
        }
        FromTree.Join join = (FromTree.Join) item;
        return isStable(join.left())
                && isStable(join.right())
                && join.conditions().stream()
                        .noneMatch(condition -> condition.use().isOpen());
    }

    private RowSource step(RowSource left, FromTree.Leaf right, Kind kind, int leftFrom, List<Conjunct> on) {
        List<Conjunct> ready = pending.stream()
                .filter(conjunct -> conjunct.use().columns().length() <= right.to())
                .toList();
        pending.removeAll(ready);
        List<Conjunct> conditions = new ArrayList<>(on);
        boolean isInner = kind == Kind.INNER || kind == Kind.CROSS;
        if (isInner) {
            conditions.addAll(ready);
        }
        return new JoinStep(
                left,
                right,
                kind,
                leftFrom,
                JoinConditions.of(conditions, isInner ? List.of() : ready, right.from(), right.to()));
    }
}
