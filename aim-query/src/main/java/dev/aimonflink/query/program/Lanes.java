package dev.aimonflink.query.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.Arrays;

/** Converts the cells of values to the form that a step needs: 64 bits, or the mask of the rows that are null. */
final class Lanes {
    private final Program program;

    Lanes(Program program) {
        this.program = program;
    }

    /** The cells in 64 bits, of a constant too. */
    VectorCells wide(Value value) {
        if (value.isWide() && !value.isConstant()) {
            return value.cells();
        }
        final long[] into = program.longs();
        if (value.isConstant()) {
            final long constant = value.min();
            program.emit(rows -> Arrays.fill(into, 0, rows, constant));
        } else {
            final VectorCells cells = value.cells();
            program.emit(rows -> MapLoops.widen(cells.ints, cells.at, into, rows));
        }
        return VectorCells.of(into);
    }

    /** The rows in which a value is null; null if there is none. The array is not to be changed. */
    int[] nulls(Value value) {
        if (!value.hasEmpty()) {
            return value.nulls();
        }
        final VectorCells cells = value.cells();
        final long empty = value.empty();
        final int[] into = program.ints();
        if (value.isWide()) {
            program.emit(rows -> MaskLoops.between(cells.longs, cells.at, empty, empty, into, rows));
        } else {
            final Between range = new Between(cells, (int) empty, (int) empty);
            program.emit(rows -> program.primitives().between(range, into, 0, rows));
        }
        return into;
    }

    int[] eitherNull(Value a, Value b) {
        final int[] ofA = nulls(a);
        final int[] ofB = nulls(b);
        if (ofA == null || ofB == null) {
            return ofA == null ? ofB : ofA;
        }
        final int[] into = program.ints();
        program.emit(rows -> {
            System.arraycopy(ofA, 0, into, 0, rows);
            MaskLoops.or(into, ofB, rows);
        });
        return into;
    }
}
