package dev.aimonflink.core.vector;

import java.util.Arrays;

/**
 * Totals by group. Rows that follow each other add to different accumulators of a group: they often belong to the same group, and an
 * addition waits for an earlier one to the same accumulator. Those of a group share a cache line.
 */
final class GroupTotals {
    /** A power of two. */
    static final int WAYS = 4;

    /** What loops over all rows of a vector add, by group. */
    private long[] totals = new long[1];

    /** What is added row by row, by group and way. */
    private long[] ways = new long[WAYS];

    void reserve(int groups) {
        totals = AggregateStates.grown(totals, groups, 0);
        ways = AggregateStates.grown(ways, WAYS * groups, 0);
    }

    long[] totals() {
        return totals;
    }

    void add(int group, long more) {
        totals[group] += more;
    }

    long total(int group) {
        long total = totals[group];
        for (int way = 0; way < WAYS; way++) {
            total += ways[WAYS * group + way];
        }
        return total;
    }

    void forget() {
        Arrays.fill(totals, 0);
        Arrays.fill(ways, 0);
    }

    /** Counts the rows at some positions. */
    void count(int[] groups, int at, int[] positions, int count) {
        final long[] into = ways;
        final int end = count - count % WAYS;
        for (int k = 0; k < end; k += WAYS) {
            into[WAYS * groups[at + positions[k]]]++;
            into[WAYS * groups[at + positions[k + 1]] + 1]++;
            into[WAYS * groups[at + positions[k + 2]] + 2]++;
            into[WAYS * groups[at + positions[k + 3]] + 3]++;
        }
        for (int k = end; k < count; k++) {
            into[WAYS * groups[at + positions[k]]]++;
        }
    }

    /** Adds up the values of the rows at some positions. */
    void add(int[] values, int at, int[] groups, int atGroups, int[] positions, int count) {
        final long[] into = ways;
        final int end = count - count % WAYS;
        for (int k = 0; k < end; k += WAYS) {
            final int row0 = positions[k];
            final int row1 = positions[k + 1];
            final int row2 = positions[k + 2];
            final int row3 = positions[k + 3];
            into[WAYS * groups[atGroups + row0]] += values[at + row0];
            into[WAYS * groups[atGroups + row1] + 1] += values[at + row1];
            into[WAYS * groups[atGroups + row2] + 2] += values[at + row2];
            into[WAYS * groups[atGroups + row3] + 3] += values[at + row3];
        }
        for (int k = end; k < count; k++) {
            final int row = positions[k];
            into[WAYS * groups[atGroups + row]] += values[at + row];
        }
    }
}
