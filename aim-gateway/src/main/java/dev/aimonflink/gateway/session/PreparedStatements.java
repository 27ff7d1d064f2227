package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The statements that a client has prepared, by the protocol or by PREPARE. */
final class PreparedStatements {
    /** Drivers keep some hundred. */
    static final int MAX_STATEMENTS = 10_000;

    /** The most characters in the texts of all together. */
    static final long MAX_CHARACTERS = 32 << 20;

    /** What planning makes of a text, per character. */
    private static final int BYTES_OF_A_CHARACTER = 16;

    private final LongConsumer room;
    /** @param planned null for the empty statement */
    record Prepared(String text, Planned planned) {}

    private final Map<String, Prepared> byName = new HashMap<>();
    private long characters;

    /** @param room is given the bytes of each prepared one, and may throw */
    PreparedStatements(LongConsumer room) {
        this.room = room;
    }

    /** The unnamed one has been closed before. */
    void add(String name, Prepared prepared) {
        if (byName.containsKey(name)) {
            throw Failure.of(SqlState.DUPLICATE_STATEMENT, "prepared statement \"" + name + "\" already exists");
        }
        if (byName.size() >= MAX_STATEMENTS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "the connection has more than " + MAX_STATEMENTS
                            + " prepared statements. Deallocate some of them.");
        }
        int length = prepared.text().length();
        if (characters + length > MAX_CHARACTERS) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "the prepared statements of the connection have more than " + MAX_CHARACTERS
                            + " characters together. Deallocate some of them.");
        }
        room.accept((long) length * BYTES_OF_A_CHARACTER);
        characters += length;
        byName.put(name, prepared);
    }

    /** About what all of them keep. */
    long bytes() {
        return characters * BYTES_OF_A_CHARACTER;
    }

    Prepared find(String name) {
        Prepared prepared = byName.get(name);
        if (prepared == null) {
            throw Failure.of(
                    SqlState.UNDEFINED_STATEMENT,
                    name.isEmpty()
                            ? "unnamed prepared statement does not exist"
                            : "prepared statement \"" + name + "\" does not exist");
        }
        return prepared;
    }

    /** Goes back to the present ones. */
    Runnable undoing() {
        Map<String, Prepared> known = Map.copyOf(byName);
        long length = characters;
        return () -> {
            byName.clear();
            byName.putAll(known);
            characters = length;
        };
    }

    /** Null if there is none. */
    Prepared get(String name) {
        return byName.get(name);
    }

    void close(String name) {
        Prepared closed = byName.remove(name);
        characters -= closed == null ? 0 : closed.text().length();
    }

    /** All named ones. */
    void closeAll() {
        byName.keySet().stream().filter(name -> !name.isEmpty()).toList().forEach(this::close);
    }
}
