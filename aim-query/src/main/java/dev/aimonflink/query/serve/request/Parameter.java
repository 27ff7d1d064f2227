package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.EntityKey;

/** @param defaultValue a {@link Long} or a string, by kind; null if the parameter is required */
public record Parameter(String name, Kind kind, Object defaultValue) {
    public enum Kind {
        NUMBER,
        /** An entity's key, if that is a text. */
        KEY,
        NAME,
        /** Names separated by commas, or {@link #ALL}. */
        NAMES,
        TEXT,
        /** Optional values of any type, called 1, 2 and so on. */
        VALUES
    }

    /** The parameter for the rows in a request's limits, which clients cannot name. */
    public static final String MAX_ROWS = "limits.rows";

    static final String ALL = "*";

    public static Parameter number(String name, long defaultValue) {
        return new Parameter(name, Kind.NUMBER, defaultValue);
    }

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

    public static Parameter values() {
        return new Parameter("1, 2, ...", Kind.VALUES, null);
    }

    public static Parameter names(String name) {
        return new Parameter(name, Kind.NAMES, ALL);
    }
}
