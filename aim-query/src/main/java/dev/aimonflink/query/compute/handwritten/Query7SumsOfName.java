package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.matrix.kernel.Halves;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.query.compute.handwritten.Shape.CodeIs;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import java.math.BigInteger;

/**
 * Query 7: the sums of two columns, over rows that have a name.
 *
 * <pre>
 * SELECT sum(total_cost_this_week) / sum(total_duration_this_week) FROM AnalyticsMatrix WHERE CellValueType = :v
 * </pre>
 */
final class Query7SumsOfName extends HandwrittenQuery {
    private static final int LOW_HALVES = 0;
    private static final int SECOND = 1;
    private static final int HIGH_HALVES = 2;

    private final CodeIs filter;
    private final int[] summands;
    private final Kernels kernels;
    private final long[] sums = new long[3];
    private boolean hasRow;

    Query7SumsOfName(Shape shape, Kernels kernels) {
        super("q7");
        filter = shape.equal().get(0);
        summands = shape.pair();
        this.kernels = kernels;
    }

    /** Its loop counts no rows. */
    static boolean fits(Shape shape) {
        return !shape.isGrouped() && shape.tests(0, 1) && shape.hasOnly(AggregateFunction.SUM) && shape.addsPair();
    }

    @Override
    public void add(VectorColumns columns, int rows) {
        final int[] codes = columns.ints(filter.column());
        final int[] second = columns.ints(summands[1]);
        if (HandwrittenQuery.isNarrow(columns, summands[0])) {
            kernels.sumPairWhereEqual(columns.ints(summands[0]), second, codes, filter.code(), sums, 0, rows);
        } else {
            kernels.sumPairWhereEqual(columns.longs(summands[0]), second, codes, filter.code(), sums, 0, rows);
        }
        hasRow = hasRow || has(codes, rows);
    }

    private boolean has(int[] codes, int rows) {
        for (int row = 0; row < rows; row++) {
            if (codes[row] == filter.code()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long count(int group) {
        return hasRow ? 1 : 0;
    }

    @Override
    public BigInteger sum(int column, int group) {
        return column == summands[0]
                ? Halves.sum(sums[HIGH_HALVES], sums[LOW_HALVES])
                : BigInteger.valueOf(sums[SECOND]);
    }
}
