package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What a statement returns.
 *
 * @param tag PostgreSQL's completion report, such as {@code BEGIN}; without the number of rows
 * @param columns null if it returns no rows
 * @param rows represented as {@link dev.aimonflink.sql.type.PgType} says; null if it returns none
 */
record ResultRows(String tag, List<PgColumn> columns, List<Object[]> rows) {
    /** An object, and its place in a list or row. */
    private static final int BYTES_OF_AN_OBJECT = 24;

    private static final Set<String> COUNTED = Set.of("SELECT", "FETCH");

    /** The tag for {@code count} rows, which only some tags show. */
    String tag(int count) {
        return COUNTED.contains(tag) ? tag + " " + count : tag;
    }

    /** About how many bytes they take. */
    long bytes() {
        return rows == null ? 0 : rows.stream().mapToLong(ResultRows::bytesOf).sum();
    }

    static long bytesOf(Object[] row) {
        return bytesOf(Arrays.asList(row));
    }

    private static long bytesOf(Object value) {
        if (value instanceof String text) {
            return (long) BYTES_OF_AN_OBJECT + text.length();
        } else if (value instanceof byte[] bytes) {
            return (long) BYTES_OF_AN_OBJECT + bytes.length;
        } else if (value instanceof PgRecord row) {
            return bytesOf(row.values());
        } else if (value instanceof List<?> values) {
            return BYTES_OF_AN_OBJECT
                    + values.stream().mapToLong(ResultRows::bytesOf).sum();
        }
        return value == null ? Integer.BYTES : BYTES_OF_AN_OBJECT;
    }

    static ResultRows none(String tag) {
        return new ResultRows(tag, null, null);
    }

    static ResultRows of(List<PgColumn> columns, List<Object[]> rows) {
        return new ResultRows("SELECT", columns, rows);
    }
}
