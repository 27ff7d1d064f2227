package dev.aimonflink.matrix.kernel;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Computes two exact sums for each of the groups with the lowest numbers, which are not negative. Small numbers are common
 * and index arrays. Others are hashed, and dropped as soon as enough lower ones are known.
 *
 * <p>Cells of 32 bits are added up in 64 bits, which cannot overflow. Of cells of 64 bits, the two {@link Halves} are added apart.
 */
public final class LowestGroups {
    /** A power of two, so that several keys are compared with it at once. */
    private static final int DENSE = 1024;

    /**
     * Rows that follow each other add to different accumulators. They often belong to the same group, and an addition
     * waits for an earlier one to the same accumulator.
     */
    private static final int WAYS = 4;

    /** Both sums for each way: a group fills a cache line. */
    private static final int SUMS_OF_A_GROUP = 2 * WAYS;

    private static final int NO_SLOT = -1;

    private final int limit;
    private final boolean[] present = new boolean[DENSE];
    private final long[] sums = new long[DENSE * SUMS_OF_A_GROUP];

    /** By key, the high halves of the first sum. */
    private final long[] highs = new long[DENSE];

    private final Int2IntOpenHashMap slots = new Int2IntOpenHashMap();
    private final int[] slotKeys;
    private final long[] slotFirstSums;
    private final long[] slotFirstHighs;
    private final long[] slotSecondSums;
    private int size;
    private int highestKey = Integer.MAX_VALUE;

    /** Both sums of a group. */
    public record PairSum(BigInteger first, BigInteger second) {}

    /** @param limit how many groups are wanted */
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
        final int end = rows - rows % WAYS;
        for (int i = 0; i < end; i += WAYS) {
            final int key0 = keys[i];
            final int key1 = keys[i + 1];
            final int key2 = keys[i + 2];
            final int key3 = keys[i + 3];
            if ((key0 | key1 | key2 | key3) < DENSE) {
                addDense(key0, 0, first[i], second[i]);
                addDense(key1, 1, first[i + 1], second[i + 1]);
                addDense(key2, 2, first[i + 2], second[i + 2]);
                addDense(key3, 3, first[i + 3], second[i + 3]);
            } else {
                add(key0, first[i], second[i]);
                add(key1, first[i + 1], second[i + 1]);
                add(key2, first[i + 2], second[i + 2]);
                add(key3, first[i + 3], second[i + 3]);
            }
        }
        for (int i = end; i < rows; i++) {
            add(keys[i], first[i], second[i]);
        }
    }

    /** As for ints. Such blocks are rare. */
    public void add(int[] keys, long[] first, int[] second, int rows) {
        for (int i = 0; i < rows; i++) {
            add(keys[i], Halves.low(first[i]), second[i]);
            addHigh(keys[i], Halves.high(first[i]));
        }
    }

    private void add(int key, long first, long second) {
        if (key < DENSE) {
            addDense(key, 0, first, second);
        } else {
            addHashed(key, first, second);
        }
    }

    /** Adds to a group that has been added to, or is not wanted. */
    private void addHigh(int key, long first) {
        if (key < DENSE) {
            highs[key] += first;
            return;
        }
        final int slot = slots.get(key);
        if (slot != NO_SLOT) {
            slotFirstHighs[slot] += first;
        }
    }

    private void addDense(int key, int way, long first, long second) {
        final int at = key * SUMS_OF_A_GROUP + 2 * way;
        present[key] = true;
        sums[at] += first;
        sums[at + 1] += second;
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
                groups.put(key, denseSums(key));
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

    private PairSum denseSums(int key) {
        final long[] total = new long[2];
        for (int at = 0; at < SUMS_OF_A_GROUP; at++) {
            total[at % 2] += sums[key * SUMS_OF_A_GROUP + at];
        }
        return pair(highs[key], total[0], total[1]);
    }

    private static PairSum pair(long firstHighs, long first, long second) {
        return new PairSum(Halves.sum(firstHighs, first), BigInteger.valueOf(second));
    }
}
