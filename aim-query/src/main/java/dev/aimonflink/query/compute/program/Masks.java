package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;

/**
 * Steps that make masks. A mask is filled in, or it has rows already, of which the others are removed.
 */
public final class Masks {
    private final Program program;
    private Between range;

    /** The step that tests it. */
    private Step rangeStep;

    public Masks(Program program) {
        this.program = program;
    }

    /** Fills in a mask. */
    interface Filling {
        void into(int[] mask);
    }

    /** All rows or none. */
    void constant(boolean isIn, int[] mask, boolean isNarrowing) {
        if (!isNarrowing || !isIn) {
            program.emit(rows -> MaskLoops.fill(mask, isIn, rows));
        }
    }

    /** Fills a mask in, or narrows one by a mask of its own. */
    void fill(Filling filling, int[] mask, boolean isNarrowing) {
        if (!isNarrowing) {
            filling.into(mask);
            return;
        }
        Program.Mark mark = program.mark();
        final int[] other = program.ints();
        filling.into(other);
        program.emit(rows -> MaskLoops.and(mask, other, rows));
        program.release(mark);
    }

    /** Turns a mask over unless it is wanted as it is. */
    void notUnless(boolean truth, int[] mask) {
        if (!truth) {
            program.emit(rows -> MaskLoops.not(mask, rows));
        }
    }

    public void between(Between of, int[] mask, boolean isNarrowing) {
        range = of;
        rangeStep = isNarrowing
                ? rows -> program.primitives().andBetween(of, mask, 0, rows)
                : rows -> program.primitives().between(of, mask, 0, rows);
        program.emit(rangeStep);
    }

    void outside(Between of, int[] mask, boolean isNarrowing) {
        fill(into -> program.emit(rows -> program.primitives().outside(of, into, 0, rows)), mask, isNarrowing);
    }

    /** The range that the program's last step tests; null if it does something else. */
    Between lastRange() {
        return program.endsWith(rangeStep) ? range : null;
    }
}
