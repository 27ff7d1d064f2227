package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Selection;
import java.util.Arrays;

/**
 * Counts the rows of each group and sums one or two columns of ints in the same loop, as most grouped queries ask. As in {@link
 * GroupTotals}, consecutive rows are added to different totals.
 */
public final class GroupSums {
    public static final int MAX_SUMS = 2;

    /** With more groups, adding each row to its group is faster than scanning all rows. */
    public static final int MAX_GROUPS_BY_LANES = 9;

    private static final int WAYS = 4;

    /** A count, two sums, and nothing. */
    private static final int PLACES = 4;

    /** Fewer than {@link GroupTotals} has, because a group has more totals. */
    private static final int MAX_GROUPS_IN_WAYS = 1 << 10;

    private final Primitives primitives;
    private final long[] totalsOfLanes = new long[Primitives.TOTALLED_AT_ONCE * Primitives.TOTALS_OF_A_GROUP];
    private final int[] scratch = new int[Primitives.SCRATCH_INTS];

    private int[] lanes;

    /** By group, its places in each way. */
    private long[] totals = new long[0];

    /** The number of groups that {@code totals} has room for. */
    private int room;

    private int ways = WAYS;

    public GroupSums(Primitives primitives) {
        this.primitives = primitives;
    }

    private void reserve(int wanted) {
        if (wanted <= room) {
            return;
        }
        room = Math.max(wanted, 2 * room);
        if (ways > 1 && wanted > MAX_GROUPS_IN_WAYS) {
            joinWays();
        }
        totals = Arrays.copyOf(totals, room * ways * PLACES);
    }

    private void joinWays() {
        final long[] joined = new long[totals.length / ways];
        for (int i = 0; i < totals.length; i++) {
            joined[i / (ways * PLACES) * PLACES + i % PLACES] += totals[i];
        }
        totals = joined;
        ways = 1;
    }

    public long addLanes(GroupLanes wanted, int[] mask, VectorCells a, VectorCells b, int rows) {
        reserve(wanted.last() + 1);
        lanes = lanes == null ? new int[Program.MAX_ROWS] : lanes;
        wanted.fill(lanes, mask, primitives, rows);
        long added = 0;
        for (int first = wanted.first(); first <= wanted.last(); first += Primitives.TOTALLED_AT_ONCE) {
            Arrays.fill(totalsOfLanes, 0);
            primitives.totalGroups(lanes, first, a, b, totalsOfLanes, scratch, 0, rows);
            final int last = Math.min(wanted.last(), first + Primitives.TOTALLED_AT_ONCE - 1);
            for (int group = first; group <= last; group++) {
                added += totalsOfLanes[(group - first) * Primitives.TOTALS_OF_A_GROUP];
                for (int total = 0; total < Primitives.TOTALS_OF_A_GROUP; total++) {
                    totals[group * ways * PLACES + total] +=
                            totalsOfLanes[(group - first) * Primitives.TOTALS_OF_A_GROUP + total];
                }
            }
        }
        return added;
    }

    public void addRows(GroupIds ids, VectorCells cellsOfA, VectorCells cellsOfB, Selection selection) {
        reserve(ids.groups);
        final int[] positions = selection.positions();
        final int count = selection.count();
        final int[] groupOf = ids.ids;
        final int at = ids.at;
        final long[] into = totals;
        final int[] a = cellsOfA.ints;
        final int[] b = cellsOfB.ints;
        final int atA = cellsOfA.at;
        final int atB = cellsOfB.at;
        final int size = ways * PLACES;
        final int way = ways == 1 ? 0 : PLACES;
        int k = 0;
        for (; k <= count - WAYS; k += WAYS) {
            final int row0 = positions[k];
            final int row1 = positions[k + 1];
            final int row2 = positions[k + 2];
            final int row3 = positions[k + 3];
            add(into, groupOf[at + row0] * size, a[atA + row0], b[atB + row0]);
            add(into, groupOf[at + row1] * size + way, a[atA + row1], b[atB + row1]);
            add(into, groupOf[at + row2] * size + 2 * way, a[atA + row2], b[atB + row2]);
            add(into, groupOf[at + row3] * size + 3 * way, a[atA + row3], b[atB + row3]);
        }
        for (; k < count; k++) {
            final int row = positions[k];
            add(into, groupOf[at + row] * size, a[atA + row], b[atB + row]);
        }
    }

    /** Numbers the groups of all rows and adds the rows, in one loop. */
    public void addKeys(KeyTable table, VectorCells keys, VectorCells cellsOfA, VectorCells cellsOfB, int rows) {
        reserve(table.size());
        for (int row = 0; row < rows; ) {
            row = addKnown(table.direct(), keys, cellsOfA, cellsOfB, row, rows);
            // Some keys are new or large, or these are the last rows.
            for (int end = Math.min(rows, row + WAYS); row < end; row++) {
                final int group = table.numberOf(keys.ints[keys.at + row]);
                reserve(group + 1);
                add(totals, group * ways * PLACES, cellsOfA.ints[cellsOfA.at + row], cellsOfB.ints[cellsOfB.at + row]);
            }
        }
    }

    /** Adds rows while their keys have known numbers; returns the first row that was not added. */
    private int addKnown(
            int[] direct, VectorCells keys, VectorCells cellsOfA, VectorCells cellsOfB, int from, int rows) {
        final long[] into = totals;
        final int[] keyOf = keys.ints;
        final int[] a = cellsOfA.ints;
        final int[] b = cellsOfB.ints;
        final int atKeys = keys.at;
        final int atA = cellsOfA.at;
        final int atB = cellsOfB.at;
        final int size = ways * PLACES;
        final int way = ways == 1 ? 0 : PLACES;
        int i = from;
        for (; i <= rows - WAYS; i += WAYS) {
            final int key0 = keyOf[atKeys + i];
            final int key1 = keyOf[atKeys + i + 1];
            final int key2 = keyOf[atKeys + i + 2];
            final int key3 = keyOf[atKeys + i + 3];
            if (((key0 | key1 | key2 | key3) & KeyTable.NOT_DIRECT) != 0) {
                break;
            }
            final int group0 = direct[key0];
            final int group1 = direct[key1];
            final int group2 = direct[key2];
            final int group3 = direct[key3];
            if ((group0 | group1 | group2 | group3) < 0) {
                break;
            }
            add(into, group0 * size, a[atA + i], b[atB + i]);
            add(into, group1 * size + way, a[atA + i + 1], b[atB + i + 1]);
            add(into, group2 * size + 2 * way, a[atA + i + 2], b[atB + i + 2]);
            add(into, group3 * size + 3 * way, a[atA + i + 3], b[atB + i + 3]);
        }
        return i;
    }

    private static void add(long[] into, int place, int a, int b) {
        into[place]++;
        into[place + 1] += a;
        into[place + 2] += b;
    }

    /** Moves all totals to the states that they belong to. */
    public void giveTo(Count.Vectors counts, VectorStates ofA, VectorStates ofB) {
        counts.reserve(room);
        ofA.reserve(room);
        ofB.reserve(room);
        for (int place = 0; place < totals.length; place += PLACES) {
            final int group = place / (ways * PLACES);
            counts.add(group, totals[place]);
            ofA.addSum(group, totals[place + 1]);
            if (ofB != ofA) {
                ofB.addSum(group, totals[place + 2]);
            }
        }
        clear();
    }

    public void clear() {
        Arrays.fill(totals, 0);
    }
}
