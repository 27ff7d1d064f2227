package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import java.util.List;

/**
 * A function of a {@link Dialect}.
 *
 * @param names of its arguments, if they can be given by them; else empty
 * @param arguments their types; {@code UNKNOWN} stands for any one
 * @param required how many of them have to be given at least; those that are left out are null if arguments have names
 * @param isVariadic whether the last one can be given several times, or not at all
 * @param result the type of its value, or of one of its rows
 * @param isSet whether its value is the list of its rows
 * @param hasEffect whether calling it does or costs more than its value, so that it is called only where the value is needed
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
    /** What it computes of its arguments. */
    @FunctionalInterface
    public interface Body {
        Object value(Object... arguments);
    }

    /** The type of an argument. */
    SqlType argument(int index) {
        return arguments.get(Math.min(index, arguments.size() - 1));
    }

    boolean takes(int count) {
        return count >= required && (isVariadic || count <= arguments.size());
    }
}
