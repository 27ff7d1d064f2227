package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.Primitives;
import java.util.Arrays;

/** Counts rows. */
final class CountStates extends AggregateStates {
    private final Primitives primitives;
    private long[] counts = new long[1];

    CountStates(Primitives primitives) {
        this.primitives = primitives;
    }

    @Override
    void reserve(int groups) {
        counts = grown(counts, groups, 0);
    }

    @Override
    void take(Input input, GroupIds ids) {
        take(input.selection(), ids);
    }

    /** Adds rows without groups. */
    void add(long rows) {
        counts[0] += rows;
    }

    void take(Selection selection, GroupIds ids) {
        final long[] into = counts;
        if (ids.ids == null) {
            into[0] += selection.count();
        } else if (ids.isFewFor(selection)) {
            final int[] lanes = selection.lanesOf(ids.ids, ids.at);
            for (int first = 0; first < ids.groups; first += Primitives.GROUPS_AT_ONCE) {
                primitives.countGroups(lanes, 0, first, into, selection.rows());
            }
        } else {
            GroupLoops.count(ids.ids, ids.at, selection.positions(), selection.count(), into);
        }
    }

    @Override
    void forget() {
        Arrays.fill(counts, 0);
    }

    @Override
    public long count(int group) {
        return counts[group];
    }
}
