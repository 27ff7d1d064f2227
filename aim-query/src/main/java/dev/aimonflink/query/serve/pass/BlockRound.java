package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.HeldBlocks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * One reading of all blocks of a cut for several queries. Each block is shown to every query before the next one, so from the second query
 * on its columns come from the cache. Equal queries run once: many clients ask with default parameters, and some queries have none.
 *
 * <p>A step opens one query, shows one block to one query, or answers one query, so a slice keeps its budget however many queries there
 * are. A query that is long to open continues when it is shown its first block.
 */
final class BlockRound {
    private enum Phase {
        OPENING,
        SETTLING,
        SCANNING,
        ANSWERING,
        OVER
    }

    /** Hears how far the round is. */
    interface Listener {
        /** The task's thread may help. */
        void shared(Help help);

        /** All blocks have been shown to all queries. */
        void scanned();

        void answer(WaitingQuery query, RunningScan scan);
    }

    /** How long the round's thread rests while the last block is shown on the other one. */
    private static final long HELPED_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final List<WaitingQuery> queries;
    private final HeldBlocks blocks;
    private final PartitionContext context;
    private final Listener listener;

    private final boolean isFirst;

    private final boolean isShared;

    private final List<RunningScan> running = new ArrayList<>();

    /** The scans of the same queries on the thread that helps. */
    private final List<RunningScan> runningThere = new ArrayList<>();

    private final List<RunningScan> ofBoth = new ArrayList<>();

    private final Map<Scannable, RunningScan> runningByQuery = new LinkedHashMap<>();
    private Phase phase = Phase.OPENING;

    /** Next to open, scan or answer: an index in {@link #queries} or {@link #running}. */
    private int next;

    private int block;

    private Help help;

    /** The block of this number, as the cut has it. Scans only read it, and nothing that they read changes until all have. */
    private Block published;

    /** The scan that the last step opened or continued, or null. */
    private RunningScan stepped;

    BlockRound(
            List<WaitingQuery> queries,
            boolean isFirst,
            boolean mayBeShared,
            HeldBlocks blocks,
            PartitionContext context,
            Listener listener) {
        this.queries = new ArrayList<>(queries);
        isShared = mayBeShared && queries.stream().allMatch(each -> each.query().isDivisible());
        this.isFirst = isFirst;
        this.blocks = blocks;
        this.context = context;
        this.listener = listener;
        Set<String> columns = new HashSet<>();
        queries.forEach(each -> columns.addAll(each.query().columns()));
        blocks.reads(columns);
    }

    List<WaitingQuery> queries() {
        return queries;
    }

    boolean isOpening() {
        return phase == Phase.OPENING;
    }

    boolean isScanned() {
        return phase == Phase.ANSWERING || phase == Phase.OVER;
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    void step() {
        stepped = null;
        switch (phase) {
            case OPENING -> open();
            case SETTLING -> settle();
            case SCANNING -> scan();
            case ANSWERING -> answer();
            case OVER -> throw new IllegalStateException("The round is over.");
        }
    }

    /** Notes how long the last step took. */
    void ran(long nanos) {
        if (stepped != null) {
            stepped.ran(nanos);
        }
    }

    /** @param cpuShare of the slice's time in which its thread had a core */
    void sliceEnded(double cpuShare) {
        if (!isScanned()) {
            running.forEach(scan -> scan.sliceEnded(cpuShare));
        }
    }

    /**
     * Notes that the last step ended all scans.
     *
     * @param cpuShare of the slice's time so far in which its thread had a core
     */
    void scanned(double cpuShare) {
        running.forEach(scan -> scan.scanned(cpuShare));
    }

    void noteTimes(ScanTimes times) {
        running.forEach(scan -> scan.noteTime(times));
    }

    private void open() {
        Scannable query = queries.get(next++).query();
        if (!runningByQuery.containsKey(query)) {
            RunningScan scan = new RunningScan(query, context, blocks.rows());
            runningByQuery.put(query, scan);
            running.add(scan);
            ofBoth.add(scan);
            stepped = scan;
            if (isShared) {
                runningThere.add(new RunningScan(query, context, blocks.rows()));
                ofBoth.add(runningThere.get(runningThere.size() - 1));
            }
            if (scan.keptBytes() > 0) {
                scan.requireMemory(context.memory(), ofBoth);
            }
        }
        if (next == queries.size()) {
            beginScan();
        }
    }

    private void beginScan() {
        next = 0;
        phase = isShared ? Phase.SETTLING : Phase.SCANNING;
        queries.forEach(each -> runningByQuery.get(each.query()).addRequest());
        running.forEach(scan -> scan.begin(running.size()));
        runningThere.forEach(scan -> scan.begin(running.size()));
        endScanIfAllIsSeen();
    }

    /** Makes a block ready, so that either thread may take it. */
    private void settle() {
        stepped = running.get(0);
        blocks.settle(++block);
        if (block == blocks.count()) {
            help = new Help(blocks, context, runningThere, ofBoth);
            block = help.take();
            phase = Phase.SCANNING;
            listener.shared(help);
        }
    }

    private void scan() {
        if (block == blocks.count()) {
            awaitHelp();
            return;
        }
        if (published == null) {
            published = blocks.open(block);
        }
        stepped = running.get(next);
        final long keptBefore = stepped.keptBytes();
        next += stepped.scanPart(published, blocks.rowsIn(block)) ? 1 : 0;
        if (stepped.keptBytes() != keptBefore) {
            stepped.requireMemory(context.memory(), ofBoth);
        }
        if (next == running.size()) {
            next = 0;
            published = null;
            block = help == null ? block + 1 : help.take();
            // The other thread may still be reading a shared one.
            if (help == null && !mayHold()) {
                blocks.readUpTo(block);
            }
            endScanIfAllIsSeen();
        }
    }

    private void awaitHelp() {
        for (int i = 0; i < runningThere.size(); i++) {
            if (running.get(i).hasEnded()) {
                runningThere.get(i).isOfNoUse();
            }
        }
        LockSupport.parkNanos(HELPED_NANOS);
        endScanIfAllIsSeen();
    }

    boolean isWaiting() {
        return phase == Phase.SCANNING && block == blocks.count();
    }

    private void endScanIfAllIsSeen() {
        final boolean isLastShown = help == null || !help.isBusy();
        if (block == blocks.count() && isLastShown) {
            for (int i = 0; i < runningThere.size(); i++) {
                running.get(i).join(runningThere.get(i));
            }
            runningThere.clear();
            if (!mayHold()) {
                blocks.release();
            }
            phase = Phase.ANSWERING;
            listener.scanned();
        }
    }

    /** Whether the cut's blocks stay unchanged after they have been read, for a second round. */
    private boolean mayHold() {
        boolean mayHold = false;
        for (int i = 0; i < queries.size() && !mayHold && isFirst; i++) {
            mayHold = queries.get(i).query().hasSecondRound();
        }
        return mayHold;
    }

    private void answer() {
        WaitingQuery query = queries.get(next++);
        RunningScan scan = runningByQuery.get(query.query());
        scan.end();
        listener.answer(query, scan);
        endIfNoneIsLeft();
    }

    /** Removes and returns the unanswered queries that match; scans without queries end. */
    List<WaitingQuery> take(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        for (int i = isScanned() ? next : 0; i < queries.size(); ) {
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
        final boolean hasAnsweredAll = phase == Phase.ANSWERING && next == queries.size();
        if (queries.isEmpty() || hasAnsweredAll) {
            phase = Phase.OVER;
        } else if (phase == Phase.OPENING && next == queries.size()) {
            beginScan();
        }
    }
}
