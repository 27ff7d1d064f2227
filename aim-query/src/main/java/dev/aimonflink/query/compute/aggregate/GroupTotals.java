package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import java.util.Arrays;

/**
 * A total for each group, to which the rows of vectors are added. Consecutive rows go to different totals, because they often belong to the
 * same group, and an addition waits for the previous one to the same total.
 */
final class GroupTotals {
    private static final int WAYS = 4;

    /** With more groups, consecutive rows seldom share one, and totals in four ways would not fit a cache. */
    private static final int MAX_GROUPS_IN_WAYS = 1 << 12;

    /** All four are the same array where there are many groups. */
    private final long[][] ways = new long[WAYS][1];

    void reserve(int groups) {
        final int before = ways[0].length;
        if (groups <= before) {
            return;
        }
        if (groups > MAX_GROUPS_IN_WAYS) {
            for (int group = 0; group < before; group++) {
                ways[0][group] = total(group);
            }
            Arrays.fill(ways, VectorStates.grown(ways[0], groups, 0));
        } else {
            Arrays.setAll(ways, way -> VectorStates.grown(ways[way], groups, 0));
        }
    }

    void clear() {
        for (long[] way : ways) {
            Arrays.fill(way, 0);
        }
    }

    long total(int group) {
        return ways[0] == ways[1] ? ways[0][group] : ways[0][group] + ways[1][group] + ways[2][group] + ways[3][group];
    }

    /** The totals of one way, to which loops may add what they like. */
    long[] oneWay() {
        return ways[0];
    }

    void add(int group, long more) {
        ways[0][group] += more;
    }

    void addRows(int[] groups, int at, Selection selection) {
        final int count = selection.count();
        if (count == selection.rows()) {
            addAllRows(groups, at, count);
        } else {
            addRows(groups, at, selection.positions(), count);
        }
    }

    private void addAllRows(int[] groups, int at, int rows) {
        final long[] a = ways[0];
        final long[] b = ways[1];
        final long[] c = ways[2];
        final long[] d = ways[3];
        final int end = at + rows;
        int i = at;
        for (; i <= end - WAYS; i += WAYS) {
            a[groups[i]]++;
            b[groups[i + 1]]++;
            c[groups[i + 2]]++;
            d[groups[i + 3]]++;
        }
        for (; i < end; i++) {
            a[groups[i]]++;
        }
    }

    private void addRows(int[] groups, int at, int[] positions, int count) {
        final long[] a = ways[0];
        final long[] b = ways[1];
        final long[] c = ways[2];
        final long[] d = ways[3];
        int k = 0;
        for (; k <= count - WAYS; k += WAYS) {
            a[groups[at + positions[k]]]++;
            b[groups[at + positions[k + 1]]]++;
            c[groups[at + positions[k + 2]]]++;
            d[groups[at + positions[k + 3]]]++;
        }
        for (; k < count; k++) {
            a[groups[at + positions[k]]]++;
        }
    }

    void addValues(int[] values, int at, int[] groups, int atGroups, Selection selection) {
        final int count = selection.count();
        if (count == selection.rows()) {
            addAllValues(values, at, groups, atGroups, count);
        } else {
            addValues(values, at, groups, atGroups, selection.positions(), count);
        }
    }

    private void addAllValues(int[] values, int at, int[] groups, int atGroups, int rows) {
        final long[] a = ways[0];
        final long[] b = ways[1];
        final long[] c = ways[2];
        final long[] d = ways[3];
        int i = 0;
        for (; i <= rows - WAYS; i += WAYS) {
            a[groups[atGroups + i]] += values[at + i];
            b[groups[atGroups + i + 1]] += values[at + i + 1];
            c[groups[atGroups + i + 2]] += values[at + i + 2];
            d[groups[atGroups + i + 3]] += values[at + i + 3];
        }
        for (; i < rows; i++) {
            a[groups[atGroups + i]] += values[at + i];
        }
    }

    private void addValues(int[] values, int at, int[] groups, int atGroups, int[] positions, int count) {
        final long[] a = ways[0];
        final long[] b = ways[1];
        final long[] c = ways[2];
        final long[] d = ways[3];
        int k = 0;
        for (; k <= count - WAYS; k += WAYS) {
            final int row0 = positions[k];
            final int row1 = positions[k + 1];
            final int row2 = positions[k + 2];
            final int row3 = positions[k + 3];
            a[groups[atGroups + row0]] += values[at + row0];
            b[groups[atGroups + row1]] += values[at + row1];
            c[groups[atGroups + row2]] += values[at + row2];
            d[groups[atGroups + row3]] += values[at + row3];
        }
        for (; k < count; k++) {
            final int row = positions[k];
            a[groups[atGroups + row]] += values[at + row];
        }
    }
}
