package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;

/**
 * @param min least value of a number, in units of its last digit; {@link Long#MIN_VALUE} if unbounded
 * @param max greatest value, likewise; {@link Long#MAX_VALUE} if unbounded
 */
public record Column(String name, SqlType type, int index, long min, long max) {
    /** Begins a name that no text can have: the column only keeps the places of others. */
    public static final String UNWRITABLE = "\u0000";

    public static Column of(String name, SqlType type, int index) {
        return type.is(SqlType.Kind.INTEGER)
                ? new Column(name, type, index, Integer.MIN_VALUE, Integer.MAX_VALUE)
                : new Column(name, type, index, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public boolean canBeNamed() {
        return !name.startsWith(UNWRITABLE);
    }

    /** Short to make: expressions are sorted by their texts. */
    @Override
    public String toString() {
        return name + ' ' + type + ' ' + index;
    }
}
