package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of the relations of PostgreSQL 18, from a file with one relation a line: its schema, its name, its number, whether it is a
 * table or a view, and its columns in their order, each with its type. An exclamation mark stands behind those that are never null. Types
 * that clients would have to ask for are texts there.
 *
 * @param kind {@code r} for a table, {@code v} for a view
 * @param required the names of the columns that are never null
 */
record CatalogColumns(String schema, String name, long oid, char kind, List<PgColumn> columns, Set<String> required) {
    private static final String FILE = "relations.txt";
    private static final int WORDS_BEFORE_COLUMNS = 4;

    static final List<CatalogColumns> ALL =
            lines(FILE).stream().map(CatalogColumns::read).toList();

    static List<String> lines(String file) {
        try (InputStream stream = CatalogColumns.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CatalogColumns read(String line) {
        String[] words = line.split(" ");
        List<PgColumn> columns = new ArrayList<>();
        Set<String> required = new HashSet<>();
        for (int i = WORDS_BEFORE_COLUMNS; i < words.length; i++) {
            String[] parts = words[i].replace("!", "").split(":");
            columns.add(new PgColumn(parts[0], type(parts[1])));
            if (words[i].endsWith("!")) {
                required.add(parts[0]);
            }
        }
        return new CatalogColumns(
                words[0],
                words[1],
                Long.parseLong(words[2]),
                words[3].charAt(0),
                List.copyOf(columns),
                Set.copyOf(required));
    }

    private static PgType type(String name) {
        return name.equals(PgType.CHAR.typeName())
                ? PgType.CHAR
                : NamedTypes.find(name).orElseThrow();
    }
}
