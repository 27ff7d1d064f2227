package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The types of values, from a file with one a line, and the functions that read and write them. */
final class Types {
    private static final String FILE = "types.txt";

    private static final List<String[]> LINES =
            CatalogColumns.lines(FILE).stream().map(line -> line.split(" ")).toList();

    static final Map<String, Long> FUNCTIONS = functions();

    private Types() {}

    /** @param columns for each word of a line */
    static List<Object[]> rows(List<PgColumn> columns) {
        return LINES.stream().map(line -> row(columns, line)).toList();
    }

    /** A function is its name and its number. */
    private static Object[] row(List<PgColumn> columns, String[] line) {
        Object[] row = new Object[line.length];
        for (int i = 0; i < row.length; i++) {
            PgType type = columns.get(i).type();
            row[i] = type == PgType.BOOL
                    ? (Object) line[i].equals("t")
                    : type.isWhole() ? (Object) Long.parseLong(line[i].substring(line[i].indexOf(':') + 1)) : line[i];
        }
        return row;
    }

    private static Map<String, Long> functions() {
        Map<String, Long> functions = new TreeMap<>();
        for (String[] line : LINES) {
            for (String word : line) {
                String[] parts = word.split(":");
                if (parts.length == 2 && !parts[0].equals("-")) {
                    functions.put(parts[0], Long.parseLong(parts[1]));
                }
            }
        }
        return functions;
    }
}
