package dev.aimonflink.matrix.kernel;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Computes two exact sums for each group with one of the lowest numbers, which are not negative. Small numbers are common and index arrays;
 * others are hashed, and dropped once enough lower ones are known.
 *
 * <p>32-bit cells are summed in 64 bits, which cannot overflow. Of 64-bit cells, the two {@link Halves} are summed separately.
 */
public final class LowestGroups {
    /** The keys that index arrays. */
    private static final int DENSE = 1024;

    /**
     * Consecutive rows add to different accumulators. They often belong to the same group, and an addition may have to wait for the
     * previous one to the same accumulator.
     */
    private static final int WAYS = 2;

    private static final int NO_SLOT = -1;

    private final int limit;
    private final boolean[] present = new boolean[DENSE];

    /** By key, one way behind the other. Two arrays are faster than one with both sums. */
    private final long[] firstSums = new long[WAYS * DENSE];

    private final long[] secondSums = new long[WAYS * DENSE];

    /** By key. */
    private final long[] firstHighs = new long[DENSE];

    private final Int2IntOpenHashMap slots = new Int2IntOpenHashMap();
    private final int[] slotKeys;
    private final long[] slotFirstSums;
    private final long[] slotFirstHighs;
    private final long[] slotSecondSums;
    private int size;
    private int highestKey = Integer.MAX_VALUE;

    public record PairSum(BigInteger first, BigInteger second) {}

    public LowestGroups(int limit) {
        this.limit = limit;
        // Dropping groups sorts all of them, so room for several times the limit makes it rare.
        int capacity = 4 * limit;
        slotKeys = new int[capacity];
        slotFirstSums = new long[capacity];
        slotFirstHighs = new long[capacity];
        slotSecondSums = new long[capacity];
        slots.defaultReturnValue(NO_SLOT);
    }

    public void add(int[] keys, int[] first, int[] second, int rows) {
        for (int i = addDense(keys, first, second, 0, rows); i < rows; i = addDense(keys, first, second, i + 1, rows)) {
            add(keys[i], first[i], second[i]);
        }
    }

    /** Adds rows in pairs, up to one whose key is hashed; returns the first row not added. */
    private int addDense(int[] keys, int[] first, int[] second, int from, int rows) {
        final long[] sumsOfFirst = firstSums;
        final long[] sumsOfSecond = secondSums;
        final boolean[] isPresent = present;
        int i = from;
        for (; i < rows - 1; i += WAYS) {
            final int key = keys[i];
            final int next = keys[i + 1];
            if (key >= DENSE || next >= DENSE) {
                break;
            }
            sumsOfFirst[key] += first[i];
            sumsOfSecond[key] += second[i];
            isPresent[key] = true;
            sumsOfFirst[DENSE + next] += first[i + 1];
            sumsOfSecond[DENSE + next] += second[i + 1];
            isPresent[next] = true;
        }
        return i;
    }

    /** As for ints; such blocks are rare. */
    public void add(int[] keys, long[] first, int[] second, int rows) {
        for (int i = 0; i < rows; i++) {
            add(keys[i], Halves.low(first[i]), second[i]);
            addHigh(keys[i], Halves.high(first[i]));
        }
    }

    private void add(int key, long first, long second) {
        if (key < DENSE) {
            present[key] = true;
            firstSums[key] += first;
            secondSums[key] += second;
        } else {
            addHashed(key, first, second);
        }
    }

    /** Adds to a known group, unless it is not wanted. */
    private void addHigh(int key, long first) {
        if (key < DENSE) {
            firstHighs[key] += first;
            return;
        }
        final int slot = slots.get(key);
        if (slot != NO_SLOT) {
            slotFirstHighs[slot] += first;
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
            slotFirstHighs[slot] = 0;
            slotSecondSums[slot] = 0;
        }
        slotFirstSums[slot] += first;
        slotSecondSums[slot] += second;
    }

    /** Drops groups above as many others as are wanted: these cannot return to the answer. */
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
                slotFirstHighs[kept] = slotFirstHighs[slot];
                slotSecondSums[kept] = slotSecondSums[slot];
                kept++;
            }
        }
        size = kept;
    }

    /** Both sums by group, for at most as many groups as are wanted. */
    public NavigableMap<Integer, PairSum> sums() {
        TreeMap<Integer, PairSum> groups = new TreeMap<>();
        for (int key = 0; key < DENSE && groups.size() < limit; key++) {
            if (present[key]) {
                groups.put(key, densePair(key));
            }
        }
        for (int slot = 0; slot < size; slot++) {
            groups.put(slotKeys[slot], pair(slotFirstHighs[slot], slotFirstSums[slot], slotSecondSums[slot]));
        }
        while (groups.size() > limit) {
            groups.pollLastEntry();
        }
        return groups;
    }

    private PairSum densePair(int key) {
        return pair(
                firstHighs[key], firstSums[key] + firstSums[DENSE + key], secondSums[key] + secondSums[DENSE + key]);
    }

    private static PairSum pair(long firstHighs, long first, long second) {
        return new PairSum(Halves.sum(firstHighs, first), BigInteger.valueOf(second));
    }
}
