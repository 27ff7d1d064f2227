package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.row.Forgetting;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanScheduler;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The loop of a partition's passes: queries wait, and one pass after another answers those that it takes.
 *
 * <pre>
 *   submit         a query waits (FairQueue), unless the last pass has its answer (LastParts);
 *      |           first for its columns, if they are not kept (ColumnChoice)
 *   runSlice  <------------------------------------------------------------+
 *      |                                                                   |
 *   begin          which queries (PassChoice), in which mode               |
 *      |           (ScanScheduler), over which cut (Cuts)                  |
 *      |                                                                   |
 *      +-- here:   Pass.runSlice on the task's thread, until its time is   |
 *      |           over; events are applied between two slices             |
 *      |                                                                   |
 *      +-- away:   the ScanThread runs the Pass over a sealed cut, beside  |
 *      |           events; it gives it back when it can go on no more      |
 *      |                                                                   |
 *      |           either way a BlockRound shows block by block to the     |
 *      |           RunningScan of each query, which ends as a Part         |
 *      |                                                                   |
 *   endPass  --------------------------------------------------------------+
 * </pre>
 */
public final class QueryQueue {
    /** The most queries that wait or run; further ones get {@link QueryError.Code#OVERLOADED}. */
    public static final int MAX_QUERIES_IN_FLIGHT = 1024;

    private static final QueryError OVERLOADED = new QueryError(
            QueryError.Code.OVERLOADED,
            "More than " + MAX_QUERIES_IN_FLIGHT + " queries are in flight. Ask again later.");

    private static final QueryError WINDOW_TURNED =
            new QueryError(QueryError.Code.WINDOW_TURNED, "The windows turned during the scan. Ask again.");

    private final Parts parts;
    private final Forgetting forgetting;
    private final PartitionContext context;
    private final PartitionClocks clocks;
    private final Consumer<Part> answers;

    /** Null if all passes run here. */
    private final PassBeside beside;

    private final FairQueue waiting = new FairQueue();

    private final ColumnChoice columns;
    private final ColumnWaiters awaiting;
    private final EndedQueries ended;
    private final LastParts lastParts;
    private final Cuts cuts;
    private final ScanTimes times = new ScanTimes();
    private final PassChoice choice = new PassChoice(times);
    private final Outlooks outlooks;
    private final ScanScheduler scheduler;

    private Pass pass;

    private long expired;

    /** @param scanThread runs passes from the first one on, unless the {@link #scheduler} decides otherwise; null if all run here */
    public QueryQueue(
            Parts parts,
            Forgetting forgetting,
            PartitionContext context,
            PartitionClocks clocks,
            Consumer<Part> answers,
            ScanThread scanThread) {
        this.parts = parts;
        this.forgetting = forgetting;
        this.context = context;
        this.clocks = clocks;
        this.answers = answers;
        beside = scanThread == null ? null : new PassBeside(scanThread, clocks.elapsed());
        scheduler =
                new ScanScheduler(beside != null, parts.rows().columns()::fullDeltaBytes, clocks.elapsed()::nanoTime);
        outlooks = new Outlooks(parts.rows(), times, clocks.elapsed(), scheduler::isSaturated);
        columns = new ColumnChoice(parts.rows().columns(), clocks.elapsed());
        awaiting = new ColumnWaiters(columns);
        ended = new EndedQueries(clocks.elapsed());
        lastParts = new LastParts(forgetting::forgotten, clocks.elapsed());
        cuts = new Cuts(parts.rows(), lastParts);
    }

    public ScanScheduler scheduler() {
        return scheduler;
    }

    // ---- before a pass

    /**
     * Queues a query for the next pass; or answers at once that it cannot run, or by a recent enough part of an equal query. Drops an
     * expired query; the merger answers that it timed out.
     */
    public void submit(Asker asker, Scannable query) {
        if (clocks.isGone(asker)) {
            expired++;
            return;
        }
        QueryError unreadable = columns.refusalOf(query);
        QueryError refusal = unreadable == null ? ended.refusalOf(query) : unreadable;
        if (refusal != null) {
            reject(asker, refusal);
            return;
        }
        columns.asked(query.columns());
        awaiting.somethingChanged();
        Part last = lastParts.of(asker, query);
        if (last != null) {
            answers.accept(last);
            return;
        }
        BitSet windows = parts.rows().schema().windowsOf(query.columns());
        WaitingQuery newcomer =
                new WaitingQuery(asker, query, windows, clocks.elapsed().nanoTime());
        final boolean isKept = columns.keeps(query.columns());
        if (!isKept || isFull()) {
            dropExpired();
        }
        if (!isKept) {
            if (!awaiting.add(newcomer)) {
                reject(asker, ColumnWaiters.TOO_MANY);
            }
            return;
        }
        if (isFull()) {
            WaitingQuery evicted = waiting.evictFor(newcomer);
            reject((evicted == null ? newcomer : evicted).asker(), OVERLOADED);
            if (evicted == null) {
                return;
            }
        }
        waiting.add(newcomer);
    }

