package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.EntityKey;

/**
 * A parameter of a query.
 *
 * @param defaultValue a {@link Long} or a string, by kind; null where the parameter must be given
 */
public record Parameter(String name, Kind kind, Object defaultValue) {
    public enum Kind {
        NUMBER,
        /** The key of an entity, if that is a text. */
        KEY,
        NAME,
        /** Names with commas between them, or {@link #ALL}. */
        NAMES,
        /** A text of any length. */
        TEXT,
        /** Values of any type, called 1, 2 and so on. None has to be given. */
        VALUES
    }

    /** The parameter that stands for the rows in the limits of a request. Clients cannot name it. */
    public static final String MAX_ROWS = "limits.rows";

    /** Stands for all names. */
    static final String ALL = "*";

    public static Parameter number(String name, long defaultValue) {
        return new Parameter(name, Kind.NUMBER, defaultValue);
    }

    /** The key of an entity, a number or a text. */
    public static Parameter key(EntityKey key) {
        return new Parameter(key.name(), key.isText() ? Kind.KEY : Kind.NUMBER, null);
    }

    public static Parameter name(String name, String defaultValue) {
        return new Parameter(name, Kind.NAME, defaultValue);
    }

    public static Parameter text(String name) {
        return new Parameter(name, Kind.TEXT, null);
    }

    /** A text that may be left out, and is then empty. */
    public static Parameter optionalText(String name) {
        return new Parameter(name, Kind.TEXT, "");
    }

    /** All that are called 1, 2 and so on. */
    public static Parameter values() {
        return new Parameter("1, 2, ...", Kind.VALUES, null);
    }

    public static Parameter names(String name) {
        return new Parameter(name, Kind.NAMES, ALL);
    }
}
