package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.List;

/** The codes whose names make a condition true or false; it is tested once for each name. */
final class CodeSet extends NameLoop {
    private final CodeTable table;
    private final Boolean truth;

    /** For each code, -1 if it is in the set, else 0. */
    private final int[] lanes;

    private final Span selected = new Span();

    /** The codes of names that are not in the set. */
    private final Span others = new Span();

    private static final class Span {
        private int first = -1;
        private int last = -1;
        private int count;

        void add(int code) {
            first = first < 0 ? code : first;
            last = code;
            count++;
        }

        boolean hasNoGap() {
            return last - first + 1 == count;
        }
    }

    private CodeSet(CodeTable table, boolean truth) {
        super(table.codes());
        this.table = table;
        this.truth = truth;
        lanes = new int[size()];
    }

    static CodeSet of(CodeTable table, boolean truth, Program program) {
        return program.nameLoops().required(CodeSet.class, List.of(table, truth), () -> new CodeSet(table, truth));
    }

    @Override
    void compute(int code) {
        if (truth.equals(table.value(code))) {
            lanes[code] = -1;
            selected.add(code);
        } else if (code > 0) {
            others.add(code);
        }
    }

    void select(Program program, Masks masks, int[] mask, boolean isNarrowing) {
        final VectorCells codes = program.cells(table.column());
        if (selected.count == 0) {
            masks.constant(false, mask, isNarrowing);
        } else if (selected.hasNoGap()) {
            // A prefix is a range of codes, like equality, because codes are sorted by name.
            masks.between(new Between(codes, selected.first, selected.last), mask, isNarrowing);
        } else if (others.count > 0 && others.hasNoGap()) {
            // As for inequality.
            masks.outside(new Between(codes, others.first, others.last), mask, isNarrowing);
            if (selected.first > 0) {
                masks.between(new Between(codes, 1, table.codes() - 1), mask, true);
            }
        } else {
            masks.fill(
                    into -> program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, lanes, into, rows)),
                    mask,
                    isNarrowing);
        }
    }
}