    private boolean isFull() {
        return size() - awaiting.size() >= MAX_QUERIES_IN_FLIGHT;
    }

    private void dropExpired() {
        expired += waiting.dropIf(query -> clocks.isGone(query.asker()));
        expired +=
                awaiting.removeMatching(query -> clocks.isGone(query.asker())).size();
    }

    private void reject(Asker asker, QueryError error) {
        answers.accept(parts.refusal(asker, error));
    }

    // ---- the columns that they read

    /** Which columns are kept, and why. */
    public ColumnChoice columns() {
        return columns;
    }

    public boolean wantsOtherColumns() {
        return awaiting.mayBeServed();
    }

    /** Decides which columns change next. */
    public ColumnChoice.Change nextColumns() {
        dropExpired();
        awaiting.removeMatching(query -> columns.refusalOf(query.query()) != null)
                .forEach(query -> reject(query.asker(), columns.refusalOf(query.query())));
        return awaiting.next(waiting);
    }

    /** Lets queries wait for a pass whose columns are kept now, and others for their columns. */
    public void columnsChanged() {
        awaiting.somethingChanged();
        final long nowNanos = clocks.elapsed().nanoTime();
        awaiting.addAll(
                waiting.removeMatching(query -> !columns.keeps(query.query().columns())));
        awaiting.removeServed().forEach(query -> waiting.add(query.filledAt(nowNanos)));
    }

    // ---- a pass

    /** Whether a pass can continue or begin here. Queries over unknown cells wait for the refill. */
    public boolean hasWork() {
        if (isAway()) {
            return false;
        }
        return pass != null ? pass.hasWork() : waiting.has(this::canRun);
    }

    private boolean canRun(WaitingQuery query) {
        return !query.windows().intersects(parts.rows().columns().unknownWindows());
    }

    /** Continues or begins a pass, until the time is over. */
    public void runSlice(SliceTimer timer) {
        if (isAway() || (pass == null && (!forgetting.removeRows(!waiting.isEmpty(), timer::isOver) || !begin()))) {
            return;
        }
        if (parts.rows().columns().isSealed()) {
            sendAway();
        } else {
            pass.runSlice(timer);
            endPassIfOver();
        }
    }

    private void sendAway() {
        if (pass.isHolding()) {
            pass.beginSecondRound();
        }
        if (pass.isOver()) {
            endPass();
        } else {
            beside.send(pass, this::endPassIfOver);
        }
    }

    /** Runs something now, or once the pass is back. */
    public void whenHome(Runnable task) {
        if (beside == null) {
            task.run();
        } else {
            beside.whenHome(task);
        }
    }

    /** Whether another thread has the pass, so that nobody else may read columns. */
    public boolean isAway() {
        return beside != null && beside.isAway();
    }

    public boolean canHelp() {
        return beside != null && beside.canHelp();
    }

    public void help(SliceTimer timer) {
        beside.help(timer);
    }

    /** The total time that passes have been away. */
    public long awayNanos() {
        return beside == null ? 0 : beside.nanos();
    }

    private boolean begin() {
        assert pass == null : "one pass runs at a time";
        dropExpired();
        List<WaitingQuery> fair = waiting.takeCandidates(this::canRun);
        if (fair.isEmpty()) {
            return false;
        }
        List<WaitingQuery> queries = waiting.keepInPass(choice.choose(fair), fair);
        forgetting.passBegins();
        final ScanMode mode = scheduler.next(() -> outlooks.of(queries));
        Cuts.Taken cut = cuts.take(mode, scheduler.isMerging(), queries);
        Pass.Answers taken = answersTo(cut);
        pass = new Pass(
                parts.source(),
                cut,
                mode.isBeside() ? beside.answersTo(taken) : taken,
                times,
                clocks.elapsed(),
                context,
                queries);
        return true;
    }

    /** Takes the parts of a pass, and adds the places of its cut if requests want them or the parts are kept. */
    private Pass.Answers answersTo(Cuts.Taken cut) {
        return (query, part, tookTooLong) -> {
            if (tookTooLong) {
                ended.add(query.query(), part.error());
            }
            Part placed = part.with(cut.places());
            lastParts.keep(query, placed, cut.moment());
            answers.accept(query.asker().wantsProgress() ? placed : part);
        };
    }

    private void endPassIfOver() {
        if (pass.isOver()) {
            endPass();
        }
    }

    private void endPass() {
        assert pass.isOver() && !isAway() : "a pass ends at home";
        pass = null;
        awaiting.somethingChanged();
        cuts.passEnded();
        context.memory().release();
        waiting.passEnded();
    }

    /** One may rest while no pass runs; whoever needs the columns lets it go. */
    public Cuts cuts() {
        return cuts;
    }

    // ---- between its two rounds

