package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;

/** Opens the right side for each left row, with its values. */
final class LateralJoin implements RowStream {
    private final Plan.Lateral join;
    private final RowStream left;
    private final PlanRunner runner;
    private final Budget budget;
    private final int leftColumns;
    private final Row nullsOfRight;
    private Row leftRow;
    private RowStream right;
    private boolean leftIsJoined;
    private Budget.Kept keptByRight = Budget.Kept.NOTHING;

    LateralJoin(Plan.Lateral join, RowStream left, PlanRunner runner, Budget budget) {
        this.join = join;
        this.left = left;
        this.runner = runner;
        this.budget = budget;
        leftColumns = join.left().outputs().size();
        nullsOfRight = Row.of(new Object[join.right().outputs().size()]);
    }

    @Override
    public Row next() {
        while (true) {
            Row joined = leftRow == null ? null : nextOfLeftRow();
            if (joined != null) {
                return joined;
            }
            leftRow = left.next();
            if (leftRow == null) {
                return null;
            }
            leftIsJoined = false;
            right = opened();
        }
    }

    private RowStream opened() {
        budget.beginRun();
        budget.giveBack(keptByRight);
        keptByRight = Budget.Kept.NOTHING;
        Object[] values = new Object[join.outer().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = budget.evaluate(join.outer().get(i), leftRow);
        }
        return runner.open(Expressions.withOuter(join.right(), outer -> QueryOfRow.constant(outer, values)));
    }

    private Row nextOfRight() {
        Budget.Kept before = budget.kept();
        Row row = right.next();
        keptByRight = keptByRight.plus(budget.keptSince(before));
        return row;
    }

    /** The next pair of the left row, or the row alone after its pairs. */
    private Row nextOfLeftRow() {
        Row row = nextOfRight();
        while (row != null) {
            budget.step();
            Row joined = Join.joined(leftRow, leftColumns, row);
            Bound condition = join.condition();
            if (condition == null || budget.isTrue(condition, joined)) {
                leftIsJoined = true;
                return joined;
            }
            row = nextOfRight();
        }
        if (leftIsJoined || join.kind() == Plan.Join.Kind.INNER) {
            return null;
        }
        leftIsJoined = true;
        return Join.joined(leftRow, leftColumns, nullsOfRight);
    }
}
