package dev.aimonflink.matrix.layout;

import java.util.Arrays;

/**
 * The panes of one sliding window in a record, behind all present values:
 *
 * <pre>
 * ints:   [filled | next | pane 0 | pane 1 | ...]
 *           [all | online | ...]                   in each, a filter
 * longs:  [next | pane 0 | pane 1 | ...]
 * </pre>
 *
 * So what an event changes for several filters lies side by side.
 *
 * <p>Only columns need the next values. Without any they go stale, as a further bit of {@code filled} says.
 *
 * A pane is at its number modulo their count, and is a run like the present values. {@code filled} has a bit for each pane with an event.
 * The cells of others are 0, which costs next to nothing in storage and nothing in a turn. {@code next} is the present values after the
 * next turn: the events of all panes but the oldest.
 */
public final class PaneCells {
    /** The version of the layout in stored records. Increase it with each change, so that older records are refused, not misread. */
    static final int VERSION = 1;

    /** The place of the next values, before all panes. */
    static final int NEXT = -1;

    private final CellLayout layout;
    private final RunSteps run;
    private final int window;
    private final int panes;
    private final int filters;
    private final int words;
    private final int intStart;
    private final int longStart;

    /** @param intStart where the first filter begins in the ints, likewise {@code longStart} */
    PaneCells(CellLayout layout, RunSteps run, int window, int panes, int filters, int intStart, int longStart) {
        this.layout = layout;
        this.run = run;
        this.window = window;
        this.panes = panes;
        this.filters = filters;
        this.words = (panes + 1 + Integer.SIZE - 1) / Integer.SIZE;
        this.intStart = intStart;
        this.longStart = longStart;
    }

    public int window() {
        return window;
    }

    public int panes() {
        return panes;
    }

    // ---- places

    int ints() {
        return words + (1 + panes) * layout.intStride();
    }

    int longs() {
        return (1 + panes) * layout.longStride();
    }

    int words() {
        return words;
    }

    /** The first int with bits of filled panes. */
    public int filled(int filter) {
        return intStart + filter * words;
    }

    public int intNext(int filter) {
        return intPane(filter, NEXT);
    }

    public int longNext(int filter) {
        return longPane(filter, NEXT);
    }

    public int intPane(int filter, int place) {
        return intStart + filters * words + ((1 + place) * filters + filter) * layout.intStride();
    }

    public int longPane(int filter, int place) {
        return longStart + ((1 + place) * filters + filter) * layout.longStride();
    }

    /** @param present the column's cell among the present values, which are a run like a pane */
    public int slot(CellKind kind, int filter, int present, int place) {
        return kind.isInt()
                ? present - layout.intRun(filter, window) + intPane(filter, place)
                : present - layout.longRun(filter, window) + longPane(filter, place);
    }

    public int place(int number) {
        return Math.floorMod(number, panes);
    }

    private boolean isFilled(int[] ints, int filter, int place) {
        return (ints[filled(filter) + place / Integer.SIZE] >> place & 1) != 0;
    }

    /** Whether the next values are unknown, according to the bit behind the last place. */
    public boolean isNextStale(int[] ints, int filter) {
        return isFilled(ints, filter, panes);
    }

    private void setBit(int[] ints, int filter, int place) {
        ints[filled(filter) + place / Integer.SIZE] |= 1 << place;
    }

    private void clearBit(int[] ints, int filter, int place) {
        ints[filled(filter) + place / Integer.SIZE] &= ~(1 << place);
    }

    private boolean hasFilled(int[] ints, int filter) {
        int any = 0;
        for (int at = filled(filter); at < filled(filter) + words; at++) {
            any |= ints[at];
        }
        return any != 0;
    }

    // ---- events

    /** Notes that a pane has an event; if it is the first one, the run is empty. */
    public void fill(int[] ints, long[] longs, int filter, int place) {
        if (!isFilled(ints, filter, place)) {
            setBit(ints, filter, place);
            run.clear(ints, longs, intPane(filter, place), longPane(filter, place));
        }
    }

    /** Notes that the next values are unknown, because an event has not been counted in them. */
    public void forgetNext(int[] ints, int filter) {
        setBit(ints, filter, panes);
    }

    /** Recomputes the next values if they are stale. */
    public void renewNext(int filter, int newest, int[] ints, long[] longs) {
        if (isNextStale(ints, filter)) {
            clearBit(ints, filter, panes);
            addNewest(panes - 1, newest, filter, ints, longs, ints, longs, intNext(filter), longNext(filter));
        }
    }

    /** Whether the next values of any filter are stale. */
    public boolean isNextStale(int[] ints) {
        for (int filter = 0; filter < filters; filter++) {
            if (isNextStale(ints, filter)) {
                return true;
            }
        }
        return false;
    }

    // ---- turns

