package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;

/** Steps that make masks. A mask is either filled in, or narrowed by removing rows. */
public final class Masks {
    private final Program program;
    private Between range;

    private Step rangeStep;

    public Masks(Program program) {
        this.program = program;
    }

    interface Filling {
        void into(int[] mask);
    }

    void constant(boolean isIn, int[] mask, boolean isNarrowing) {
        if (!isNarrowing || !isIn) {
            program.emit(rows -> MaskLoops.fill(mask, isIn, rows));
        }
    }

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

    /** Inverts a mask unless the truth value is true. */
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

    /** The range that the last step tests; null if it does something else. */
    Between lastRange() {
        return program.endsWith(rangeStep) ? range : null;
    }
}
