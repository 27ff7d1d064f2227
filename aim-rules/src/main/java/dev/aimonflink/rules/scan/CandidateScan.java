package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.row.LastEventTimes;
import dev.aimonflink.query.ask.tables.BlockCells;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.program.UnfinishedException;
import dev.aimonflink.query.compute.scan.BlockColumns;
import dev.aimonflink.query.compute.scan.FragmentColumns;
import dev.aimonflink.query.compute.scan.VectorFilter;
import dev.aimonflink.query.compute.scan.VectorScan;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleTally;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.List;

/**
 * Finds the rows for which a condition over columns holds: by vectors where possible, the rest row by row. A row for which it fails does
 * not count.
 */
final class CandidateScan {
    interface Finder {
        /** @param cells by the index of their columns */
        void found(int row, BlockCells at, Row cells);
    }

    private final Bound condition;
    private final RuleColumns columns;
    private final BlockColumns vectors;
    private final BlockCells cells;
    private final Row row;

    /** The work of the present row. */
    private long spent;

    private final LastEventTimes lastEvents;
    private final long nowMs;
    private final int[] idle;
    private final Finder finder;
    private final RowPace pace = new RowPace();

    /** Null before it is known, and if all rows are checked one by one. */
    private VectorFilter filter;

    private boolean isOpen;

    /** The rows of earlier blocks. */
    private int before;

    /** First row of the next vector in the present block. */
    private int next;

    /** The present vector's first row, its number of selected rows, and how many of these have been checked. */
    private int from;

    private int selected;
    private int taken;

    /** @param lastEvents null unless the condition reads how long an entity has been idle */
    CandidateScan(
            Bound condition,
            RuleColumns columns,
            LastEventTimes lastEvents,
            long nowMs,
            ScanContext context,
            Finder finder) {
        this.finder = finder;
        this.condition = condition;
        this.columns = columns;
        this.lastEvents = lastEvents;
        this.nowMs = nowMs;
        idle = lastEvents == null ? new int[0] : new int[Block.ROWS];
        vectors = FragmentColumns.of(
                index -> columns.matrixColumn(index),
                Conjuncts.columnsOf(List.of(condition)),
                columns.schema(),
                context);
        if (lastEvents != null) {
            vectors.addInts(columns.idleIndex(), LastEventTimes.NEVER, block -> idle);
        }
        cells = new BlockCells(context);
        ColumnValues values = new ColumnValues(columns.schema());
        row = new Row() {
            @Override
            public Object value(int index) {
                return CandidateScan.this.value(index, values);
            }

            @Override
            public void spend(long amount, int position) {
                spent += amount;
                RuleTally.requireWork(spent, RuleTally.MOST_WORK, position);
            }
        };
    }

    private Object value(int index, ColumnValues values) {
        MatrixColumn column = columns.matrixColumn(index);
        if (column != null) {
            return values.value(column, cells);
        }
        int seconds = idle[cells.row()];
        return seconds == LastEventTimes.NEVER ? null : (Object) (long) seconds;
    }

    /** Checks the next part of these rows, like {@link Scan#scanPart}. */
    boolean scanPart(Block block, int rows) {
        try {
            return vectors.nameLoops().beginStep() && scanStep(block, rows);
        } catch (UnfinishedException goesOn) {
            return false;
        }
    }

    private boolean scanStep(Block block, int rows) {
        if (!isOpen) {
            vectors.show(block);
            filter = vectorFilter();
            isOpen = true;
        }
        if (taken == selected && next < rows) {
            select(block, rows);
        }
        take(block);
        final boolean isLast = next == rows && taken == selected;
        if (isLast) {
            before += rows;
            next = 0;
            taken = selected;
        }
        return isLast;
    }

    /** Null if all has to be done row by row. */
    private VectorFilter vectorFilter() {
        try {
            return NeverFails.is(condition)
                    ? VectorFilter.open(condition, vectors, cells.context().kernels())
                    : null;
        } catch (NoVectorsException none) {
            return null;
        }
    }

    private void select(Block block, int rows) {
        if (next == 0 && lastEvents != null) {
            lastEvents.idleSeconds(before, rows, nowMs, idle);
        }
        final int end = Math.min(rows, next + VectorScan.MAX_ROWS);
        if (filter != null) {
            vectors.show(block);
            filter.select(next, end - next);
            selected = filter.count();
        } else {
            selected = end - next;
        }
        from = next;
        next = end;
        taken = 0;
    }

    private void take(Block block) {
        final List<Bound> left = filter == null ? List.of(condition) : filter.left();
        if (left.isEmpty()) {
            while (taken < selected) {
                found(block, from + filter.position(taken++));
            }
            return;
        }
        final int end = Math.min(selected, taken + pace.rows());
        if (taken == end) {
            return;
        }
        final int begin = taken;
        pace.begin();
        while (taken < end) {
            final int at = from + (filter == null ? taken : filter.position(taken));
            taken++;
            cells.moveTo(block, at);
            if (holds(left)) {
                found(block, at);
            }
        }
        pace.ended(end - begin);
    }

    private void found(Block block, int at) {
        cells.moveTo(block, at);
        spent = 0;
        finder.found(before + at, cells, row);
    }

    /** Within a rule's work limit for one event: what does not fire there is not found here. */
    private boolean holds(List<Bound> conditions) {
        spent = 0;
        try {
            for (Bound each : conditions) {
                if (!Boolean.TRUE.equals(RowEvaluator.evaluate(each, row))) {
                    return false;
                }
            }
            return true;
        } catch (SqlException fails) {
            return false;
        }
    }

    long keptBytes() {
        return vectors.nameLoops().keptBytes();
    }
}
