package dev.aimonflink.core.vector;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.NeverFails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A filter: the conditions of its AND that have vectors. The others are left, to be asked for the rows that remain. One that may fail
 * is asked only for rows for which all before it hold, so then those behind it are left too.
 */
final class Conjuncts {
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
    Conjuncts(Bound filter, Program program) {
        this.program = program;
        mask = program.ints();
        Conditions conditions = new Conditions(program);
        int compiled = 0;
        boolean hasRisky = false;
        for (Bound each : filter == null ? List.<Bound>of() : conjuncts(filter, new ArrayList<>())) {
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
