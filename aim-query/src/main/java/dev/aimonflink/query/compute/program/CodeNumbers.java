package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.List;

/** The numbers of a table of codes, in 64 bits. */
final class CodeNumbers extends NameLoop {
    private final CodeTable table;
    private final long[] longs;

    /** For each code, -1 if it has no number, else 0. */
    private final int[] nullLanes;

    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private int scale = -1;
    private boolean hasNull;
    private boolean hasOneScale = true;

    /** Why a value has no number; null if all have. Kept because a loop that threw would continue behind that value. */
    private NoVectorsException failure;

    private CodeNumbers(CodeTable table) {
        super(table.codes());
        this.table = table;
        longs = new long[size()];
        nullLanes = new int[size()];
    }

    /** @throws NoVectorsException if one exceeds 64 bits, or they have no common scale */
    static CodeNumbers of(CodeTable table, Program program) {
        CodeNumbers numbers =
                program.nameLoops().required(CodeNumbers.class, List.of(table), () -> new CodeNumbers(table));
        if (numbers.failure != null) {
            throw numbers.failure;
        }
        FixedScale.require(numbers.hasOneScale);
        return numbers;
    }

    @Override
    void compute(int code) {
        final Object value = table.value(code);
        if (value == null) {
            nullLanes[code] = -1;
            hasNull = true;
            return;
        }
        hasOneScale &= scale < 0 || scale == Numbers64.scale(value);
        scale = Numbers64.scale(value);
        try {
            longs[code] = Numbers64.bits(value);
        } catch (NoVectorsException ofOne) {
            failure = ofOne;
            end();
        }
        min = Math.min(min, longs[code]);
        max = Math.max(max, longs[code]);
    }

    Value value(Program program) {
        if (scale < 0) {
            return null;
        }
        final VectorCells codes = program.cells(table.column());
        final int[] nulls = hasNull ? program.ints() : null;
        if (hasNull) {
            program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, nullLanes, nulls, rows));
        }
        if (Value.isInt(min) && Value.isInt(max)) {
            final int[] ints = new int[longs.length];
            for (int code = 0; code < ints.length; code++) {
                ints[code] = (int) longs[code];
            }
            final int[] into = program.ints();
            program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, ints, into, rows));
            return Value.of(into, scale, min, max, nulls);
        }
        final long[] into = program.longs();
        program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, longs, into, rows));
        return Value.of(into, scale, min, max, nulls);
    }
}