    void clear(int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            clear(filter, ints, longs);
        }
    }

    private void clear(int filter, int[] ints, long[] longs) {
        run.clear(ints, longs, layout.intRun(filter, window), layout.longRun(filter, window));
        run.clear(ints, longs, intNext(filter), longNext(filter));
        if (hasFilled(ints, filter)) {
            for (int place = 0; place < panes; place++) {
                drop(filter, place, ints, longs);
            }
            clearBit(ints, filter, panes);
        }
    }

    /** Drops the panes that are past when another one is the newest. A filter without events has nothing to drop. */
    void turn(int from, int to, int[] ints, long[] longs) {
        final long turned = (long) to - from;
        for (int filter = 0; filter < filters; filter++) {
            if (!hasFilled(ints, filter)) {
                continue;
            }
            if (turned >= panes) {
                clear(filter, ints, longs);
            } else {
                turn(filter, from, to, ints, longs);
            }
        }
    }

    private void turn(int filter, int from, int to, int[] ints, long[] longs) {
        show(filter, from, to, !isNextStale(ints, filter), ints, longs, ints, longs);
        for (int number = from + 1; number <= to; number++) {
            // The new pane takes the place of the past one.
            drop(filter, place(number), ints, longs);
        }
    }

    /**
     * Writes a filter's present values, and the next ones if wanted, as with another newest pane, to their places in other arrays. These
     * may be the same arrays: the panes do not change.
     */
    void show(
            int filter,
            int from,
            int to,
            boolean withNext,
            int[] ints,
            long[] longs,
            int[] shownInts,
            long[] shownLongs) {
        // The present values first: they may be the next ones, which are overwritten.
        showPresent(filter, from, to, ints, longs, shownInts, shownLongs);
        if (withNext) {
            showNext(filter, from, to, ints, longs, shownInts, shownLongs);
        }
    }

    private void showPresent(
            int filter, int from, int to, int[] ints, long[] longs, int[] shownInts, long[] shownLongs) {
        final int intPresent = layout.intRun(filter, window);
        final int longPresent = layout.longRun(filter, window);
        if (to == from) {
            copy(ints, longs, intPresent, longPresent, shownInts, shownLongs, intPresent, longPresent);
        } else if (to == from + 1 && !isNextStale(ints, filter)) {
            copy(ints, longs, intNext(filter), longNext(filter), shownInts, shownLongs, intPresent, longPresent);
        } else {
            addNewest(kept(from, to), from, filter, ints, longs, shownInts, shownLongs, intPresent, longPresent);
        }
    }

    private void showNext(int filter, int from, int to, int[] ints, long[] longs, int[] shownInts, long[] shownLongs) {
        final int intNext = intNext(filter);
        final int longNext = longNext(filter);
        if (to == from && !isNextStale(ints, filter)) {
            copy(ints, longs, intNext, longNext, shownInts, shownLongs, intNext, longNext);
        } else {
            addNewest(kept(from, to) - 1, from, filter, ints, longs, shownInts, shownLongs, intNext, longNext);
        }
    }

    /** How many panes are not past when another one is the newest. */
    private int kept(int from, int to) {
        final long turned = (long) to - from;
        return turned < 0 || turned > panes ? 0 : panes - (int) turned;
    }

    private void copy(
            int[] ints, long[] longs, int intFrom, int longFrom, int[] toInts, long[] toLongs, int intTo, int longTo) {
        System.arraycopy(ints, intFrom, toInts, intTo, layout.intStride());
        System.arraycopy(longs, longFrom, toLongs, longTo, layout.longStride());
    }

    private void drop(int filter, int place, int[] ints, long[] longs) {
        if (isFilled(ints, filter, place)) {
            clearBit(ints, filter, place);
            Arrays.fill(ints, intPane(filter, place), intPane(filter + 1, place), 0);
            Arrays.fill(longs, longPane(filter, place), longPane(filter + 1, place), 0);
        }
    }

    /** Makes a run the sum of the pane of a number and those before it, so many in all. */
    private void addNewest(
            int count,
            int newest,
            int filter,
            int[] ints,
            long[] longs,
            int[] totalInts,
            long[] totalLongs,
            int intTo,
            int longTo) {
        run.clear(totalInts, totalLongs, intTo, longTo);
        final int oldestPlace = place(newest - count + 1);
        for (int word = 0; word < words; word++) {
            for (int bits = ints[filled(filter) + word]; bits != 0; bits &= bits - 1) {
                final int place = word * Integer.SIZE + Integer.numberOfTrailingZeros(bits);
                final int afterOldest = place < oldestPlace ? place + panes - oldestPlace : place - oldestPlace;
                if (place < panes && afterOldest < count) {
                    run.add(
                            ints,
                            longs,
                            intPane(filter, place),
                            longPane(filter, place),
                            totalInts,
                            totalLongs,
                            intTo,
                            longTo);
                }
            }
        }
    }

    /** Empties the filled panes, whose cells a conversion then replaces as far as it knows them. */
    void clearFilled(int[] ints, long[] longs) {
        for (int filter = 0; filter < filters; filter++) {
            for (int place = 0; place < panes; place++) {
                if (isFilled(ints, filter, place)) {
                    run.clear(ints, longs, intPane(filter, place), longPane(filter, place));
                }
            }
        }
    }
}
