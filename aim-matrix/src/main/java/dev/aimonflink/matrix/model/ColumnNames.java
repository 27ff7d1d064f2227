package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The patterns of column names: for one function of one measure, such as {@code min duration}, for one function, or for all.
 *
 * @param patterns by what they are for; empty for all
 * @param aliases further names: the column, by its alias
 */
public record ColumnNames(Map<String, NamePattern> patterns, Map<String, String> aliases) implements Serializable {
    /** The key of the pattern for all columns. */
    public static final String ALL = "";

    private static final NamePattern USUAL = new NamePattern("{function}_{measure}[_of_{filter}]_{window}");

    public ColumnNames {
        patterns = Collections.unmodifiableMap(new LinkedHashMap<>(patterns));
        aliases = Collections.unmodifiableMap(new LinkedHashMap<>(aliases));
    }

    NamePattern of(EventFunction function, String measure) {
        NamePattern ofFunction = patterns.getOrDefault(function.label(), patterns.getOrDefault(ALL, USUAL));
        return patterns.getOrDefault(function.label() + " " + measure, ofFunction);
    }
}
