package dev.aimonflink.core.matrix;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A scan of the blocks of a cut, shared by several queries. Each block is shown to every query before the next block,
 * so that from the second query on its columns come from the cache. Equal queries run once: many clients ask with
 * default parameters, and some queries have none.
 *
 * <p>A pass runs in steps: a step opens one query, shows one block to one query, or answers one query. So a slice keeps
 * its budget however many queries there are.
 */
final class Pass {
    private enum Phase {
        OPENING,
        SCANNING,
        ANSWERING,
        OVER
    }

    private final Part.Source source;
    private final Consumer<Part> answers;
    private final NanoClock nanoClock;
    private final long beginNanos;
    private final Columns columns;
    private final PartitionContext context;
    private final List<WaitingQuery> queries;
    private final Cut cut;
    private final int cutRows;
    private final List<RunningScan> running = new ArrayList<>();
    private final Map<Scannable, RunningScan> runningByQuery = new LinkedHashMap<>();

    /** The scan that the last step continued; null if it was another step. */
    private RunningScan stepped;

    private Phase phase = Phase.OPENING;
    private int block;

    /** The block of this number, as the cut has it. Scans only read it, and nothing that they read changes until all have. */
    private Block published;

    /** The next one to open, scan or answer: an index in {@link #queries} or {@link #running}. */
    private int next;

    private long endNanos;

    Pass(
            Part.Source source,
            Consumer<Part> answers,
            NanoClock nanoClock,
            Rows rows,
            PartitionContext context,
            List<WaitingQuery> queries) {
        this.source = source;
        this.answers = answers;
        this.nanoClock = nanoClock;
        this.beginNanos = nanoClock.nanoTime();
        this.columns = rows.columns();
        this.context = context;
        this.queries = queries;
        columns.holdCut();
        cut = rows.cut();
        cutRows = columns.cutRows();
    }

    /** Whether no query has been shown a block. */
    boolean hasReadNothing() {
        return phase == Phase.OPENING;
    }

    /** Gives up the cut and returns the queries. */
    List<WaitingQuery> abandon() {
        columns.releaseCut();
        phase = Phase.OVER;
        return queries;
    }

    int size() {
        return queries.size();
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Runs steps until the time is over, at least one. */
    void runSlice(SliceTimer timer) {
        boolean isOver;
        do {
            stepped = null;
            switch (phase) {
                case OPENING -> open();
                case SCANNING -> scan();
                case ANSWERING -> answer();
                case OVER -> throw new IllegalStateException("The pass is over.");
            }
            isOver = phase == Phase.OVER || timer.isOver();
            if (stepped != null) {
                stepped.ran(timer.lapNanos());
            }
        } while (!isOver);
        if (phase == Phase.SCANNING) {
            running.forEach(scan -> scan.sliceEnded(timer.cpuShare()));
        }
    }

    private void open() {
        Scannable query = queries.get(next++).query();
        if (!runningByQuery.containsKey(query)) {
            RunningScan scan = new RunningScan(query, context);
            runningByQuery.put(query, scan);
            running.add(scan);
        }
        if (next == queries.size()) {
            beginScan();
        }
    }

    private void beginScan() {
        next = 0;
        phase = Phase.SCANNING;
        endScanIfAllIsSeen();
    }

    private void scan() {
        if (published == null) {
            published = columns.refresh(block);
        }
        stepped = running.get(next);
        next += stepped.scanPart(published, columns.cutRowsIn(block)) ? 1 : 0;
        if (next == running.size()) {
            next = 0;
            published = null;
            block++;
            columns.readUpTo(block);
            endScanIfAllIsSeen();
        }
    }

    private void endScanIfAllIsSeen() {
        if (block == columns.cutBlocks()) {
            columns.releaseCut();
            endNanos = nanoClock.nanoTime();
            phase = Phase.ANSWERING;
        }
    }

    private void answer() {
        WaitingQuery query = queries.get(next++);
        RunningScan scan = runningByQuery.get(query.query());
        scan.end();
        answers.accept(part(query, scan.partial(), scan.error()));
        if (next == queries.size()) {
            phase = Phase.OVER;
        }
    }

    private Part part(WaitingQuery query, byte[] partial, QueryError error) {
        return new Part(
                query.asker().requestKey(),
                source,
                cut,
                cutRows,
                beginNanos - query.arrivalNanos(),
                endNanos - beginNanos,
                partial,
                error);
    }

    /**
     * Removes and returns the queries that read columns of windows that turned. The others continue with the cut, since
     * the cells that they read do not turn. A pass that has seen all blocks loses no query.
     */
    List<WaitingQuery> takeOvertaken(BitSet windows) {
        List<WaitingQuery> overtaken = new ArrayList<>();
        if (phase != Phase.SCANNING) {
            return overtaken;
        }
        for (Iterator<WaitingQuery> each = queries.iterator(); each.hasNext(); ) {
            WaitingQuery query = each.next();
            if (query.windows().intersects(windows)) {
                runningByQuery.get(query.query()).drop();
                overtaken.add(query);
                each.remove();
            }
        }
        if (queries.isEmpty()) {
            columns.releaseCut();
            phase = Phase.OVER;
        }
        return overtaken;
    }

    /**
     * Removes and returns the queries for which a predicate holds, unless they have been answered. A scan that no other query shares
     * ends.
     */
    List<WaitingQuery> takeIf(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        for (int i = phase == Phase.ANSWERING ? next : 0; i < queries.size(); ) {
            WaitingQuery query = queries.get(i);
            if (!predicate.test(query)) {
                i++;
                continue;
            }
            queries.remove(i);
            taken.add(query);
            next -= phase == Phase.OPENING && i < next ? 1 : 0;
            RunningScan scan = runningByQuery.get(query.query());
            if (scan != null && queries.stream().noneMatch(each -> each.query().equals(query.query()))) {
                scan.drop();
            }
        }
        if (!taken.isEmpty()) {
            endIfNoneIsLeft();
        }
        return taken;
    }

    private void endIfNoneIsLeft() {
        if (phase == Phase.ANSWERING) {
            phase = next == queries.size() ? Phase.OVER : phase;
        } else if (queries.isEmpty()) {
            columns.releaseCut();
            phase = Phase.OVER;
        } else if (phase == Phase.OPENING && next == queries.size()) {
            beginScan();
        }
    }

    /** The answer to a query that the pass could not finish. */
    Part failed(WaitingQuery query, QueryError error) {
        endNanos = nanoClock.nanoTime();
        return part(query, null, error);
    }
}
