package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.sql.type.PgColumn;
import java.util.List;

/**
 * A statement with the values of its parameters, bound by a client or declared as a cursor. It runs when its first row is wanted, and then
 * has all rows.
 */
final class Portal {
    private final String name;
    private final Planned planned;
    private final String text;
    private final List<Object> values;
    private final List<Format> formats;
    private final boolean isHeld;
    private ResultRows rows;
    private long rowBytes;
    private final long valueBytes;
    private boolean hasBegun;
    private boolean isKept;
    private long number;

    /** How many rows precede the next one to read. */
    private int position;

    /**
     * @param formats of the columns: none if all are texts, one for all, or one of each
     * @param valueBytes the length of the values as sent
     * @param isHeld whether it outlives its transaction
     */
    Portal(
            String name,
            Planned planned,
            String text,
            List<Object> values,
            long valueBytes,
            List<Format> formats,
            boolean isHeld) {
        this.name = name;
        this.planned = planned;
        this.text = text;
        this.values = values;
        this.valueBytes = valueBytes;
        this.formats = formats;
        this.isHeld = isHeld;
    }

    /** A portal that has run, whose rows are sent as texts. */
    static Portal ran(Planned planned, ResultRows rows) {
        Portal portal = new Portal("", planned, "", List.of(), 0, List.of(), false);
        portal.ran(rows);
        return portal;
    }

    String name() {
        return name;
    }

    /** As sent. */
    String text() {
        return text;
    }

    /** Null for the empty statement. */
    Planned planned() {
        return planned;
    }

    List<Object> values() {
        return values;
    }

    /** In the order in which portals began. */
    long number() {
        return number;
    }

    void number(long given) {
        number = given;
    }

    /** As sent. */
    long valueBytes() {
        return valueBytes;
    }

    List<PgColumn> columns() {
        return planned.columns();
    }

    /** Call when its transaction has ended well. */
    void keep() {
        isKept = true;
    }

    boolean isKept() {
        return isKept;
    }

    boolean isHeld() {
        return isHeld;
    }

    List<Format> formats() {
        return formats;
    }

    /** It runs, or has run, even if it failed. */
    void begin() {
        hasBegun = true;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    /** Its rows; null if it failed. */
    void ran(ResultRows result) {
        rows = result;
        rowBytes = result == null ? 0 : result.bytes();
    }

    /** About what it keeps. */
    long bytes() {
        return valueBytes + rowBytes;
    }

    ResultRows rows() {
        return rows;
    }

    int size() {
        return rows == null || rows.rows() == null ? 0 : rows.rows().size();
    }

    int position() {
        return position;
    }

    void moveTo(int place) {
        position = place;
    }

    /** The next rows, at most {@code most}; zero for all. */
    List<Object[]> next(int most) {
        int from = Math.min(position, size());
        int to = most <= 0 ? size() : (int) Math.min(size(), (long) from + most);
        List<Object[]> next = rows.rows().subList(from, to);
        position = to;
        return next;
    }
}
