package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.matrix.layout.OrderedDoubles;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import java.util.HashSet;
import java.util.Set;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Reads columns: their cells, or what belongs to the codes of one. */
public final class FieldValues {
    private final Program program;

    FieldValues(Program program) {
        this.program = program;
    }

    Value of(Column field) {
        VectorColumn column = program.columns().column(field.index());
        if (column == null || column.encoding() == VectorColumn.Encoding.CODES) {
            throw new NoVectorsException("the column '" + field.name() + "' has no vectors");
        }
        final VectorCells cells = program.cells(field.index());
        return switch (column.encoding()) {
            case DOUBLES -> doubles(column, cells, false);
            case ORDERED_DOUBLES -> doubles(column, cells, true);
            default -> numbers(field, column, cells);
        };
    }

    private Value numbers(Column field, VectorColumn column, VectorCells cells) {
        if (program.isWide(field.index())) {
            return new Value(
                    cells, true, column.scale(), field.min(), field.max(), column.hasEmpty(), column.empty(), null);
        }
        final long min = Math.max(Integer.MIN_VALUE, field.min());
        final long max = Math.min(Integer.MAX_VALUE, field.max());
        return new Value(cells, false, column.scale(), min, max, column.hasEmpty(), column.narrowEmpty(), null);
    }

    private Value doubles(VectorColumn column, VectorCells cells, boolean areOrdered) {
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

    /** Leaves rows to the row evaluator if a shown expression may be a negative zero: vectors have one zero. */
    public static void requirePlainZeros(Bound shown, Program program) {
        if (!shown.type().is(Kind.DOUBLE)) {
            return;
        }
        Set<Column> read = new HashSet<>();
        ColumnsOf.add(shown, read);
        for (Column each : read) {
            VectorColumn column = program.columns().column(each.index());
            if (column.encoding() == VectorColumn.Encoding.DOUBLES
                    || column.encoding() == VectorColumn.Encoding.ORDERED_DOUBLES) {
                final VectorCells cells = program.cells(each.index());
                final long zero = column.encoding() == VectorColumn.Encoding.DOUBLES
                        ? OrderedDoubles.NEGATIVE_ZERO_BITS
                        : OrderedDoubles.NEGATIVE_ZERO;
                program.emit(rows -> requireNone(zero, cells, rows));
            }
        }
    }

    private static void requireNone(long cell, VectorCells cells, int rows) {
        if (MaskLoops.has(cells.longs, cells.at, cell, rows)) {
            throw new NoVectorsException("a zero with a sign is shown as such");
        }
    }
}
