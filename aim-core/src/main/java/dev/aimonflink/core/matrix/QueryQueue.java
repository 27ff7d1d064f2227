package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The queries that wait for a pass over the columns, and the pass that runs. */
final class QueryQueue {
    private final PartialResult.Source source;
    private final Rows rows;
    private final Columns columns;
    private final Forgetting forgetting;
    private final ScanContext scanContext;
    private final NanoClock nanoClock;
    private final Consumer<PartialResult> answers;
    private final ArrayDeque<Pass.Waiting> waiting = new ArrayDeque<>();
    private Pass pass;

    QueryQueue(
            PartialResult.Source source,
            Rows rows,
            Forgetting forgetting,
            ScanContext scanContext,
            NanoClock nanoClock,
            Consumer<PartialResult> answers) {
        this.source = source;
        this.rows = rows;
        this.columns = rows.columns();
        this.forgetting = forgetting;
        this.scanContext = scanContext;
        this.nanoClock = nanoClock;
        this.answers = answers;
    }

    /** Queues a query for the next pass, or answers at once that it cannot run. */
    void submit(ScanRequest request) {
        Pass.Waiting arrival = new Pass.Waiting(request, nanoClock.nanoTime());
        if (size() >= Partition.MAX_QUERIES_IN_FLIGHT) {
            reject(
                    arrival,
                    new QueryError(
                            QueryError.Code.OVERLOADED,
                            "More than " + Partition.MAX_QUERIES_IN_FLIGHT
                                    + " queries are in flight. Ask again later."));
            return;
        }
        for (String column : request.query().columns()) {
            if (!scanContext.columns().contains(column)) {
                reject(arrival, notKept(column));
                return;
            }
        }
        waiting.add(arrival);
    }

    private QueryError notKept(String column) {
        return new QueryError(
                QueryError.Code.COLUMN_NOT_KEPT,
                rows.schema().contains(column)
                        ? "Column '" + column + "' is not kept for scans. Add it to aim.matrix.columns."
                        : "The schema has no column '" + column + "', which the query needs. Ask another query, or add"
                                + " the column to the schema.");
    }

    private void reject(Pass.Waiting arrival, QueryError error) {
        answers.accept(new PartialResult(arrival.request().request(), source, rows.cut(), 0, 0, 0, null, error));
    }

    boolean hasWork() {
        return pass != null || !waiting.isEmpty();
    }

    /**
     * Runs the pass, or begins one for all queries that wait, for about as long as the budget says. Rows are removed
     * between passes: the empty ones before a cut is held, and before each cut a step of the sweep for idle ones, so that
     * neither passes nor the sweep wait for the other's end.
     */
    void runSlice(long budgetNanos) {
        if (!columns.isCutHeld()) {
            if (!forgetting.removeVacated()) {
                return;
            }
            forgetting.sweep();
        }
        if (pass == null && !waiting.isEmpty()) {
            columns.holdCut();
            pass = new Pass(source, answers, nanoClock, rows.cut(), columns.cutRows());
            waiting.forEach(pass::add);
            waiting.clear();
            pass.open(scanContext);
        }
        if (pass != null && pass.runSlice(columns, budgetNanos)) {
            columns.releaseCut();
            pass.complete();
            pass = null;
        }
    }

    /** To be called before the windows turn: the cut that a pass reads ends with them. */
    void beforeTurn() {
        if (pass != null) {
            columns.releaseCut();
        }
    }

    /** To be called after the windows turned: a pass that is overtaken begins again, once; then its queries fail. */
    void afterTurn() {
        if (pass == null) {
            return;
        }
        if (pass.restarted()) {
            pass.fail(new QueryError(QueryError.Code.WINDOW_TURNED, "The windows turned during the scan. Ask again."));
            pass = null;
        } else {
            // At once, because the new cut is that of this moment. No more than were erased during the pass.
            forgetting.removeAllVacated();
            columns.holdCut();
            pass.restart(rows.cut(), columns.cutRows());
        }
    }

    /** May be called by another thread, which may see an old number. */
    int size() {
        final Pass current = pass;
        return waiting.size() + (current == null ? 0 : current.size());
    }

    /** What a scan finds in the partition. */
    record OpenContext(ColumnSet columns, DimensionCodes dimensions, Kernels kernels, Verifier verifier)
            implements ScanContext {
        @Override
        public long countDifferences(Block block, int from, int to) {
            return verifier.countDifferences(block, from, to);
        }
    }
}
