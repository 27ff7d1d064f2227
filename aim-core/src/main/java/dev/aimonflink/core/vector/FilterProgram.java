package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.NeverFails;
import dev.aimonflink.sql.rows.Conjuncts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs those conditions of a filter that have vectors. The others are left, to be tested for the remaining rows. A condition without
 * vectors that may fail is tested only for rows for which all conditions before it are true, so the conditions behind it are left too.
 */
final class FilterProgram {
    private final Program program;
    private final int[] mask;
    private final List<Bound> left = new ArrayList<>();

    /** Why the first of them is left; null if none is. */
    private String reason;

    /** Whether nothing is tested, so that the mask has all rows from the beginning. */
    private final boolean takesAll;

    private final Between last;
    private final boolean isLastAlone;

    /** @param filter null for all rows */
    FilterProgram(Bound filter, Program program) {
        this.program = program;
        mask = program.ints();
        Conditions conditions = new Conditions(program);
        int compiled = 0;
        boolean hasRisky = false;
        for (Bound each : Conjuncts.of(filter)) {
            if (hasRisky) {
                left.add(each);
                continue;
            }
            Program.Mark begin = program.mark();
            try {
                conditions.select(each, true, mask, compiled > 0);
                program.release(begin);
                compiled++;
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                left.add(each);
                hasRisky = !NeverFails.is(each);
                reason = reason == null ? perRow.getMessage() : reason;
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

    /** Whether there are no conditions before the last one, so that without it the mask has all rows. */
    boolean isLastAlone() {
        return isLastAlone;
    }

    int[] mask() {
        return mask;
    }

    /** Whether none of the conditions has vectors. */
    boolean takesAll() {
        return takesAll;
    }

    /** The conditions without vectors, in their order. */
    List<Bound> left() {
        return left;
    }

    String reason() {
        return reason;
    }

    /** Fills in the mask of a vector. */
    void run(int from, int rows) {
        if (takesAll) {
            MaskLoops.fill(mask, true, rows);
        } else {
            program.run(from, rows);
        }
    }
}
