package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.canonical.NeverFails;
import java.util.ArrayList;
import java.util.List;

/** Selects rows of a table, vector by vector, by those conditions that have vectors, and of first rows by their first key. */
public final class VectorFilter {
    /** @param first null if rows are selected by conditions alone */
    private record Programs(Conjuncts filter, FirstKeys first) {
        /** A row for which a condition fails is not dropped. */
        boolean mayDrop() {
            return first != null && filter.left().stream().allMatch(NeverFails::is);
        }
    }

    private final ByWidth<Programs> programs;
    private final int[] positions = new int[Program.MAX_ROWS];
    private Programs current;

    /** Whether the present batch may drop rows by their first key. */
    private boolean mayDrop;

    private boolean isFull;
    private Object last;
    private int count;

    private VectorFilter(Bound filterOrNull, FirstRows firstOrNull, VectorColumns columns, Primitives primitives) {
        List<Bound> read = new ArrayList<>(firstOrNull == null ? List.of() : List.of(firstOrNull.key()));
        if (filterOrNull != null) {
            read.add(filterOrNull);
        }
        // The ranges of narrow columns are within those of wide ones: a key that has vectors where all are wide has
        // them always.
        programs = new ByWidth<>(
                read,
                columns,
                isNarrow -> new Programs(
                        new Conjuncts(filterOrNull, new Program(columns, primitives, isNarrow)),
                        firstOrNull == null
                                ? null
                                : FirstKeys.of(firstOrNull, new Program(columns, primitives, isNarrow))));
        current = programs.wide();
    }

    /** @throws NoVectorsException if no condition has vectors */
    public static VectorFilter open(Bound filter, VectorColumns columns, Primitives primitives) {
        VectorFilter opened = new VectorFilter(filter, null, columns, primitives);
        if (opened.current.filter.takesAll()) {
            throw new NoVectorsException(opened.current.filter.reason());
        }
        return opened;
    }

    /**
     * @param filterOrNull null for all rows
     * @throws NoVectorsException if the first key has no vectors, or a row that is dropped may fail
     */
    public static VectorFilter open(Bound filterOrNull, FirstRows first, VectorColumns columns, Primitives primitives) {
        FirstKeys.requireNoFailure(first, new Program(columns, primitives, index -> false));
        VectorFilter opened = new VectorFilter(filterOrNull, first, columns, primitives);
        if (!opened.current.mayDrop()) {
            throw new NoVectorsException(opened.current.filter.reason());
        }
        return opened;
    }

    /**
     * Selects of the next rows of the present batch.
     *
     * @param rows at most {@link VectorScan#MAX_ROWS}
     */
    public void select(int from, int rows) {
        if (from == 0) {
            begin();
        }
        final int[] mask = current.filter.mask();
        current.filter.run(from, rows);
        count = mayDrop
                ? current.first.find(mask, current.filter.left().isEmpty(), positions, from, rows)
                : MaskLoops.positions(mask, positions, rows);
    }

    private void begin() {
        current = programs.ofBatch();
        mayDrop = current.mayDrop();
        if (mayDrop && isFull) {
            current.first.dropBehind(last);
        }
    }

    /** There are enough rows, and this is the first key of the last one, as {@link Bound} represents it. */
    public void dropBehind(Object key) {
        if (isFull && key == last) {
            return;
        }
        isFull = true;
        last = key;
        if (mayDrop) {
            current.first.dropBehind(key);
        }
    }

    /** How many rows were selected. */
    public int count() {
        return count;
    }

    /** One of them, counted from the first row of its vector. */
    public int position(int index) {
        return positions[index];
    }

    /** The conditions that have not been tested, in the present batch. */
    public List<Bound> left() {
        return current.filter.left();
    }
}
