package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The loops that compute an expression of one vector, in order, and the arrays between them. It is made once; a run allocates nothing.
 *
 * <p>It is valid for batches in which the same columns are narrow.
 */
public final class Program {
    /**
     * Masks of so many ints stay in the first-level cache. On shorter vectors, waiting for the first cells, which are not prefetched, would
     * take longer than the loop itself.
     */
    public static final int MAX_ROWS = 4_096;

    private final VectorColumns columns;
    private final Primitives primitives;
    private final IntPredicate isNarrow;
    private final List<Read> reads = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<int[]> intRegisters = new ArrayList<>();
    private final List<long[]> longRegisters = new ArrayList<>();
    private int usedInts;
    private int usedLongs;
    private Step[] compiled;

    private int at;

    /** @param isNarrow whether a 64-bit column is narrow in the program's batches */
    public Program(VectorColumns columns, Primitives primitives, IntPredicate isNarrow) {
        this.columns = columns;
        this.primitives = primitives;
        this.isNarrow = isNarrow;
    }

    private record Read(int column, VectorCells cells) {}

    /** The numbers of registers and steps when a part began. */
    public record Mark(int steps, int ints, int longs) {}

    public Mark mark() {
        return new Mark(steps.size(), usedInts, usedLongs);
    }

    /** Frees the registers that only this part used. */
    public void release(Mark mark) {
        usedInts = mark.ints;
        usedLongs = mark.longs;
    }

    /** Takes back a part that could not be compiled. */
    public void undo(Mark mark) {
        release(mark);
        steps.subList(mark.steps, steps.size()).clear();
    }

    boolean endsWith(Step step) {
        return !steps.isEmpty() && steps.get(steps.size() - 1) == step;
    }

    VectorCells wide(Value value) {
        if (value.isWide() && !value.isConstant()) {
            return value.cells();
        }
        final long[] into = longs();
        if (value.isConstant()) {
            final long constant = value.min();
            emit(rows -> Arrays.fill(into, 0, rows, constant));
        } else {
            final VectorCells cells = value.cells();
            emit(rows -> MapLoops.widen(cells.ints, cells.at, into, rows));
        }
        return VectorCells.of(into);
    }

    /** The rows in which a value is null, to be read only; null if there is none. */
    public int[] nulls(Value value) {
        if (!value.hasEmpty()) {
            return value.nulls();
        }
        final VectorCells cells = value.cells();
        final long empty = value.empty();
        final int[] into = ints();
        if (value.isWide()) {
            emit(rows -> MaskLoops.between(cells.longs, cells.at, empty, empty, into, rows));
        } else {
            final Between range = new Between(cells, (int) empty, (int) empty);
            emit(rows -> primitives.between(range, into, 0, rows));
        }
        return into;
    }

    /** A constant as cells of all rows. */
    public Value filled(Value constant) {
        return Value.of(wide(constant).longs, constant.scale(), constant.min(), constant.max(), null);
    }

    /** The column that the cells belong to, or -1 if steps compute them. */
    public int columnOf(VectorCells cells) {
        return reads.stream()
                .filter(each -> each.cells == cells)
                .mapToInt(Read::column)
                .findFirst()
                .orElse(-1);
    }

    public int[] ints() {
        if (usedInts == intRegisters.size()) {
            intRegisters.add(new int[MAX_ROWS]);
        }
        return intRegisters.get(usedInts++);
    }

    public long[] longs() {
        if (usedLongs == longRegisters.size()) {
            longRegisters.add(new long[MAX_ROWS]);
        }
        return longRegisters.get(usedLongs++);
    }

    public void emit(Step step) {
        steps.add(step);
    }

    public VectorColumns columns() {
        return columns;
    }

    NameLoops nameLoops() {
        return columns.nameLoops();
    }

    public Primitives primitives() {
        return primitives;
    }

    public VectorCells cells(int column) {
        for (Read each : reads) {
            if (each.column == column) {
                return each.cells;
            }
        }
        final Read read = new Read(column, new VectorCells());
        reads.add(read);
        return read.cells;
    }

    /** The index in the batch of the vector's first row. */
    int at() {
        return at;
    }

    /** Runs all steps over some rows of the present batch. */
    public void run(int from, int rows) {
        if (compiled == null) {
            compiled = steps.toArray(Step[]::new);
        }
        at = from;
        for (int i = 0; i < reads.size(); i++) {
            show(reads.get(i).cells, reads.get(i).column, from);
        }
        for (Step step : compiled) {
            step.run(rows);
        }
    }

    private void show(VectorCells cells, int column, int from) {
        cells.at = from;
        if (isWide(column)) {
            cells.longs = columns.longs(column);
        } else {
            cells.ints = columns.ints(column);
        }
    }

    boolean isWide(int column) {
        return switch (columns.column(column).encoding()) {
            case INTS, CODES -> false;
            default -> !isNarrow.test(column);
        };
    }
}
