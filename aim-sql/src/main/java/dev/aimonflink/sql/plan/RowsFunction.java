package dev.aimonflink.sql.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a function of FROM computes its rows by. */
public enum RowsFunction {
    /** From a number or time to another one, by steps. */
    GENERATE_SERIES,
    /** The indexes of an array. */
    GENERATE_SUBSCRIPTS,
    /** The values of arrays, each array in a column. */
    UNNEST,
    /** The parts of a text between separators. */
    STRING_TO_TABLE,
    /** One row with one value, that of any other function. */
    VALUE;

    static Optional<RowsFunction> named(String name) {
        return Arrays.stream(values())
                .filter(function -> function != VALUE && function.sqlName().equals(name))
                .findFirst();
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
