package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.HeldBlocks;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * A cut of a partition, and the {@linkplain BlockRound rounds} in which several queries scan it:
 *
 * <pre>
 * FIRST_ROUND --> HOLDING --> SECOND_ROUND --> OVER
 *      |             |                          ^
 *      +-------------+--------------------------+    if no query is left
 * </pre>
 *
 * Most passes have one round. For a query with a {@linkplain Scannable#hasSecondRound second round}, the cut is held for a while after the
 * answers of the first: {@link HeldQueries#setSecondRound} says what the second round asks. The pass waits until it knows that for all such
 * queries, and runs them together.
 *
 * <p>Owned by one thread at a time: see {@link ScanThread}.
 */
final class Pass implements BlockRound.Listener {
    private enum Phase {
        FIRST_ROUND,
        HOLDING,
        SECOND_ROUND,
        OVER
    }

    interface Answers {
        void answered(WaitingQuery query, Part part, boolean tookTooLong);

        default void helpIsWelcome() {}
    }

    private final Part.Source source;
    private final Answers answers;
    private final ScanTimes times;
    private final NanoClock nanoClock;
    private final Cuts.Taken taken;
    private final HeldBlocks blocks;
    private final PartitionContext context;
    private final int rows;
    private final HeldQueries held = new HeldQueries();
    private final long beginNanos;
    private Phase phase = Phase.FIRST_ROUND;

    /** The current or last one. */
    private BlockRound round;

    /** Null if the task's thread cannot help. */
    private volatile Help help;

    private long endNanos;

    private boolean areTimesNoted;

    /** @param queries at least one */
    Pass(
            Part.Source source,
            Cuts.Taken taken,
            Answers answers,
            ScanTimes times,
            NanoClock nanoClock,
            PartitionContext context,
            List<WaitingQuery> queries) {
        assert !queries.isEmpty() : "a pass has queries";
        this.source = source;
        this.taken = taken;
        this.blocks = taken.blocks();
        this.answers = answers;
        this.times = times;
        this.nanoClock = nanoClock;
        this.beginNanos = taken.beginNanos();
        this.context = context;
        rows = blocks.rows();
        round = newRound(queries, true);
    }

    boolean hasReadNothing() {
        return phase == Phase.FIRST_ROUND && round.isOpening();
    }

    boolean isSecondRound() {
        return phase == Phase.SECOND_ROUND;
    }

    boolean isHolding() {
        return phase == Phase.HOLDING;
    }

    boolean isOver() {
        return phase == Phase.OVER;
    }

    /** Other threads may call this and see an old number. */
    int size() {
        return phase == Phase.HOLDING ? held.size() : round.queries().size();
    }

    boolean hasWork() {
        return phase != Phase.HOLDING || held.areKnown() || nanoClock.nanoTime() - endNanos >= context.maxHoldNanos();
    }

    /** Runs steps until the time is over, but at least one. */
    void runSlice(SliceTimer timer) {
        boolean isSliceOver = !hasWork();
        while (!isSliceOver) {
            final BlockRound stepped = round;
            final boolean wasScanned = stepped.isScanned();
            step();
            isSliceOver = phase == Phase.OVER || !hasWork() || timer.isOver() || round.isWaiting();
            stepped.ran(timer.lapNanos());
            if (!wasScanned && stepped.isScanned()) {
                stepped.scanned(timer.exactCpuShare());
            }
        }
        round.sliceEnded(timer.cpuShare());
        // Not for second rounds, which never wait for a pass.
        if (!areTimesNoted && round.isScanned()) {
            round.noteTimes(times);
            areTimesNoted = true;
        }
    }

    private void step() {
        if (phase == Phase.HOLDING) {
            beginSecondRound();
        } else {
            round.step();
            endRoundIfOver();
        }
    }

    private BlockRound newRound(List<WaitingQuery> queries, boolean isFirst) {
        return new BlockRound(queries, isFirst, taken.mode().isHelped(), blocks, context, this);
    }

    /** What the task's thread may take over of another thread's pass, or null. */
    Help help() {
        return help;
    }

    @Override
    public void shared(Help offered) {
        help = offered;
        answers.helpIsWelcome();
    }

    @Override
    public void scanned() {
        help = null;
        endNanos = nanoClock.nanoTime();
    }

    @Override
    public void answer(WaitingQuery query, RunningScan scan) {
        QueryError error = scan.errorOf(query.query());
        WaitingQuery scanned = query.afterScan(scan.cpuNanos());
        Part.OfScan ofScan = new Part.OfScan(
                taken.mode(),
                scanned.cpuNanos(),
                taken.ageNanos(),
                query.query().columns().isEmpty() ? 0 : taken.freshRows(),
                query.fillNanos());
        answers.answered(query, part(query, ofScan, scan.partial(), error), scan.tookTooLong());
        if (query.query().hasSecondRound() && error == null) {
            held.hold(scanned);
        }
    }

    private void endRoundIfOver() {
        if (round.isOver()) {
            phase = Phase.HOLDING;
            endIfNoneIsHeld();
        }
    }

    private void endIfNoneIsHeld() {
        if (phase == Phase.HOLDING && held.size() == 0) {
            end();
        }
    }

    private void end() {
        assert phase != Phase.OVER : "a pass ends once";
        blocks.release();
        phase = Phase.OVER;
    }

    // ---- between the rounds

    /** The queries that wait for their second round. */
    HeldQueries held() {
        return held;
    }

    boolean isInSecondRound(String requestKey) {
        return isSecondRound()
                && round.queries().stream()
                        .anyMatch(query -> query.asker().requestKey().equals(requestKey));
    }

    /** Runs the queries whose second round is known by now; drops the others, for which the cut is held no longer. */
    void beginSecondRound() {
        assert phase == Phase.HOLDING : "a second round follows the first";
        List<WaitingQuery> known = held.endHold();
        if (known.isEmpty()) {
            end();
        } else {
            round = newRound(known, false);
            phase = Phase.SECOND_ROUND;
        }
    }

    /** Those of the current or last round. */
    List<WaitingQuery> queries() {
        return round.queries();
    }

    // ---- queries that end sooner

    /** Gives up the cut and returns the queries. */
    List<WaitingQuery> abandon() {
        end();
        return round.queries();
    }

    /**
     * Removes and returns the queries that read columns of turned windows. The others keep the cut, since their cells do not turn. Those
     * that have seen all blocks are still answered, but lose a second round.
     */
    List<WaitingQuery> takeOvertaken(BitSet windows) {
        if (round.isScanned()) {
            held.turned(windows);
            endIfNoneIsHeld();
            return List.of();
        }
        return take(query -> query.windows().intersects(windows));
    }

    List<WaitingQuery> removeMatching(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> removed = held.removeMatching(predicate);
        if (phase == Phase.HOLDING) {
            endIfNoneIsHeld();
        } else if (phase != Phase.OVER) {
            removed.addAll(take(predicate));
        }
        return removed;
    }

    private List<WaitingQuery> take(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> ofRound = round.take(predicate);
        endRoundIfOver();
        return ofRound;
    }

    /** The answer to a query that the pass could not finish. */
    Part failed(WaitingQuery query, QueryError error) {
        endNanos = nanoClock.nanoTime();
        return part(query, null, null, error);
    }

    private Part part(WaitingQuery query, Part.OfScan scan, byte[] partial, QueryError error) {
        return new Part(
                query.asker().requestKey(),
                source,
                taken.cut(),
                rows,
                beginNanos - query.arrivalNanos(),
                endNanos - beginNanos,
                scan,
                partial,
                error);
    }
}
