package dev.aimonflink.query.schedule;

import dev.aimonflink.matrix.column.Delta;

/**
 * Chooses the state in which a pass should be over first, by a model of a few costs:
 *
 * <pre>
 * s1     scans in slices, in the time that events leave    merge of all fresh rows
 * s2     scans    hand-over                                merge of all fresh rows
 * s3-is  scans    hand-over                                move of the new rows, copy of the columns that are read, of all fresh rows
 *                                                          merge, later, of those new rows that will not change before
 * s3-ni  as s3-is, but scans are shorter by what the thread of the partition does of them in the time that events leave
 * </pre>
 *
 * <p>To merge what has been fresh for long is an investment: it is copied no more in the passes that follow. It is done at last
 * when copies have taken as long as it takes, so that both together are at most twice what the better choice would have been.
 *
 * <p>Costs are means that move with each pass, and a change has to be worth something: a load at the edge between two states stays.
 */
public final class CostPolicy implements ScanPolicy {
    /** What an event takes of its thread, about. */
    private static final double EVENT_NANOS = 1_500;

    /** For a thread to wake, and for its answer to come back. */
    private static final double HAND_OVER_NANOS = 100_000;

    /** What a thread that is idle does of a pass, for what the other one does. */
    private static final double HELP = 0.7;

    /** For all blocks to be made ready first, and for the end of the last one. */
    private static final double SHARING_NANOS = 50_000;

    /** Each other query of a pass makes slices less efficient by so much: what a block has brought to the cache is gone after a slice. */
    private static final double SLICED_A_QUERY = 0.01;

    private static final double CELL_NANOS = 1;

    /** Of a waiting row, before the first cell: it is not in the cache. */
    private static final double ROW_NANOS = 60;

    /** A row is moved from one delta to the other as a whole. */
    private static final double MOVED_CELL_NANOS = 0.3;

    /** A change saves at least this part of a pass. */
    private static final double WORTH_A_CHANGE = 0.02;

    /** Also of a thread that has no time for scans at all some part is left, or the costs of other states would not matter. */
    private static final double MOST_EVENT_SHARE = 0.95;

    /** A mean moves by one in so many parts of what the last value differs from it. */
    private static final double INERTIA = 4;

    private final boolean hasIdleCore;
    private final double[] nanosOfMode = new double[ScanMode.values().length];

    /** What it has cost to copy the rows that are not merged, since there are such. */
    private double paidNanos;

    private boolean isMergeDue;
    private boolean hasSeen;

    /** @param hasIdleCore whether a thread beside a partition's has a core; if not, nothing is gained by one */
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
        final boolean mayStay = last.isMerging() || !isLong;
        ScanMode best = mayStay ? last : ScanMode.S2;
        double least = mayStay ? nanosOfMode[last.ordinal()] * (1 - WORTH_A_CHANGE) : Double.MAX_VALUE;
        for (ScanMode mode : ScanMode.values()) {
            if (nanosOfMode[mode.ordinal()] < least && (mode.isMerging() || !isLong)) {
                least = nanosOfMode[mode.ordinal()];
                best = mode;
            }
        }
        return best;
    }

    /** When copies have taken as long as the merge takes. */
    @Override
    public boolean isMergeDue() {
        return isMergeDue;
    }

    /** Whether more rows will change in the pass than may wait. In states that do not merge, no block is given back before its end. */
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
        // Of a thread that scans, too, what is applied does not say what comes.
        final double eventShare = isSaturated ? MOST_EVENT_SHARE : Math.min(MOST_EVENT_SHARE, applied);
        final double inSlices = 1 + SLICED_A_QUERY * (outlook.queries() - 1);
        note(ScanMode.S1, scans * inSlices / (1 - eventShare) + merge);
        note(ScanMode.S2, scans + HAND_OVER_NANOS + merge);
        final double unmerged = moved(outlook.newRows(), outlook)
                + copied(outlook.newRows() + outlook.oldRows(), outlook)
                + merged(outlook.newRows() * shareOfLastChanges(outlook), outlook);
        note(ScanMode.S3_IS, scans + HAND_OVER_NANOS + unmerged);
        note(ScanMode.S3_NI, scans / (1 + HELP * idleShare(eventShare)) + HAND_OVER_NANOS + SHARING_NANOS + unmerged);
        hasSeen = true;
    }

    /** Of a thread that events leave time for help: where they take more than half of it, none. */
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

    /** Rows that change often wait to be changed again, and are merged for nothing. */
    private static double shareOfLastChanges(Outlook outlook) {
        return outlook.events() == 0 ? 1 : Math.min(1, (double) outlook.newRows() / outlook.events());
    }

    private void note(ScanMode mode, double nanos) {
        final double mean = nanosOfMode[mode.ordinal()];
        nanosOfMode[mode.ordinal()] = hasSeen ? mean + (nanos - mean) / INERTIA : nanos;
    }
}
