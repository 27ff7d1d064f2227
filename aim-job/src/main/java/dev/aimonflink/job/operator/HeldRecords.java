package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.SubscriberRecord;
import java.util.Arrays;

/**
 * The records that the heap's state backend has handed out since the newest snapshot began, by their rows. Until the next
 * snapshot begins the backend would hand out the same objects again: it copies a record only when it is first read after a
 * snapshot began. Looking one up here reads one array; the backend reads its table, an entry, the entry's key and the record,
 * each of which waits for memory.
 */
final class HeldRecords {
    /** A page is emptied in a microsecond, when it is first used after all were dropped. */
    private static final int PAGE_BITS = 12;

    private static final int PAGE_ROWS = 1 << PAGE_BITS;

    private SubscriberRecord[][] pages = {};

    /** By page, how often all records had been dropped when it was last emptied. */
    private int[] dropsOfPage = {};

    private int drops;

    /** Drops all records, because a snapshot begins, or because the backend removes one of them. */
    void dropAll() {
        drops++;
    }

    /**
     * Returns the subscriber's record, or null if it is to be read from the backend.
     *
     * @param row the subscriber's row. Rows move when others are removed, so the record at it may be of another subscriber
     */
    SubscriberRecord get(int row, long subscriberId) {
        final int page = row >> PAGE_BITS;
        if (page >= pages.length || dropsOfPage[page] != drops) {
            return null;
        }
        final SubscriberRecord record = pages[page][row & (PAGE_ROWS - 1)];
        return record == null || record.subscriberId() != subscriberId ? null : record;
    }

    /** Keeps a record that the backend has just handed out. */
    void put(int row, SubscriberRecord record) {
        final int page = row >> PAGE_BITS;
        if (page >= pages.length) {
            addPagesUpTo(page);
        }
        if (dropsOfPage[page] != drops) {
            dropsOfPage[page] = drops;
            Arrays.fill(pages[page], null);
        }
        pages[page][row & (PAGE_ROWS - 1)] = record;
    }

    private void addPagesUpTo(int page) {
        final int before = pages.length;
        pages = Arrays.copyOf(pages, page + 1);
        dropsOfPage = Arrays.copyOf(dropsOfPage, page + 1);
        for (int added = before; added <= page; added++) {
            pages[added] = new SubscriberRecord[PAGE_ROWS];
            dropsOfPage[added] = drops;
        }
    }
}
