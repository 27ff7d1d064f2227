package dev.aimonflink.query.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.VectorCells;

/** Selects rows by the code of a name. The condition is tested for each name once. */
final class NameConditions {
    private final Program program;
    private final Masks masks;

    NameConditions(Program program, Masks masks) {
        this.program = program;
        this.masks = masks;
    }

    void select(CodeTable table, boolean truth, int[] mask, boolean isNarrowing) {
        final CodeSet set = CodeSet.of(table, truth, program);
        final VectorCells codes = program.cells(table.column());
        if (set.isEmpty()) {
            masks.constant(false, mask, isNarrowing);
        } else if (set.isRange()) {
            // As equality is, a prefix is a range of codes: they are sorted by name.
            masks.between(new Between(codes, set.first(), set.last()), mask, isNarrowing);
        } else if (set.hasOneGap()) {
            masks.outside(new Between(codes, set.firstOfGap(), set.lastOfGap()), mask, isNarrowing);
            if (set.first() > 0) {
                masks.between(new Between(codes, 1, table.codes() - 1), mask, true);
            }
        } else {
            final int[] lanes = set.lanes();
            masks.fill(
                    into -> program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, lanes, into, rows)),
                    mask,
                    isNarrowing);
        }
    }
}
