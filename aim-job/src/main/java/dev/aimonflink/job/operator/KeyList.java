package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.EntityId;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * The keys of all records of a partition, while its columns are rebuilt from these. The heap is fullest then, so a number takes eight bytes
 * here, and a text a reference to the backend's own key. They are kept in chunks: growth copies nothing, and what has been visited is
 * garbage.
 */
final class KeyList {
    @FunctionalInterface
    interface KeyVisitor {
        void visit(EntityId key) throws IOException;
    }

    static final int KEYS_A_CHUNK = 1 << 14;

    /** Each a {@code long[]} or a {@code String[]}, full except for the last one. */
    private final ArrayDeque<Object> chunks = new ArrayDeque<>();

    private int inLast = KEYS_A_CHUNK;

    /** @param key as in Flink: all a {@link Long}, or all a {@link String} */
    void add(Object key) {
        if (inLast == KEYS_A_CHUNK) {
            chunks.add(key instanceof String ? new String[KEYS_A_CHUNK] : new long[KEYS_A_CHUNK]);
            inLast = 0;
        }
        if (chunks.getLast() instanceof long[] numbers) {
            numbers[inLast++] = (Long) key;
        } else {
            ((String[]) chunks.getLast())[inLast++] = (String) key;
        }
    }

    /** Visits all keys in insertion order, and drops them. */
    void drain(KeyVisitor visitor) throws IOException {
        while (!chunks.isEmpty()) {
            final Object chunk = chunks.removeFirst();
            final int count = chunks.isEmpty() ? inLast : KEYS_A_CHUNK;
            if (chunk instanceof long[] numbers) {
                for (int i = 0; i < count; i++) {
                    visitor.visit(EntityId.of(numbers[i]));
                }
            } else {
                String[] texts = (String[]) chunk;
                for (int i = 0; i < count; i++) {
                    visitor.visit(EntityId.of(texts[i]));
                }
            }
        }
        inLast = KEYS_A_CHUNK;
    }
}
