package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.query.compute.program.Selection;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Numbers keys of one or more longs in order of arrival, from 0 on. Open addressing with linear probing; a single long from 0 to 65,535, as
 * most counts are, has a direct place.
 */
public final class KeyTable {
    private static final int DIRECT = 1 << 16;

    /** The bits that a direct key does not have. */
    static final int NOT_DIRECT = -DIRECT;

    private static final int NONE = -1;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final int width;
    private final int maxKeys;
    private final IntFunction<TooManyGroupsException> tooMany;

    /** Numbers of single small keys, by key. */
    private final int[] direct;

    /** By slot, the number of a key; at least half are empty. */
    private int[] slots = new int[64];

    private long[] keys;

    private int size;

    public KeyTable(int width, int maxKeys, IntFunction<TooManyGroupsException> tooMany) {
        this.width = width;
        this.maxKeys = maxKeys;
        this.tooMany = tooMany;
        direct = width == 1 ? new int[DIRECT] : new int[0];
        Arrays.fill(direct, NONE);
        Arrays.fill(slots, NONE);
        keys = new long[16 * width];
    }

    public int size() {
        return size;
    }

    /** The numbers of direct keys, by key; negative if unknown. */
    int[] direct() {
        return direct;
    }

    public boolean hasRoomFor(int more) {
        return size + more <= maxKeys;
    }

    public void clear() {
        size = 0;
        Arrays.fill(direct, NONE);
        Arrays.fill(slots, NONE);
    }

    public long part(int key, int part) {
        return keys[key * width + part];
    }

    /** Makes room for {@code more} keys, so that adding them rehashes nothing. */
    public void reserve(int more) {
        final int wanted = Math.min(size + more, maxKeys + 1);
        if (wanted * width > keys.length) {
            keys = Arrays.copyOf(keys, Math.max(wanted * width, 2 * keys.length));
        }
        if (2L * wanted > slots.length) {
            slots = new int[Integer.highestOneBit(4 * wanted)];
            Arrays.fill(slots, NONE);
            for (int key = 0; key < size; key++) {
                if (width > 1 || !isDirect(keys[key])) {
                    slots[emptySlot(hash(key))] = key;
                }
            }
        }
    }

    private static boolean isDirect(long key) {
        return key >= 0 && key < DIRECT;
    }

    private long hash(int key) {
        long hash = 0;
        for (int part = 0; part < width; part++) {
            hash = mixed(hash, keys[key * width + part]);
        }
        return hash;
    }

    private static long mixed(long hash, long part) {
        final long mixed = (hash ^ part) * MIX;
        return mixed ^ (mixed >>> Integer.SIZE);
    }

    private int emptySlot(long hash) {
        final int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != NONE) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** The number of a key of one long; the table must have room. */
    public int numberOf(long key) {
        if (isDirect(key) && direct[(int) key] != NONE) {
            return direct[(int) key];
        }
        return numberOfOther(key);
    }

    private int numberOfOther(long key) {
        if (isDirect(key)) {
            direct[(int) key] = added(key);
            return direct[(int) key];
        }
        final int mask = slots.length - 1;
        int slot = (int) mixed(0, key) & mask;
        while (slots[slot] != NONE) {
            if (keys[slots[slot]] == key) {
                return slots[slot];
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = added(key);
        return slots[slot];
    }

    public void numbersOf(long[] keysOfRows, Selection selection, int[] into) {
        final int count = selection.count();
        if (count == selection.rows()) {
            for (int row = 0; row < count; row++) {
                into[row] = numberOf(keysOfRows[row]);
            }
            return;
        }
        final int[] positions = selection.positions();
        for (int k = 0; k < count; k++) {
            into[positions[k]] = numberOf(keysOfRows[positions[k]]);
        }
    }

    public void numbersOf(int[] keysOfRows, int at, Selection selection, int[] into) {
        final int count = selection.count();
        if (count == selection.rows()) {
            for (int row = 0; row < count; row++) {
                into[row] = numberOf(keysOfRows[at + row]);
            }
            return;
        }
        final int[] positions = selection.positions();
        for (int k = 0; k < count; k++) {
            into[positions[k]] = numberOf(keysOfRows[at + positions[k]]);
        }
    }

    private int added(long key) {
        requireRoom();
        keys[size] = key;
        return size++;
    }

    private void requireRoom() {
        if (size == maxKeys) {
            throw tooMany.apply(maxKeys);
        }
    }

    /** The number of a row's key in several vectors; the table must have room. */
    public int numberOf(long[][] parts, int row) {
        long hash = 0;
        for (int part = 0; part < width; part++) {
            hash = mixed(hash, parts[part][row]);
        }
        final int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != NONE) {
            if (isEqual(slots[slot], parts, row)) {
                return slots[slot];
            }
            slot = (slot + 1) & mask;
        }
        requireRoom();
        for (int part = 0; part < width; part++) {
            keys[size * width + part] = parts[part][row];
        }
        slots[slot] = size++;
        return slots[slot];
    }

    private boolean isEqual(int key, long[][] parts, int row) {
        for (int part = 0; part < width; part++) {
            if (keys[key * width + part] != parts[part][row]) {
                return false;
            }
        }
        return true;
    }

    public int numberOf(long first, long second) {
        final int mask = slots.length - 1;
        int slot = (int) mixed(mixed(0, first), second) & mask;
        while (slots[slot] != NONE) {
            final int key = slots[slot];
            if (keys[2 * key] == first && keys[2 * key + 1] == second) {
                return key;
            }
            slot = (slot + 1) & mask;
        }
        requireRoom();
        keys[2 * size] = first;
        keys[2 * size + 1] = second;
        slots[slot] = size++;
        return slots[slot];
    }
}
