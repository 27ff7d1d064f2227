package dev.aimonflink.query.serve.mode;

import dev.aimonflink.matrix.column.Delta;
import java.util.Arrays;

/**
 * Chooses the mode in which a pass should end first, by a model of a few costs:
 *
 * <pre>
 * s1     scans in slices, in the time that events leave    merge of all fresh rows
 * s2     scans    hand-over                                merge of all fresh rows
 * s3-is  scans    hand-over                                move of the new rows, copy of the columns that are read, of all fresh rows
 *                                                          merge, later, of those new rows that will not change before
 * s3-ni  as s3-is, but scans are shorter by what the thread of the partition does of them in the time that events leave
 * </pre>
 *
 * <p>Merging what has been fresh for long is an investment: later passes need not copy it. It is done once copies have taken as long as the
 * merge would, so both together cost at most twice the better choice.
 *
 * <p>Queries differ, so a single one says little of the next. A mode is left when its passes have cost so much more, in sum, than they
 * would have in another: a load at the edge between two modes stays, and one far from it moves within a few passes.
 */
public final class CostPolicy implements ScanPolicy {
    /** About what an event takes of its thread. */
    private static final double EVENT_NANOS = 1_500;

    /** For a thread to wake up, and its answer to come back. */
    private static final double HAND_OVER_NANOS = 100_000;

    /** The work of an idle helping thread, relative to the other one's. */
    private static final double HELP = 0.7;

    /** To make all blocks ready first, and wait for the end of the last one. */
    private static final double SHARING_NANOS = 50_000;

    /** Each further query of a pass makes slices less efficient by this: what a block brought into the cache is gone after a slice. */
    private static final double SLICED_A_QUERY = 0.01;

    private static final double CELL_NANOS = 1;

    /** For a waiting row, before its first cell: it is not in the cache. */
    private static final double ROW_NANOS = 60;

    /** A row moves from one delta to the other as a whole. */
    private static final double MOVED_CELL_NANOS = 0.3;

    /** A mode is left when staying has lost so much. */
    private static final double WORTH_A_CHANGE_NANOS = 2_000_000;

    /** The most that a pass adds to it, so that three have to agree. */
    private static final double MOST_OF_A_PASS_NANOS = WORTH_A_CHANGE_NANOS / 3;

    /** Even a saturated thread keeps some part for scans, or the costs of other modes would not matter. */
    private static final double MOST_EVENT_SHARE = 0.95;

    private final boolean hasIdleCore;

    /** What the next pass costs in each mode. */
    private final double[] nanosOfMode = new double[ScanMode.values().length];

    /** What the present mode has recently cost beyond each other one. */
    private final double[] lostNanos = new double[ScanMode.values().length];

    private ScanMode present;

    /** What copying the unmerged rows has cost since there are such. */
    private double paidNanos;

    private boolean isMergeDue;

    /** @param hasIdleCore whether another thread has a core; if not, it gains nothing */
    public CostPolicy(boolean hasIdleCore) {
        this.hasIdleCore = hasIdleCore;
    }

    @Override
    public ScanMode choose(Outlook outlook, ScanMode last) {
        if (!hasIdleCore) {
            return ScanMode.S1;
        }
        pay(outlook, last);
        note(outlook, outlook.isSaturated() && last.isOnTask());
        isMergeDue = outlook.oldRows() > 0 && paidNanos >= merged(outlook.oldRows(), outlook);
        final boolean isLong = changesMoreThanMayWait(outlook);
        lose(last);
        if (isLong && !last.isMerging()) {
            return nanosOfMode[ScanMode.S1.ordinal()] < nanosOfMode[ScanMode.S2.ordinal()] ? ScanMode.S1 : ScanMode.S2;
        }
        ScanMode best = last;
        for (ScanMode mode : ScanMode.values()) {
            if (lostNanos[mode.ordinal()] >= WORTH_A_CHANGE_NANOS
                    && (mode.isMerging() || !isLong)
                    && nanosOfMode[mode.ordinal()] < nanosOfMode[best.ordinal()]) {
                best = mode;
            }
        }
        return best;
    }

    private void lose(ScanMode last) {
        if (last != present) {
            present = last;
            Arrays.fill(lostNanos, 0);
        }
        for (int mode = 0; mode < lostNanos.length; mode++) {
            final double more = Math.min(MOST_OF_A_PASS_NANOS, nanosOfMode[last.ordinal()] - nanosOfMode[mode]);
            lostNanos[mode] = Math.max(0, lostNanos[mode] + more);
        }
    }

    /** When copies have taken as long as the merge takes. */
    @Override
    public boolean isMergeDue() {
        return isMergeDue;
    }

    /** Whether more rows will change during the pass than may wait. States that do not merge give back no block before its end. */
    private static boolean changesMoreThanMayWait(Outlook outlook) {
        final double events = (double) outlook.events() * outlook.scanNanos() / Math.max(1, outlook.nanos());
        return events > Delta.FULL_ROWS;
    }

    private void pay(Outlook outlook, ScanMode last) {
        if (outlook.oldRows() == 0) {
            paidNanos = 0;
        } else if (!last.isMerging()) {
            paidNanos += copied(outlook.oldRows(), outlook);
        }
    }

    private void note(Outlook outlook, boolean isSaturated) {
        final double scans = outlook.scanNanos();
        final double merge =
                merged(outlook.newRows(), outlook) + Math.max(0, merged(outlook.oldRows(), outlook) - paidNanos);
        final double applied = outlook.events() * EVENT_NANOS / Math.max(1, outlook.nanos());
        // A scanning thread's applied events do not say how many arrive, either.
        final double eventShare = isSaturated ? MOST_EVENT_SHARE : Math.min(MOST_EVENT_SHARE, applied);
        final double inSlices = 1 + SLICED_A_QUERY * (outlook.queries() - 1);
        note(ScanMode.S1, scans * inSlices / (1 - eventShare) + merge);
        note(ScanMode.S2, scans + HAND_OVER_NANOS + merge);
        final double unmerged = moved(outlook.newRows(), outlook)
                + copied(outlook.newRows() + outlook.oldRows(), outlook)
                + merged(outlook.newRows() * shareOfLastChanges(outlook), outlook);
        note(ScanMode.S3_IS, scans + HAND_OVER_NANOS + unmerged);
        // Helping slices alternate with waiting events, which pay for them.
        final double paidByEvents = isSaturated ? scans * HELP / (1 + HELP) : 0;
        note(
                ScanMode.S3_NI,
                scans / (1 + HELP * idleShare(eventShare)) + HAND_OVER_NANOS + SHARING_NANOS + unmerged + paidByEvents);
    }

    /** The share of time that events leave for help: none if they take more than half. */
    private static double idleShare(double eventShare) {
        return Math.max(0, 1 - 2 * eventShare);
    }

    private static double moved(double rows, Outlook outlook) {
        return rows * (ROW_NANOS + outlook.keptCells() * MOVED_CELL_NANOS);
    }

    private static double copied(double rows, Outlook outlook) {
        return rows * (ROW_NANOS + outlook.readCells() * CELL_NANOS);
    }

    private static double merged(double rows, Outlook outlook) {
        return rows * (ROW_NANOS + outlook.keptCells() * CELL_NANOS);
    }

    /** Rows that change often are merged for nothing, because they wait to be changed again. */
    private static double shareOfLastChanges(Outlook outlook) {
        return outlook.events() == 0 ? 1 : Math.min(1, (double) outlook.newRows() / outlook.events());
    }

    private void note(ScanMode mode, double nanos) {
        nanosOfMode[mode.ordinal()] = nanos;
    }
}
