package dev.aimonflink.core.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One walk over the blocks of a cut, shared by several queries: each block is shown to every query before the next one,
 * so that from the second query on its columns come from the cache. Of queries that are equal one runs for all: many ask
 * with default parameters, and some queries have none.
 */
final class Pass {
    /** A request and when it came. */
    record Waiting(ScanRequest request, long arrivalNanos) {}

    private final PartialResult.Source source;
    private final Consumer<PartialResult> answers;
    private final NanoClock nanoClock;
    private final long beginNanos;
    private final List<Waiting> queries = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private final Map<Scannable, Running> runningByQuery = new LinkedHashMap<>();
    private ScanContext context;
    private Cut cut;
    private long rows;
    private int block;
    private int query;
    private boolean restarted;

    Pass(PartialResult.Source source, Consumer<PartialResult> answers, NanoClock nanoClock, Cut cut, long rows) {
        this.source = source;
        this.answers = answers;
        this.nanoClock = nanoClock;
        this.beginNanos = nanoClock.nanoTime();
        this.cut = cut;
        this.rows = rows;
    }

    void add(Waiting arrival) {
        queries.add(arrival);
    }

    int size() {
        return queries.size();
    }

    void open(ScanContext scanContext) {
        context = scanContext;
        runningByQuery.clear();
        for (Waiting arrival : queries) {
            runningByQuery.computeIfAbsent(arrival.request().query(), query -> new Running(query, context));
        }
        running.clear();
        running.addAll(runningByQuery.values());
    }

    boolean restarted() {
        return restarted;
    }

    void restart(Cut newCut, long newRows) {
        restarted = true;
        cut = newCut;
        rows = newRows;
        block = 0;
        query = 0;
        open(context);
    }

    /** Shows blocks to queries until the budget is used up. Returns whether all have seen all. */
    boolean runSlice(Columns columns, long budgetNanos) {
        final long startNanos = nanoClock.nanoTime();
        final int blocks = columns.cutBlocks();
        while (block < blocks) {
            final Block current = columns.block(block);
            final int rowsInBlock = columns.cutRowsIn(block);
            while (query < running.size()) {
                query += running.get(query).scanPart(current, rowsInBlock) ? 1 : 0;
                if (nanoClock.nanoTime() - startNanos >= budgetNanos) {
                    goOn(columns);
                    return block == blocks;
                }
            }
            goOn(columns);
        }
        return true;
    }

    /** Goes on to the next block if every query has seen this one. */
    private void goOn(Columns columns) {
        if (query == running.size()) {
            query = 0;
            block++;
            columns.readUpTo(block);
        }
    }

    void complete() {
        final long endNanos = nanoClock.nanoTime();
        running.forEach(Running::end);
        for (Waiting arrival : queries) {
            final Running each = runningByQuery.get(arrival.request().query());
            answers.accept(result(arrival, endNanos, each.partial, each.error));
        }
    }

    void fail(QueryError error) {
        final long endNanos = nanoClock.nanoTime();
        for (Waiting arrival : queries) {
            answers.accept(result(arrival, endNanos, null, error));
        }
    }

    private PartialResult result(Waiting arrival, long endNanos, Partial partial, QueryError error) {
        return new PartialResult(
                arrival.request().request(),
                source,
                cut,
                rows,
                beginNanos - arrival.arrivalNanos(),
                endNanos - beginNanos,
                partial,
                error);
    }

    /** A query in this pass. A defect in one ends that one, not the pass and not the partition. */
    private static final class Running {
        private Scan scan;

        /** At the end; null where there is an error. */
        private Partial partial;

        private QueryError error;

        Running(Scannable query, ScanContext context) {
            try {
                scan = query.open(context);
            } catch (RuntimeException failure) {
                fail(failure);
            }
        }

        /** Returns whether the query has seen all these rows, or never will. */
        boolean scanPart(Block block, int rows) {
            if (error != null) {
                return true;
            }
            try {
                return scan.scanPart(block, rows);
            } catch (RuntimeException failure) {
                fail(failure);
                return true;
            }
        }

        void end() {
            if (error != null) {
                return;
            }
            try {
                partial = scan.partial();
            } catch (RuntimeException failure) {
                fail(failure);
            }
        }

        private void fail(RuntimeException failure) {
            error = failure instanceof QueryFailure known
                    ? known.error()
                    : new QueryError(QueryError.Code.INTERNAL, "The query failed by a defect of ours: " + failure);
        }
    }
}
