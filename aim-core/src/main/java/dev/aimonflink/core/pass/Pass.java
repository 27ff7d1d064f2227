package dev.aimonflink.core.pass;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.Columns;
import dev.aimonflink.core.row.Cut;
import dev.aimonflink.core.row.Rows;
import java.util.ArrayList;
import java.util.BitSet;
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
 * <p>A pass runs in steps: a step opens one query, shows one block to one query, or answers one query. So a slice keeps its budget however
 * many queries there are. A query that is long to open goes on with that when it is shown its first block.
 *
 * <p>If a query has a {@linkplain Scannable#hasSecondRound second round}, the cut is held for a while after the answers of the first:
 * {@link HeldQueries#goOn} says what the second round asks. The pass waits until it knows that of all such queries, and runs these together.
 */
public final class Pass {
    private enum Phase {
        OPENING,
        SCANNING,
        ANSWERING,
        HOLDING,
        OVER
    }

    /** The longest time for which a cut is held between two rounds. Other queries wait for it. */
    public static final long MAX_HOLD_NANOS = 250_000_000;

    private final Part.Source source;
    private final Consumer<Part> answers;
    private final EndedQueries ended;
    private final ScanTimes times;
    private final NanoClock nanoClock;
    private final long beginNanos;
    private final Columns columns;
    private final PartitionContext context;
    private List<WaitingQuery> queries;
    private final Cut cut;
    private final int cutRows;
    private final List<RunningScan> running = new ArrayList<>();
    private final Map<Scannable, RunningScan> runningByQuery = new LinkedHashMap<>();

    /** The scan that the last step opened or continued; null if it was another step. */
    private RunningScan stepped;

    private Phase phase = Phase.OPENING;
    private int block;

    /** The block of this number, as the cut has it. Scans only read it, and nothing that they read changes until all have. */
    private Block published;

    /** The next one to open, scan or answer: an index in {@link #queries} or {@link #running}. */
    private int next;

    private long endNanos;

    private final HeldQueries held = new HeldQueries();
    private boolean isSecondRound;
    private boolean areTimesNoted;

    public Pass(
            Part.Source source,
            Consumer<Part> answers,
            EndedQueries ended,
            ScanTimes times,
            NanoClock nanoClock,
            Rows rows,
            PartitionContext context,
            List<WaitingQuery> queries) {
        this.source = source;
        this.answers = answers;
        this.ended = ended;
        this.times = times;
        this.nanoClock = nanoClock;
        this.beginNanos = nanoClock.nanoTime();
        this.columns = rows.columns();
        this.context = context;
        this.queries = new ArrayList<>(queries);
        columns.holdCut();
        cut = rows.cut();
        cutRows = columns.cutRows();
    }

    /** Whether no query has been shown a block. */
    public boolean hasReadNothing() {
        return phase == Phase.OPENING && !isSecondRound;
    }

    public boolean isSecondRound() {
        return isSecondRound;
    }

    /** Whether the second round of a request runs. */
    public boolean isInSecondRound(String requestKey) {
        return isSecondRound
                && queries.stream().anyMatch(query -> query.asker().requestKey().equals(requestKey));
    }

    public boolean isHolding() {
        return phase == Phase.HOLDING;
    }

    /** Whether the next step can run. */
    public boolean hasWork() {
        return phase != Phase.HOLDING || held.areKnown() || nanoClock.nanoTime() - endNanos >= MAX_HOLD_NANOS;
    }

    /** Gives up the cut and returns the queries. */
    public List<WaitingQuery> abandon() {
        columns.releaseCut();
        phase = Phase.OVER;
        return queries;
    }

    public int size() {
        return queries.size();
    }

    public boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Runs steps until the time is over, at least one. */
    public void runSlice(SliceTimer timer) {
        boolean isOver = !hasWork();
        while (!isOver) {
            stepped = null;
            switch (phase) {
                case OPENING -> open();
                case SCANNING -> scan();
                case ANSWERING -> answer();
                case HOLDING -> endHold();
                case OVER -> throw new IllegalStateException("The pass is over.");
            }
            isOver = phase == Phase.OVER || !hasWork() || timer.isOver();
            if (stepped != null) {
                stepped.ran(timer.lapNanos());
            }
        }
        if (phase == Phase.OPENING || phase == Phase.SCANNING) {
            running.forEach(scan -> scan.sliceEnded(timer.cpuShare()));
        } else if (!areTimesNoted) {
            // Not of second rounds: they never wait for a pass.
            running.forEach(scan -> scan.noteTime(times, timer.cpuShare()));
            areTimesNoted = true;
        }
    }

    private void open() {
        Scannable query = queries.get(next++).query();
        if (!runningByQuery.containsKey(query)) {
            RunningScan scan = new RunningScan(query, context);
            runningByQuery.put(query, scan);
            running.add(scan);
            stepped = scan;
            if (scan.keptBytes() > 0) {
                scan.requireMemory(context.memory(), running);
            }
        }
        runningByQuery.get(query).addRequest();
        if (next == queries.size()) {
            beginScan();
        }
    }

    private void beginScan() {
        next = 0;
        phase = Phase.SCANNING;
        for (RunningScan scan : running) {
            scan.begin(running.size());
        }
        endScanIfAllIsSeen();
    }

    private void scan() {
        if (published == null) {
            published = columns.refresh(block);
        }
        stepped = running.get(next);
        final long keptBefore = stepped.keptBytes();
        next += stepped.scanPart(published, columns.cutRowsIn(block)) ? 1 : 0;
        if (stepped.keptBytes() != keptBefore) {
            stepped.requireMemory(context.memory(), running);
        }
        if (next == running.size()) {
            next = 0;
            published = null;
            block++;
            if (!mayHold()) {
                columns.readUpTo(block);
            }
            endScanIfAllIsSeen();
        }
    }

    private void endScanIfAllIsSeen() {
        if (block == columns.cutBlocks()) {
            if (!mayHold()) {
                columns.releaseCut();
            }
            endNanos = nanoClock.nanoTime();
            phase = Phase.ANSWERING;
        }
    }

    private void answer() {
        WaitingQuery query = queries.get(next++);
        RunningScan scan = runningByQuery.get(query.query());
        scan.end();
        QueryError error = scan.errorOf(query.query());
        if (scan.tookTooLong()) {
            ended.add(query.query(), error);
        }
        answers.accept(part(query, scan.partial(), error));
        if (query.query().hasSecondRound() && error == null) {
            held.hold(query);
        }
        endAnswersIfAllAreGiven();
    }

    private void endAnswersIfAllAreGiven() {
        if (next == queries.size()) {
            queries = held.all();
            phase = Phase.HOLDING;
            endIfNoneIsLeft();
        }
    }

    /** Whether the blocks of the cut stay as they are after they have been read. */
    private boolean mayHold() {
        boolean mayHold = false;
        for (int i = 0; i < queries.size() && !mayHold && !isSecondRound; i++) {
            mayHold = queries.get(i).query().hasSecondRound();
        }
        return mayHold;
    }

    /** The queries that have had their first round and wait for the second. */
    public HeldQueries held() {
        return held;
    }

    /** Drops the queries whose second round is not known yet, because the cut is not held any longer. */
    public void endHold() {
        queries = held.endHold();
        running.clear();
        runningByQuery.clear();
        isSecondRound = true;
        next = 0;
        block = 0;
        phase = Phase.OPENING;
        endIfNoneIsLeft();
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
     * the cells that they read do not turn. Those that have seen all blocks are answered; but if they have a second round, they have
     * lost it.
     */
    public List<WaitingQuery> takeOvertaken(BitSet windows) {
        if (phase == Phase.ANSWERING || phase == Phase.HOLDING) {
            held.turned(windows);
            holdOn();
            return List.of();
        }
        return take(query -> query.windows().intersects(windows));
    }

    /**
     * Removes and returns the queries for which a predicate holds, unless they have been answered. A scan that no other query shares
     * ends.
     */
    public List<WaitingQuery> takeIf(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = held.takeIf(predicate);
        if (phase == Phase.HOLDING) {
            holdOn();
        } else {
            taken.addAll(take(predicate));
        }
        return taken;
    }

    /** Goes on holding the cut, if it is held, for the queries that are left. */
    private void holdOn() {
        if (phase == Phase.HOLDING) {
            queries = held.all();
            endIfNoneIsLeft();
        }
    }

    private List<WaitingQuery> take(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        for (int i = phase == Phase.ANSWERING ? next : 0; i < queries.size(); ) {
            WaitingQuery query = queries.get(i);
            if (!predicate.test(query)) {
                i++;
                continue;
            }
            queries.remove(i);
            taken.add(query);
            final boolean isOpened = phase != Phase.OPENING || i < next;
            next -= phase == Phase.OPENING && isOpened ? 1 : 0;
            RunningScan scan = runningByQuery.get(query.query());
            if (scan != null && isOpened) {
                scan.removeRequest();
            }
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
            endAnswersIfAllAreGiven();
        } else if (queries.isEmpty()) {
            columns.releaseCut();
            phase = Phase.OVER;
        } else if (phase == Phase.OPENING && next == queries.size()) {
            beginScan();
        }
    }

    /** The answer to a query that the pass could not finish. */
    public Part failed(WaitingQuery query, QueryError error) {
        endNanos = nanoClock.nanoTime();
        return part(query, null, error);
    }
}
