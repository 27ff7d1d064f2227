package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.rows.RowEvaluator;
import java.util.ArrayList;
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

    /** @param filter null for all rows */
    Conjuncts(Bound filter, Program program) {
        this.program = program;
        mask = program.ints();
        row = new BatchRow(program.columns());
        Conditions conditions = new Conditions(program);
        boolean isFirst = true;
        for (Bound each : filter == null ? List.<Bound>of() : conjuncts(filter, new ArrayList<>())) {
            Program.Mark begin = program.mark();
            try {
                conditions.select(each, true, mask, !isFirst);
                program.release(begin);
                isFirst = false;
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                left.add(each);
            }
        }
        if (isFirst) {
            program.emit(rows -> MaskLoops.fill(mask, true, rows));
        }
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

    /** How many conditions are asked row by row. */
    int conditionsWithoutVectors() {
        return left.size();
    }

    /** Fills in the mask of a vector. */
    void run(int from, int rows) {
        program.run(from, rows);
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
