package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.sql.bind.Bound;
import java.util.List;

/** Selects rows of a table, vector by vector, by those conditions that have vectors. */
public final class VectorFilter {
    private final ByWidth<Conjuncts> programs;
    private final int[] positions = new int[Program.MAX_ROWS];
    private Conjuncts current;
    private int count;

    private VectorFilter(Bound filter, VectorColumns columns, Primitives primitives) {
        programs = new ByWidth<>(
                List.of(filter),
                columns,
                isNarrow -> new Conjuncts(filter, new Program(columns, primitives, isNarrow)));
        current = programs.wide();
        if (current.takesAll()) {
            throw new NoVectorsException(current.reason());
        }
    }

    /** @throws NoVectorsException if no condition has vectors */
    public static VectorFilter open(Bound filter, VectorColumns columns, Primitives primitives) {
        return new VectorFilter(filter, columns, primitives);
    }

    /**
     * Selects of the next rows of the present batch.
     *
     * @param rows at most {@link VectorScan#MAX_ROWS}
     */
    public void select(int from, int rows) {
        if (from == 0) {
            current = programs.ofBatch();
        }
        current.run(from, rows);
        count = MaskLoops.positions(current.mask(), positions, rows);
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
        return current.left();
    }
}
