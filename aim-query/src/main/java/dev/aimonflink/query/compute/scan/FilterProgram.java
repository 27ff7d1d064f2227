package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.query.compute.program.Conditions;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.Masks;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.NeverFails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the conditions of a filter that have vectors: first the others, then the ranges of columns, the last of which may be left to later
 * loops. Conditions without vectors are tested afterwards for the remaining rows. One that may fail is tested only where all conditions
 * before it hold, so the conditions behind it are left, too.
 */
final class FilterProgram {
    private final Program program;
    private final int[] mask;
    private final List<Bound> left = new ArrayList<>();

    /** Ranges that no step tests yet. */
    private final List<Between> ranges = new ArrayList<>();

    /** Why the first condition has no vectors; null if none is left. */
    private String reason;

    /** Whether nothing is tested, and the mask has all rows. */
    private final boolean takesAll;

    private boolean isComplete;

    /** @param filter null for all rows */
    FilterProgram(Bound filter, Program program) {
        this.program = program;
        mask = program.ints();
        Conditions conditions = new Conditions(program);
        boolean hasRisky = false;
        for (Bound each : Conjuncts.of(filter)) {
            if (hasRisky) {
                left.add(each);
                continue;
            }
            Program.Mark begin = program.mark();
            try {
                conditions.select(each, true, mask, begin.steps() > 0);
                replaceRange(conditions.lastRange(), begin);
                program.release(begin);
            } catch (NoVectorsException perRow) {
                program.undo(begin);
                left.add(each);
                hasRisky = !NeverFails.is(each);
                reason = reason == null ? perRow.getMessage() : reason;
            }
        }
        takesAll = program.mark().steps() == 0 && ranges.isEmpty();
        Arrays.fill(mask, -1);
    }

    private void replaceRange(Between range, Program.Mark begin) {
        boolean isAlone = program.mark().steps() == begin.steps() + 1;
        if (range != null && isAlone && program.columnOf(range.cells()) >= 0) {
            program.undo(begin);
            ranges.add(range);
        }
    }

    /** Leaves the last range to later loops and returns it, if it is one of that column and nothing is tested after it; else null. */
    Between takeLastOf(int column) {
        boolean isOfColumn = left.isEmpty()
                && !ranges.isEmpty()
                && program.columnOf(ranges.get(ranges.size() - 1).cells()) == column;
        return isOfColumn ? ranges.remove(ranges.size() - 1) : null;
    }

    /** Leaves all conditions to later loops if they are at most {@code most} ranges; empty if not. */
    List<Between> takeAll(int most) {
        if (program.mark().steps() > 0 || !left.isEmpty() || ranges.size() > most) {
            return List.of();
        }
        List<Between> all = List.copyOf(ranges);
        ranges.clear();
        return all;
    }

    /** Makes the steps of the ranges that are not left out. */
    private void complete() {
        boolean isFirst = program.mark().steps() == 0;
        int next = 0;
        if (isFirst && ranges.size() > 1) {
            both(ranges.get(0), ranges.get(1));
            next = 2;
        }
        Masks masks = new Masks(program);
        for (; next < ranges.size(); next++) {
            Between range = ranges.get(next);
            masks.between(range, mask, !isFirst || next > 0);
        }
        isComplete = true;
    }

    /** One loop waits for the cells of both at once. */
    private void both(Between a, Between b) {
        program.emit(rows -> program.primitives().betweenBoth(a, b, mask, 0, rows));
    }

    int[] mask() {
        return mask;
    }

    /** Whether none of the conditions has vectors. */
    boolean takesAll() {
        return takesAll;
    }

    List<Bound> left() {
        return left;
    }

    String reason() {
        return reason;
    }

    void run(int from, int rows) {
        if (!isComplete) {
            complete();
        }
        if (takesAll) {
            MaskLoops.fill(mask, true, rows);
        } else {
            program.run(from, rows);
        }
    }
}
