package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.query.compute.program.ByWidth;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.Bound;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects rows of a table, vector by vector, by the conditions that have vectors. If only the first rows in an order are wanted, it leaves
 * out rows behind them.
 */
public final class VectorFilter {
    public record FirstRows(List<Bound> keys, List<KeyOrder> orders, int wanted) {}

    /** @param order null if all rows are wanted */
    private record Steps(FilterProgram filter, OrderedKeys order) {}

    private final ByWidth<Steps> programs;
    private final int wanted;
    private final int[] positions = new int[Program.MAX_ROWS];
    private Steps current;
    private Object[] last;
    private int count;

    private VectorFilter(Bound filter, FirstRows first, VectorColumns columns, Primitives primitives) {
        wanted = first == null ? 0 : first.wanted();
        List<Bound> read = new ArrayList<>();
        if (filter != null) {
            read.add(filter);
        }
        if (first != null) {
            read.addAll(first.keys());
        }
        programs = new ByWidth<>(
                read,
                columns,
                isNarrow -> new Steps(
                        new FilterProgram(filter, new Program(columns, primitives, isNarrow)),
                        first == null
                                ? null
                                : new OrderedKeys(
                                        first.keys(), first.orders(), new Program(columns, primitives, isNarrow))));
        current = programs.wide();
    }

    /** @throws NoVectorsException if no condition has vectors */
    public static VectorFilter open(Bound filter, VectorColumns columns, Primitives primitives) {
        VectorFilter opened = new VectorFilter(filter, null, columns, primitives);
        if (opened.current.filter().takesAll()) {
            throw new NoVectorsException(opened.current.filter().reason());
        }
        return opened;
    }

    /**
     * Selects rows that may be among the first ones.
     *
     * @throws NoVectorsException if the first key has no vectors, or something may fail in a row behind the others
     */
    public static VectorFilter ofFirstRows(
            Bound filter, FirstRows first, VectorColumns columns, Primitives primitives) {
        return new VectorFilter(filter, first, columns, primitives);
    }

    /** Leaves out rows behind this one from now on, because there are enough without them; also rows equal to it if all keys are compared. */
    public void keepUpTo(Object[] keys) {
        last = keys;
    }

    /** Selects among the next rows of the present batch. */
    public void select(int from, int rows) {
        if (from == 0) {
            current = programs.ofBatch();
        }
        final FilterProgram filter = current.filter();
        final OrderedKeys order = current.order();
        if (order != null && last != null) {
            order.keepUpTo(last);
            if (order.isLastTheFirst()) {
                count = 0;
                return;
            }
            filter.run(from, rows);
            order.run(from, rows);
            order.narrow(filter.mask(), rows);
        } else {
            filter.run(from, rows);
        }
        count = MaskLoops.positions(filter.mask(), positions, rows);
        if (order != null) {
            narrow(order, from, rows);
        }
    }

    private void narrow(OrderedKeys order, int from, int rows) {
        if (last != null) {
            count = order.narrowToLast(positions, count);
        }
        // If conditions are left, any row may turn out unwanted, so none is behind enough others.
        if (left().isEmpty() && OrderedKeys.areWorthNarrowing(count, wanted)) {
            if (last == null) {
                order.run(from, rows);
            }
            count = order.narrowToFirst(positions, count, wanted);
        }
    }

    public int count() {
        return count;
    }

    /** A selected row, counted from the first row of its vector. */
    public int position(int index) {
        return positions[index];
    }

    /** The conditions that are untested in the present batch. */
    public List<Bound> left() {
        return current.filter().left();
    }
}