    /** Whether nothing may begin, because a pass waits for its second round. */
    public boolean isHolding() {
        return pass != null && !isAway() && pass.isHolding();
    }

    public Scannable held(String requestKey) {
        WaitingQuery held = pass == null ? null : pass.held().of(requestKey);
        return held == null ? null : held.query();
    }

    /** Asks the second round of a request, whose cut is held since the first. A pass that is away is asked once it is back. */
    public void askSecondRound(String requestKey, UnaryOperator<Scannable> second) {
        whenHome(() -> askHome(requestKey, second));
    }

    private void askHome(String requestKey, UnaryOperator<Scannable> second) {
        if (pass != null && pass.isInSecondRound(requestKey)) {
            return; // whoever reads the queries topic can write its records again
        }
        WaitingQuery held = pass == null ? null : pass.held().of(requestKey);
        if (held == null) {
            answers.accept(parts.refusal(requestKey, notHeld()));
            return;
        }
        try {
            pass.held().setSecondRound(held, second.apply(held.query()));
        } catch (QueryFailure failure) {
            rejectHeld(held, failure.error());
        } catch (RuntimeException | StackOverflowError defect) {
            rejectHeld(held, QueryError.ofDefect(defect, ""));
        }
    }

    private QueryError notHeld() {
        return QueryError.ofSql(
                SqlState.SERIALIZATION_FAILURE,
                "The values of the queries in the statement's expressions came too late, or a window turned, or too many"
                        + " events came: partitions hold still for "
                        + TimeUnit.NANOSECONDS.toMillis(context.maxHoldNanos()) + " ms at most. Ask again.");
    }

    private void rejectHeld(WaitingQuery held, QueryError error) {
        pass.removeMatching(held::equals);
        endPassIfOver();
        reject(held.asker(), error);
    }

    /** Ends the wait for a second round, because too much would wait for it. */
    public void endHold() {
        if (isHolding()) {
            pass.beginSecondRound();
            endPassIfOver();
        }
    }

    // ---- what ends queries sooner

    /** Ends a pass that is away if the rows that change meanwhile need too much memory. */
    public void endIfTooMuchWaits() {
        if (isAway() && !scheduler.mayTake(parts.rows().columns().nextDeltaBytes())) {
            beside.take(query -> true).forEach(query -> reject(query.asker(), QueryError.TOO_MUCH_CHANGES));
        }
    }

    /**
     * Restarts the pass's queries that have read turned windows; a second time, they fail. A pass that has read nothing begins again with a
     * new cut for all its queries. A sealed cut does not turn.
     */
    public void turned(BitSet windows) {
        lastParts.turned();
        cuts.letGo();
        if (pass == null || parts.rows().columns().isSealed()) {
            return;
        }
        if (pass.hasReadNothing()) {
            waiting.putBack(pass.abandon());
            endPass();
            return;
        }
        List<WaitingQuery> again = new ArrayList<>();
        final boolean isSecondRound = pass.isSecondRound();
        for (WaitingQuery query : pass.takeOvertaken(windows)) {
            if (query.restarted() || isSecondRound) {
                answers.accept(pass.failed(query, WINDOW_TURNED));
            } else {
                again.add(query.again());
            }
        }
        waiting.putBack(again);
        endPassIfOver();
    }

    /** Returns how many parts that spares. */
    public int cancel(String clientId, String requestId) {
        List<WaitingQuery> cancelled = take(query -> query.asker().clientId().equals(clientId)
                && query.asker().requestId().equals(requestId));
        cancelled.forEach(query -> reject(query.asker(), QueryError.CANCELLED));
        return cancelled.size();
    }

    /** Ends a request that has been answered already. */
    public void drop(String requestKey) {
        take(query -> query.asker().requestKey().equals(requestKey));
    }

    private List<WaitingQuery> take(Predicate<WaitingQuery> isMeant) {
        List<WaitingQuery> taken = new ArrayList<>(waiting.removeMatching(isMeant));
        taken.addAll(awaiting.removeMatching(isMeant));
        awaiting.somethingChanged();
        if (isAway()) {
            taken.addAll(beside.take(isMeant));
        } else if (pass != null) {
            taken.addAll(pass.removeMatching(isMeant));
            endPassIfOver();
        }
        return taken;
    }

    // ---- figures

    public boolean passRuns() {
        return pass != null;
    }

    /** Other threads may call this and see an old number; hence one read of the pass. */
    public int size() {
        final Pass current = pass;
        return waiting.size() + awaiting.size() + (current == null ? 0 : current.size());
    }

    /** About how many bytes the scans of the pass keep. Other threads may call this. */
    public long keptBytes() {
        return context.memory().usedBytes();
    }

    /** The number of queries answered by an equal one's last part. */
    public long reused() {
        return lastParts.reused();
    }

    /** The number of queries dropped after their deadlines. */
    public long expired() {
        return expired;
    }
}
