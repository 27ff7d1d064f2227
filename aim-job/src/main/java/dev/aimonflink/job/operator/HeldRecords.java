package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The records that the heap's state backend has handed out since the newest snapshot began, by row. Until the next snapshot the backend
 * would hand out the same objects again: it copies a record only when it is first read after a snapshot began. A look-up here reads one
 * array; the backend reads its table, an entry, the entry's key and the record, each waiting for memory.
 */
final class HeldRecords {
    /** Pages, because rows come one by one and a large partition's table must not be copied for each. */
    private static final int PAGE_BITS = 12;

    static final int PAGE_ROWS = 1 << PAGE_BITS;

    /**
     * How many removed entities are remembered; beyond, all records are dropped and read from the backend again, which costs less than
     * remembering all removals between two snapshots.
     */
    static final int MAX_REMOVED = PAGE_ROWS;

    private EntityRecord[][] pages = {};

    /**
     * The entities whose records were removed since the snapshot began. Pages may still hold such a record, in former rows of its entity,
     * which may return with another record. Mostly empty.
     */
    private final Set<EntityId> removed = new HashSet<>();

    /** Drops all records, as when a snapshot begins: then the backend keeps only those that it still needs. */
    void dropAll() {
        pages = new EntityRecord[0][];
        removed.clear();
    }

    /** Drops an entity's record, because the backend removes it. */
    void drop(EntityId key) {
        if (pages.length == 0) {
            return; // as on backends that hand out copies
        }
        removed.add(key);
        if (removed.size() > MAX_REMOVED) {
            dropAll();
        }
    }

    /**
     * The record of an event's entity, or null if it must be read from the backend.
     *
     * @param row the entity's row. Rows move when others are removed, so the record there may be another entity's
     */
    EntityRecord get(int row, DeclaredEvent event) {
        final int page = row >> PAGE_BITS;
        if (page >= pages.length || pages[page] == null) {
            return null;
        }
        final EntityRecord record = pages[page][row & (PAGE_ROWS - 1)];
        if (record == null || !record.isOf(event)) {
            return null;
        }
        return removed.isEmpty() || !removed.contains(event.key()) ? record : null;
    }

    /** Keeps a record that the backend has just handed out. */
    void put(int row, EntityRecord record) {
        final int page = row >> PAGE_BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, page + 1);
        }
        if (pages[page] == null) {
            pages[page] = new EntityRecord[PAGE_ROWS];
        }
        pages[page][row & (PAGE_ROWS - 1)] = record;
    }
}
