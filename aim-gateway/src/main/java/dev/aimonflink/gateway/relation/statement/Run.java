package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** One run of a statement: its parameters, what it used of its limits, and what it has computed once for all rows. */
final class Run {
    /** Combinations of rows, and elements of arrays, that a statement can look at. A second or two, and more than any tool needs. */
    static final int MAX_STEPS = 5_000_000;

    /** What the rows of a statement and of all its parts may have, about. The heap of a gateway is small, and tools ask for a thousandth. */
    static final long MAX_BYTES = 32L << 20;

    private static final int STEPS_BETWEEN_CHECKS = 256;

    /** Of an object, and of its place in a list or row. */
    private static final int BYTES_OF_AN_OBJECT = 24;

    private final Environment environment;
    private final List<Object> parameters;
    private final StopCheck stopCheck;
    private final LongConsumer room;
    private final IdentityHashMap<Object, Object> computed = new IdentityHashMap<>();
    private int steps;
    private long bytes;

    /** Of what is computed once for all rows. */
    private long lastingBytes;

    /** @param room is given the bytes that are kept more, or less if they are negative; it may throw */
    Run(Environment environment, List<Object> parameters, StopCheck stopCheck, LongConsumer room) {
        this.room = room;
        this.environment = environment;
        this.parameters = parameters;
        this.stopCheck = stopCheck;
    }

    Environment environment() {
        return environment;
    }

    Object parameter(int number) {
        return parameters.get(number - 1);
    }

    /** Counts a combination of rows. */
    void step() {
        step(1);
    }

    /** Counts the elements of an array that a function or an operator looks at. */
    void stepThrough(Object value) {
        if (value instanceof List<?> values) {
            step(values.size());
        }
    }

    private void step(int more) {
        final int before = steps;
        steps += more;
        if (steps > MAX_STEPS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "The statement combines more than " + MAX_STEPS
                            + " rows. Join by columns that are equal, or ask for fewer rows or shorter arrays.");
        }
        if (steps / STEPS_BETWEEN_CHECKS != before / STEPS_BETWEEN_CHECKS) {
            stopCheck.check();
        }
    }

    /** Counts a row that is kept, with its values. Returns it. */
    Object[] keep(Object[] row) {
        keep(bytesOf(Arrays.asList(row)));
        return row;
    }

    /** Counts a row that is kept, whose values others keep. Returns it. */
    Object[] keepShared(Object[] row) {
        keep(BYTES_OF_AN_OBJECT + (long) Long.BYTES * row.length);
        return row;
    }

    private void keep(long more) {
        room.accept(more);
        bytes += more;
        if (bytes + lastingBytes > MAX_BYTES) {
            throw new SqlException(
                    SqlState.OUT_OF_MEMORY,
                    SqlException.NOWHERE,
                    "The rows of the statement have more than " + (MAX_BYTES >> 20)
                            + " MiB. What the gateway computes itself is meant for catalogs. Ask for fewer rows, columns or characters.");
        }
    }

    /** Rows that are looked at for one row of the query around, and then no more. */
    List<Object[]> passing(Supplier<List<Object[]>> rows) {
        final long before = bytes;
        List<Object[]> passing = rows.get();
        room.accept(before - bytes);
        bytes = before;
        return passing;
    }

    /** About what a value takes. */
    static long bytesOf(Object value) {
        if (value instanceof String text) {
            return (long) BYTES_OF_AN_OBJECT + text.length();
        } else if (value instanceof List<?> values) {
            return BYTES_OF_AN_OBJECT + values.stream().mapToLong(Run::bytesOf).sum();
        }
        return value == null ? Integer.BYTES : BYTES_OF_AN_OBJECT;
    }

    /** What does not depend on the row. */
    @SuppressWarnings("unchecked")
    <T> T once(Object owner, Supplier<T> value) {
        // Computing one can ask for another, which computeIfAbsent() does not allow.
        if (!computed.containsKey(owner)) {
            final long before = bytes;
            computed.put(owner, value.get());
            lastingBytes += bytes - before;
            bytes = before;
        }
        return (T) computed.get(owner);
    }
}
