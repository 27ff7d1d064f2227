package dev.aimonflink.sql.bind;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Functions that return rows with one value each. */
public enum RowsFunction {
    /** From a number or time to another one, by steps. */
    GENERATE_SERIES,
    GENERATE_SUBSCRIPTS,
    /** The values of an array. */
    UNNEST,
    /** The parts of a text between separators. */
    STRING_TO_TABLE,
    /** One row with its argument: stands for any other function in FROM. */
    VALUE;

    private static final Map<String, RowsFunction> BY_NAME = Arrays.stream(values())
            .filter(function -> function != VALUE)
            .collect(Collectors.toUnmodifiableMap(RowsFunction::sqlName, function -> function));

    public static Optional<RowsFunction> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
