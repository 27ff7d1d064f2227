package dev.aimonflink.query.scan;

import dev.aimonflink.query.program.BatchRow;
import dev.aimonflink.query.program.VectorColumns;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.List;

/** Tests conditions that have no vectors, for the rows of a mask one by one. */
final class RowConditions {
    private final List<Bound> conditions;
    private final BatchRow row;

    RowConditions(List<Bound> conditions, VectorColumns columns) {
        this.conditions = conditions;
        row = new BatchRow(columns);
    }

    boolean areNone() {
        return conditions.isEmpty();
    }

    /** Removes the rows from a mask for which they do not all hold. */
    void narrow(int[] mask, int from, int rows) {
        if (areNone()) {
            return;
        }
        for (int i = 0; i < rows; i++) {
            if (mask[i] != 0) {
                row.index = from + i;
                mask[i] = hold() ? -1 : 0;
            }
        }
    }

    private boolean hold() {
        for (int i = 0; i < conditions.size(); i++) {
            if (!Boolean.TRUE.equals(RowEvaluator.evaluate(conditions.get(i), row))) {
                return false;
            }
        }
        return true;
    }
}
