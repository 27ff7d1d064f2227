package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.rows.RowEvaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A filter: the conditions of its AND that have vectors, and those that have none. These are asked for the rows that are left, one by
 * one.
 */
final class Conjuncts {
    private final Program program;
    private final int[] mask;
    private final List<Bound> left = new ArrayList<>();
    private final BatchRow row;

    /** Whether nothing is tested, so that the mask has all rows from the beginning. */
    private final boolean takesAll;

    private final Between last;
    private final boolean isLastAlone;

    /** @param filter null for all rows */
    Conjuncts(Bound filter, Program program) {
        this.program = program;
        mask = program.ints();
        row = new BatchRow(program.columns());
        Conditions conditions = new Conditions(program);
        int compiled = 0;
        for (Bound each : filter == null ? List.<Bound>of() : conjuncts(filter, new ArrayList<>())) {
            Program.Mark begin = program.mark();
            try {
                conditions.select(each, true, mask, compiled > 0);
                program.release(begin);
                compiled++;
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                left.add(each);
            }
        }
        takesAll = compiled == 0;
        last = left.isEmpty() ? conditions.lastRange() : null;
        isLastAlone = last != null && program.mark().steps() == 1;
        Arrays.fill(mask, -1);
    }

    /** The range that is tested last and nothing else with it, so that it can be left out; null if there is none. */
    Between last() {
        return last;
    }

    /** Leaves the last range to the loops behind. */
    void leaveLastOut() {
        program.removeLastStep();
    }

    /** The rows of the conditions before the last one; null if there are none. */
    int[] maskBeforeLast() {
        return isLastAlone ? null : mask;
    }

    private static List<Bound> conjuncts(Bound condition, List<Bound> into) {
        if (condition instanceof Bound.Logical logical && logical.isAnd()) {
            conjuncts(logical.left(), into);
            conjuncts(logical.right(), into);
        } else {
            into.add(condition);
        }
        return into;
    }

    int[] mask() {
        return mask;
    }

    /** Whether every row is taken. */
    boolean takesAll() {
        return takesAll && left.isEmpty();
    }

    /** Fills in the mask of a vector. */
    void run(int from, int rows) {
        if (!takesAll) {
            program.run(from, rows);
        } else if (!left.isEmpty()) {
            MaskLoops.fill(mask, true, rows);
        }
        for (int i = 0; i < rows && !left.isEmpty(); i++) {
            if (mask[i] != 0) {
                row.index = from + i;
                mask[i] = holds() ? -1 : 0;
            }
        }
    }

    private boolean holds() {
        for (int i = 0; i < left.size(); i++) {
            if (!Boolean.TRUE.equals(RowEvaluator.evaluate(left.get(i), row))) {
                return false;
            }
        }
        return true;
    }
}
