package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The portals and cursors of a connection, which share a namespace. Those that are not held end with their transaction. */
final class Portals {
    static final int MAX_PORTALS = 1_000;

    /** The most rows of all portals together: answers have their own limits, and so have all answers that wait to be fetched. */
    static final int MAX_ROWS = 100_000;

    private final LongConsumer room;
    private long begun;
    private final Map<String, Portal> byName = new LinkedHashMap<>();

    /** @param room is given the bytes of bound values, and may throw */
    Portals(LongConsumer room) {
        this.room = room;
    }

    /** The unnamed portal is replaced by the next one. */
    void add(Portal portal) {
        requireNone(portal.name());
        if (byName.size() >= MAX_PORTALS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "the connection has more than " + MAX_PORTALS + " portals and cursors. Close some of them.");
        }
        room.accept(portal.bytes());
        portal.number(begun++);
        byName.put(portal.name(), portal);
    }

    void requireNone(String name) {
        if (!name.isEmpty() && byName.containsKey(name)) {
            throw Failure.of(SqlState.DUPLICATE_CURSOR, "cursor \"" + name + "\" already exists");
        }
    }

    Portal find(String name, String kind) {
        Portal portal = byName.get(name);
        if (portal == null) {
            throw Failure.of(SqlState.UNDEFINED_CURSOR, kind + " \"" + name + "\" does not exist");
        }
        return portal;
    }

    /** Null if there is none. */
    Portal get(String name) {
        return byName.get(name);
    }

    void requireRoom() {
        int rows = byName.values().stream().mapToInt(Portal::size).sum();
        if (rows > MAX_ROWS) {
            throw Failure.of(
                    SqlState.OUT_OF_MEMORY,
                    "the portals and cursors of the connection have more than " + MAX_ROWS
                            + " rows together. Close some of them.");
        }
    }

    /** About what all of them keep. */
    long bytes() {
        return byName.values().stream().mapToLong(Portal::bytes).sum();
    }

    /** How many there have been. */
    long begun() {
        return begun;
    }

    /** Goes back to the present ones. */
    Runnable undoing() {
        Map<String, Portal> known = new LinkedHashMap<>(byName);
        return () -> {
            byName.clear();
            byName.putAll(known);
        };
    }

    /** Closes all but those that began first. */
    void retain(long ofFirst) {
        byName.values().removeIf(portal -> portal.number() >= ofFirst);
    }

    void close(String name) {
        byName.remove(name);
    }

    void closeAll() {
        byName.clear();
    }

    /** @param isCommitted a cursor declared in a failed transaction does not outlive it */
    void endTransaction(boolean isCommitted) {
        byName.values().removeIf(portal -> !portal.isHeld() || (!isCommitted && !portal.isKept()));
        byName.values().forEach(Portal::keep);
    }
}
