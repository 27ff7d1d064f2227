package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.HashMap;
import java.util.Map;

/**
 * About what all connections of a gateway keep on its heap: messages, computed or answered rows, cursors, prepared statements. A user has
 * at most half of it, so that others can always ask. Thread-safe.
 */
public final class SharedMemory {
    /** The percentage of the heap; the rest is for garbage, and for underestimates. */
    private static final int HEAP_PERCENT = 40;

    /** What a connection always has, so that it can say why it fails, and ask for little. */
    private static final long FREE = 128 << 10;

    /** Taken at once, so that connections do not wait for each other at each row. */
    private static final long STEP = 256 << 10;

    static final long USUAL = Runtime.getRuntime().maxMemory() / 100 * HEAP_PERCENT;

    private final long most;
    private final Map<String, Long> ofUsers = new HashMap<>();
    private long taken;

    SharedMemory(long most) {
        this.most = most;
    }

    private synchronized void take(String user, long bytes) {
        final long ofUser = ofUsers.getOrDefault(user, 0L) + bytes;
        if (ofUser > most / 2 || taken + bytes > most) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    SqlException.NOWHERE,
                    "The connections of " + (ofUser > most / 2 ? "the user" : "all users") + " keep "
                            + ((ofUser > most / 2 ? ofUser : taken + bytes) >> 20) + " MiB, more than the "
                            + ((ofUser > most / 2 ? most / 2 : most) >> 20)
                            + " that the gateway has for them. Close cursors, ask for fewer rows, or ask again later.");
        }
        taken += bytes;
        ofUsers.put(user, ofUser);
    }

    /** By all users, in bytes. */
    public synchronized long taken() {
        return taken;
    }

    private synchronized void give(String user, long bytes) {
        taken -= bytes;
        ofUsers.merge(user, -bytes, (before, less) -> before + less == 0 ? null : Long.valueOf(before + less));
    }

    /** What something keeps that is the user's. */
    public Account account(String user) {
        return new Account(user);
    }

    /** What one connection keeps. For one thread. */
    public final class Account {
        private final String user;
        private long kept;
        private long granted;

        private Account(String user) {
            this.user = user;
        }

        /** @throws SqlException if there is no room for {@code bytes} more */
        public void take(long bytes) {
            if (kept + bytes > granted + FREE) {
                final long steps = (kept + bytes - granted - FREE + STEP - 1) / STEP * STEP;
                SharedMemory.this.take(user, steps);
                granted += steps;
            }
            kept += bytes;
        }

        /** Keeps at most {@code bytes} after an answer. */
        public void keepOnly(long bytes) {
            kept = Math.min(kept, bytes);
            final long needed = Math.max(0, kept - FREE);
            final long unused = granted - (needed + STEP - 1) / STEP * STEP;
            if (unused > 0) {
                granted -= unused;
                give(user, unused);
            }
        }
    }
}
