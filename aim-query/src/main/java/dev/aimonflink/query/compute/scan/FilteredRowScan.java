package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.ValueBytes;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.RowPace;

/** Takes the rows that a filter selects by vectors, and that may be among the first ones if it wants these. */
final class FilteredRowScan implements FragmentScan {
    private final RowTaker taker;
    private final BlockColumns columns;
    private final VectorFilter filter;

    /** First row of the next vector in the present block. */
    private int next;

    /** First row of the present vector. */
    private int from;

    /** How many selected rows of the present vector have been taken. */
    private int taken;

    private final int[] selected = new int[RowPace.MOST];
    private final RowPace pace = new RowPace();
    private StepTimes times = StepTimes.NONE;

    FilteredRowScan(RowTaker taker, BlockColumns columns, VectorFilter filter) {
        this.taker = taker;
        this.columns = columns;
        this.filter = filter;
    }

    @Override
    public void measure(StepTimes into) {
        times = into;
    }

    @Override
    public boolean scanPart(Block block, int rows) {
        times.begin();
        if (taken == filter.count() && next < rows) {
            select(block, rows);
            times.ended(StepTimes.Step.FILTER, next - from, filter.count());
        }
        final int begin = taken;
        final int end = Math.min(filter.count(), taken + pace.rows());
        if (begin < end) {
            pace.begin();
            while (taken < end) {
                selected[taken - begin] = from + filter.position(taken++);
            }
            taker.take(block, selected, end - begin, filter.left());
            pace.ended(end - begin);
        }
        times.ended(StepTimes.Step.ROWS, end - begin, end - begin);
        final boolean isLast = taker.isSatisfied() || (next == rows && taken == filter.count());
        if (isLast) {
            next = 0;
            taken = filter.count();
        }
        return isLast;
    }

    private void select(Block block, int rows) {
        columns.show(block);
        filter.keepUpTo(taker.lastOfFirst());
        final int end = Math.min(rows, next + VectorScan.MAX_ROWS);
        // Several parts may pass until it has a program.
        filter.select(next, end - next);
        from = next;
        next = end;
        taken = 0;
    }

    @Override
    public long keptBytes() {
        return ValueBytes.OF_VECTORS + taker.keptBytes();
    }

    @Override
    public Partial partial() {
        return taker.partial();
    }

    @Override
    public ScanWay way() {
        return taker.way();
    }
}
