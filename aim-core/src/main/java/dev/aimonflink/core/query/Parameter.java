package dev.aimonflink.core.query;

/**
 * A parameter of a query.
 *
 * @param defaultValue a {@link Long} or a string, by kind; null where the parameter must be given
 */
public record Parameter(String name, Kind kind, Object defaultValue) {
    public enum Kind {
        NUMBER,
        NAME,
        /** Names with commas between them, or {@link #ALL}. */
        NAMES
    }

    /** Stands for all names. */
    static final String ALL = "*";

    static Parameter number(String name, long defaultValue) {
        return new Parameter(name, Kind.NUMBER, defaultValue);
    }

    static Parameter requiredNumber(String name) {
        return new Parameter(name, Kind.NUMBER, null);
    }

    static Parameter name(String name, String defaultValue) {
        return new Parameter(name, Kind.NAME, defaultValue);
    }

    static Parameter names(String name) {
        return new Parameter(name, Kind.NAMES, ALL);
    }
}
