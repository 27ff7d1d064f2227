package dev.aimonflink.core.vector;

import dev.aimonflink.core.partial.TooManyGroupsException;
import java.util.Arrays;

/** Counts different arguments: keeps each with its group once. */
final class DistinctStates extends AggregateStates {
    private final Decoder decoder;
    private final KeyTable seen;
    private long[] counts = new long[1];

    /** @param maxValues how many values are kept, of all groups */
    DistinctStates(int maxValues, Decoder decoder) {
        this.decoder = decoder;
        seen = new KeyTable(2, maxValues, TooManyGroupsException::ofValues);
    }

    @Override
    void reserve(int groups) {
        counts = grown(counts, groups, 0);
    }

    @Override
    void take(Input input, GroupIds ids) {
        if (input.argument() == null) {
            return;
        }
        final Selection selection = input.selection();
        final int[] positions = selection.positions();
        final int count = selection.count();
        final Cells cells = input.argument().cells();
        final boolean isWide = input.argument().isWide();
        seen.reserve(count);
        for (int k = 0; k < count; k++) {
            final int row = positions[k];
            final int group = ids.ids == null ? 0 : ids.ids[ids.at + row];
            final long value = isWide ? cells.longs[cells.at + row] : cells.ints[cells.at + row];
            final int before = seen.size();
            seen.numberOf(group, value);
            counts[group] += seen.size() - before;
        }
    }

    @Override
    void forget() {
        Arrays.fill(counts, 0);
        seen.clear();
    }

    @Override
    public long count(int group) {
        return counts[group];
    }

    @Override
    public void distinct(DistinctValues receiver) {
        for (int value = 0; value < seen.size(); value++) {
            receiver.add((int) seen.part(value, 0), decoder.apply(seen.part(value, 1)));
        }
    }
}
