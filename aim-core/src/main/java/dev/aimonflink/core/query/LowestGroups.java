package dev.aimonflink.core.query;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Computes two sums for each of the groups with the lowest numbers, which are not negative. Small numbers are common
 * and index arrays. Others are hashed, and dropped as soon as enough lower ones are known.
 */
final class LowestGroups {
    private static final int DENSE = 1024;
    private static final int NO_SLOT = -1;

    private final int limit;
    private final boolean[] present = new boolean[DENSE];
    private final long[] firstSums = new long[DENSE];
    private final long[] secondSums = new long[DENSE];

    private final Int2IntOpenHashMap slots = new Int2IntOpenHashMap();
    private final int[] slotKeys;
    private final long[] slotFirstSums;
    private final long[] slotSecondSums;
    private int size;
    private int highestKey = Integer.MAX_VALUE;

    /** @param limit how many groups are wanted */
    LowestGroups(int limit) {
        this.limit = limit;
        // Dropping groups sorts all of them, so room for several times the limit makes it rare.
        int capacity = 4 * limit;
        slotKeys = new int[capacity];
        slotFirstSums = new long[capacity];
        slotSecondSums = new long[capacity];
        slots.defaultReturnValue(NO_SLOT);
    }

    void add(int[] keys, int[] first, int[] second, int rows) {
        for (int i = 0; i < rows; i++) {
            final int key = keys[i];
            if (key < DENSE) {
                present[key] = true;
                firstSums[key] += first[i];
                secondSums[key] += second[i];
            } else {
                addHashed(key, first[i], second[i]);
            }
        }
    }

    /** As for ints. */
    void add(int[] keys, long[] first, int[] second, int rows) {
        for (int i = 0; i < rows; i++) {
            final int key = keys[i];
            if (key < DENSE) {
                present[key] = true;
                firstSums[key] += first[i];
                secondSums[key] += second[i];
            } else {
                addHashed(key, first[i], second[i]);
            }
        }
    }

    private void addHashed(int key, long first, long second) {
        if (key > highestKey) {
            return;
        }
        int slot = slots.get(key);
        if (slot == NO_SLOT) {
            if (size == slotKeys.length) {
                dropHighest();
                addHashed(key, first, second);
                return;
            }
            slot = size++;
            slots.put(key, slot);
            slotKeys[slot] = key;
            slotFirstSums[slot] = 0;
            slotSecondSums[slot] = 0;
        }
        slotFirstSums[slot] += first;
        slotSecondSums[slot] += second;
    }

    /** Drops groups that are above as many others as are wanted: these cannot return to the answer. */
    private void dropHighest() {
        int[] sorted = slotKeys.clone();
        Arrays.sort(sorted);
        highestKey = sorted[limit - 1];
        slots.clear();
        int kept = 0;
        for (int slot = 0; slot < size; slot++) {
            if (slotKeys[slot] <= highestKey) {
                slots.put(slotKeys[slot], kept);
                slotKeys[kept] = slotKeys[slot];
                slotFirstSums[kept] = slotFirstSums[slot];
                slotSecondSums[kept] = slotSecondSums[slot];
                kept++;
            }
        }
        size = kept;
    }

    /** Both sums by group, for at most as many groups as are wanted. */
    NavigableMap<Integer, long[]> sums() {
        TreeMap<Integer, long[]> groups = new TreeMap<>();
        for (int key = 0; key < DENSE && groups.size() < limit; key++) {
            if (present[key]) {
                groups.put(key, new long[] {firstSums[key], secondSums[key]});
            }
        }
        for (int slot = 0; slot < size; slot++) {
            groups.put(slotKeys[slot], new long[] {slotFirstSums[slot], slotSecondSums[slot]});
        }
        while (groups.size() > limit) {
            groups.pollLastEntry();
        }
        return groups;
    }
}
