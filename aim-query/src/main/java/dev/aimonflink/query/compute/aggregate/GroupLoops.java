package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Halves;

/** Loops that add up values by group over some positions of a vector; {@code groups} has the group of each row. */
final class GroupLoops {
    private static final long LOW_BITS = 0xFFFF_FFFFL;

    private GroupLoops() {}

    /** Adds the {@link Halves} of longs. */
    static void sum(
            long[] values, int at, int[] groups, int atGroups, int[] positions, int count, long[] lows, long[] highs) {
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = groups[atGroups + row];
            final long value = values[at + row];
            lows[group] += Halves.low(value);
            highs[group] += Halves.high(value);
        }
    }

    /** Adds the halves of the longs of a mask's rows to element 0. */
    static void sum(long[] values, int at, int[] mask, int rows, long[] lows, long[] highs) {
        long low = 0;
        long high = 0;
        for (int i = 0; i < rows; i++) {
            final long value = values[at + i] & mask[i];
            low += Halves.low(value);
            high += Halves.high(value);
        }
        lows[0] += low;
        highs[0] += high;
    }

    /** Keeps each group's greatest value, after flipping all bits or none. */
    static void extreme(
            int[] values, int at, int flip, int[] groups, int atGroups, int[] positions, int count, long[] best) {
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = groups[atGroups + row];
            best[group] = Math.max(best[group], values[at + row] ^ flip);
        }
    }

    static void extreme(
            long[] values, int at, long flip, int[] groups, int atGroups, int[] positions, int count, long[] best) {
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = groups[atGroups + row];
            best[group] = Math.max(best[group], values[at + row] ^ flip);
        }
    }

    /** The greatest value of a mask's rows, likewise, or {@code Long.MIN_VALUE}. */
    static long extreme(long[] values, int at, long flip, int[] mask, int rows) {
        long best = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            best = Math.max(best, mask[i] != 0 ? values[at + i] ^ flip : Long.MIN_VALUE);
        }
        return best;
    }

    /** Adds squares to numbers of four 32-bit parts with room above, lowest first. A group has fewer than 2^31 rows, so no part overflows. */
    static void squares(long[] values, int at, int[] groups, int atGroups, int[] positions, int count, long[][] parts) {
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = groups == null ? 0 : groups[atGroups + row];
            final long value = values[at + row];
            final long low = value * value;
            final long high = Math.multiplyHigh(value, value);
            parts[0][group] += low & LOW_BITS;
            parts[1][group] += low >>> Integer.SIZE;
            parts[2][group] += high & LOW_BITS;
            parts[3][group] += high >>> Integer.SIZE;
        }
    }
}
