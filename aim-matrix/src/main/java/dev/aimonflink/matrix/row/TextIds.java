package dev.aimonflink.matrix.row;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;

/**
 * Numbers a partition's entities whose keys are texts, so that indexes and columns keep only numbers. An entity has its number while it has
 * a row. Numbers are the partition's own, and are assigned anew after a restart.
 *
 * <p>A hash table in many parts, like {@link RowIndex}. It belongs to one thread, but any may ask for the {@linkplain #text text} of a
 * number that it got from that thread, while the entity keeps its row.
 */
final class TextIds {
    static final int NO_ID = -1;

    private static final int PART_BITS = 10;

    /** Pages, because a table of millions must not be copied while an event waits. */
    private static final int PAGE_BITS = 14;

    private static final int PAGE = 1 << PAGE_BITS;

    private final Object2IntOpenHashMap<?>[] parts = new Object2IntOpenHashMap<?>[1 << PART_BITS];
    private final IntArrayList free = new IntArrayList();
    /** Replaced by a longer one at times, with the same pages. */
    private volatile String[][] texts = {};

    private int used;

    TextIds() {
        for (int part = 0; part < parts.length; part++) {
            parts[part] = new Object2IntOpenHashMap<String>();
            parts[part].defaultReturnValue(NO_ID);
        }
    }

    /** The number of a text, or {@link #NO_ID}. */
    int find(String text) {
        return partOf(text).getInt(text);
    }

    int add(String text) {
        assert find(text) == NO_ID : "a text has one number";
        final int id = free.isEmpty() ? used++ : free.popInt();
        final int page = id >> PAGE_BITS;
        if (page == texts.length) {
            final String[][] more = Arrays.copyOf(texts, page + 1);
            more[page] = new String[PAGE];
            texts = more;
        }
        texts[page][id & (PAGE - 1)] = text;
        partOf(text).put(text, id);
        return id;
    }

    String text(long id) {
        return texts[(int) id >> PAGE_BITS][(int) id & (PAGE - 1)];
    }

    void remove(long id) {
        final String text = text(id);
        assert find(text) == id : "a number is given back once";
        partOf(text).removeInt(text);
        texts[(int) id >> PAGE_BITS][(int) id & (PAGE - 1)] = null;
        free.add((int) id);
    }

    @SuppressWarnings("unchecked")
    private Object2IntOpenHashMap<String> partOf(String text) {
        return (Object2IntOpenHashMap<String>) parts[HashCommon.mix(text.hashCode()) >>> (Integer.SIZE - PART_BITS)];
    }
}
