package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.PairTotals;
import dev.aimonflink.query.compute.program.VectorColumns;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/** Row counts and two sums by name, for queries 4 and 5. */
abstract class TotalsByName extends HandwrittenQuery {
    final Kernels kernels;
    final int first;
    final int second;
    final PairTotals totals;
    private final int group;
    private final List<Object> names;

    TotalsByName(String name, Shape shape, Kernels kernels) {
        super(name);
        this.kernels = kernels;
        group = shape.group();
        first = shape.argument(0);
        second = shape.argument(1);
        names = shape.columns().column(group).values();
        totals = new PairTotals(names.size());
    }

    @Override
    public final void add(VectorColumns columns, int rows) {
        add(columns, columns.ints(group), rows);
    }

    abstract void add(VectorColumns columns, int[] groups, int rows);

    @Override
    public final int[] groups() {
        return IntStream.rangeClosed(1, names.size())
                .filter(each -> totals.count(each) > 0)
                .toArray();
    }

    @Override
    public final Object key(int of) {
        return names.get(of - 1);
    }

    @Override
    public final long count(int of) {
        return totals.count(of);
    }

    @Override
    public final BigInteger sum(int column, int of) {
        return column == first ? totals.a(of) : totals.b(of);
    }
}
