package dev.aimonflink.core.vector;

import dev.aimonflink.core.schema.OrderedDoubles;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.rows.ColumnsOf;
import java.util.HashSet;
import java.util.Set;

import static dev.aimonflink.sql.bind.SqlType.Kind;

/** Reads columns: their cells as they are, or what belongs to the codes of one. */
final class FieldValues {
    private final Program program;

    FieldValues(Program program) {
        this.program = program;
    }

    Value of(Column field) {
        VectorColumn column = program.columns().column(field.index());
        if (column == null || column.cells() == VectorColumn.Cells.CODES) {
            throw new NoVectorsException("the column '" + field.name() + "' has no vectors");
        }
        final Cells cells = program.cells(field.index());
        return switch (column.cells()) {
            case DOUBLES -> doubles(column, cells, false);
            case ORDERED_DOUBLES -> doubles(column, cells, true);
            default -> numbers(field, column, cells);
        };
    }

    private Value numbers(Column field, VectorColumn column, Cells cells) {
        if (program.isWide(field.index())) {
            return new Value(
                    cells, true, column.scale(), field.min(), field.max(), column.hasEmpty(), column.empty(), null);
        }
        final long min = Math.max(Integer.MIN_VALUE, field.min());
        final long max = Math.min(Integer.MAX_VALUE, field.max());
        return new Value(cells, false, column.scale(), min, max, column.hasEmpty(), column.narrowEmpty(), null);
    }

    private Value doubles(VectorColumn column, Cells cells, boolean areOrdered) {
        int[] nulls = null;
        if (column.hasEmpty()) {
            final int[] empties = program.ints();
            final long empty = column.empty();
            program.emit(rows -> MaskLoops.between(cells.longs, cells.at, empty, empty, empties, rows));
            nulls = empties;
        }
        final long[] into = program.longs();
        program.emit(
                areOrdered
                        ? rows -> MapLoops.reorder(cells.longs, cells.at, into, rows)
                        : rows -> MapLoops.order(cells.longs, cells.at, into, rows));
        return Value.of(into, 0, Long.MIN_VALUE, Long.MAX_VALUE, nulls);
    }

    Value of(CodeTable table) {
        final long[] longs = new long[table.codes()];
        final int[] nullLanes = new int[table.codes()];
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        int scale = -1;
        boolean hasNull = false;
        for (int code = 0; code < longs.length; code++) {
            Object value = table.value(code);
            if (value == null) {
                nullLanes[code] = -1;
                hasNull = true;
                continue;
            }
            FixedScale.require(scale < 0 || scale == Numbers64.scale(value));
            scale = Numbers64.scale(value);
            longs[code] = Numbers64.bits(value);
            min = Math.min(min, longs[code]);
            max = Math.max(max, longs[code]);
        }
        if (scale < 0) {
            return null;
        }
        final Cells codes = program.cells(table.column());
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

    /**
     * Leaves rows to the row evaluator in which an expression, which is shown, may be a zero with a sign: vectors have one zero.
     */
    void requirePlainZeros(Bound shown) {
        if (!shown.type().is(Kind.DOUBLE)) {
            return;
        }
        Set<Column> read = new HashSet<>();
        ColumnsOf.add(shown, read);
        for (Column each : read) {
            VectorColumn column = program.columns().column(each.index());
            if (column.cells() == VectorColumn.Cells.DOUBLES || column.cells() == VectorColumn.Cells.ORDERED_DOUBLES) {
                final Cells cells = program.cells(each.index());
                final long zero = column.cells() == VectorColumn.Cells.DOUBLES
                        ? OrderedDoubles.NEGATIVE_ZERO_BITS
                        : OrderedDoubles.NEGATIVE_ZERO;
                program.emit(rows -> requireNone(zero, cells, rows));
            }
        }
    }

    private static void requireNone(long cell, Cells cells, int rows) {
        if (MaskLoops.has(cells.longs, cells.at, cell, rows)) {
            throw new NoVectorsException("a zero with a sign is shown as such");
        }
    }
}
