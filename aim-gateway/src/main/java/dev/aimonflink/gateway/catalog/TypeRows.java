package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rows of {@code pg_type}, from a file with one type a line, and the functions that read and write them. */
final class TypeRows {
    private static final String FILE = "types.txt";
    private static final long INTERNAL_LANGUAGE = 12;

    private static final List<String> COLUMNS = List.of(
            "oid",
            "typname",
            "typlen",
            "typbyval",
            "typtype",
            "typcategory",
            "typispreferred",
            "typelem",
            "typarray",
            "typinput",
            "typoutput",
            "typreceive",
            "typsend",
            "typmodin",
            "typmodout",
            "typalign",
            "typstorage",
            "typcollation",
            "typsubscript");

    private static final List<String[]> LINES =
            CatalogColumns.lines(FILE).stream().map(line -> line.split(" ")).toList();

    /** By their names. */
    static final Map<String, Long> FUNCTIONS = functions();

    private TypeRows() {}

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

    static List<Object[]> rows(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (String[] line : LINES) {
            List<Object> values = new ArrayList<>(List.of(
                    "typnamespace",
                    Numbers.PG_CATALOG,
                    "typowner",
                    Numbers.OWNER,
                    "typisdefined",
                    true,
                    "typtypmod",
                    -1L,
                    "typdelim",
                    ","));
            for (int i = 0; i < line.length; i++) {
                values.add(COLUMNS.get(i));
                values.add(value(COLUMNS.get(i), line[i]));
            }
            rows.add(maker.row(values.toArray()));
        }
        return rows;
    }

    private static Object value(String column, String word) {
        return switch (column) {
            case "typname", "typtype", "typcategory", "typalign", "typstorage" -> word;
            case "typbyval", "typispreferred" -> word.equals("t");
            // A client would ask what a type is that it does not know.
            case "typarray" -> PgType.ofOid(Integer.parseInt(word)).isPresent() ? Long.parseLong(word) : 0L;
            default -> Long.parseLong(word.substring(word.indexOf(':') + 1));
        };
    }

    /** The rows of {@code pg_proc} for the functions of types. */
    static List<Object[]> functionRows(RowMaker maker) {
        return FUNCTIONS.entrySet().stream()
                .map(function -> maker.row(
                        "oid",
                        function.getValue(),
                        "proname",
                        function.getKey(),
                        "pronamespace",
                        Numbers.PG_CATALOG,
                        "proowner",
                        Numbers.OWNER,
                        "prolang",
                        INTERNAL_LANGUAGE,
                        "procost",
                        1f,
                        "prokind",
                        "f",
                        "proisstrict",
                        true,
                        "provolatile",
                        "i",
                        "proparallel",
                        "s",
                        "prosrc",
                        function.getKey()))
                .toList();
    }
}
