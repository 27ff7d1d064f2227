package dev.aimonflink.rules.judge;

import java.util.Comparator;
import java.util.List;

/**
 * The thresholds of a column in order, and who waits at each. A binary search for the column's value finds which of them are reached: those
 * up to it, or those down to it.
 */
final class Staircase {
    record Step(long threshold, int who) {}

    private final CellSource source;

    /** All bits if a value reaches by falling: the complement reverses the order. */
    private final long flip;

    private final long[] thresholds;
    private final int[] who;

    Staircase(CellSource source, boolean isRising, List<Step> steps) {
        this.source = source;
        flip = isRising ? 0 : -1;
        List<Step> ordered = steps.stream()
                .sorted(Comparator.comparingLong(each -> each.threshold ^ flip))
                .toList();
        thresholds = ordered.stream().mapToLong(each -> each.threshold ^ flip).toArray();
        who = ordered.stream().mapToInt(Step::who).toArray();
    }

    CellSource source() {
        return source;
    }

    long flip() {
        return flip;
    }

    /** The first threshold that a value reaches, flipped. */
    long head() {
        return thresholds[0];
    }

    /** How many a value, flipped, has reached: the first ones of {@link #who}. */
    int reached(long value) {
        final long[] steps = thresholds;
        // Without a jump that depends on a value, which no processor could predict.
        int reached = 0;
        for (int left = steps.length; left > 0; ) {
            final int half = (left + 1) >>> 1;
            reached = value >= steps[reached + half - 1] ? reached + half : reached;
            left -= half;
        }
        return reached;
    }

    int[] who() {
        return who;
    }
}
