package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/**
 * A function of a {@link Dialect}.
 *
 * @param names of its arguments, if they can be named; else empty
 * @param arguments their types; {@code UNKNOWN} for any
 * @param required the least number of arguments; named ones left out are null
 * @param isVariadic whether the last one can be repeated or left out
 * @param result the type of its value, or of one of its rows
 * @param isSet whether its value is the list of its rows
 * @param hasEffect whether calling it has an effect or costs more than its value, so that it is called only where the value is needed
 * @param isStrict whether it is null where an argument is
 */
public record Declared(
        String name,
        List<String> names,
        List<SqlType> arguments,
        int required,
        boolean isVariadic,
        SqlType result,
        boolean isSet,
        boolean isStrict,
        boolean hasEffect,
        Body body) {
    @FunctionalInterface
    public interface Body {
        Object value(Object... arguments);
    }

    SqlType argument(int index) {
        return arguments.get(Math.min(index, arguments.size() - 1));
    }

    boolean takes(int count) {
        return count >= required && (isVariadic || count <= arguments.size());
    }
}
