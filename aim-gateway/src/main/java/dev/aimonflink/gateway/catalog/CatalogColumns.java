package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of PostgreSQL 18's relations, from a file with one relation a line: its schema, name, number, whether it is a table or a
 * view, and its columns in order, each with its type. An exclamation mark follows those that are never null. Types that clients would have
 * to ask for are texts there.
 *
 * @param kind {@code r} for a table, {@code v} for a view
 * @param required the columns that are never null
 */
record CatalogColumns(String schema, String name, long oid, char kind, List<PgColumn> columns, Set<String> required) {
    private static final String FILE = "relations.txt";
    private static final int WORDS_BEFORE_COLUMNS = 4;

    static final List<CatalogColumns> ALL =
            lines(FILE).stream().map(CatalogColumns::read).toList();

    static List<String> lines(String file) {
        return text(file).lines().toList();
    }

    /** A file beside this class. */
    static String text(String file) {
        try (InputStream stream = CatalogColumns.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CatalogColumns read(String line) {
        String[] words = line.split(" ", WORDS_BEFORE_COLUMNS + 1);
        List<PgColumn> columns = columns(words[WORDS_BEFORE_COLUMNS].replace("!", ""));
        String[] written = words[WORDS_BEFORE_COLUMNS].split(" ");
        Set<String> required = IntStream.range(0, written.length)
                .filter(i -> written[i].endsWith("!"))
                .mapToObj(i -> columns.get(i).name())
                .collect(Collectors.toUnmodifiableSet());
        return new CatalogColumns(words[0], words[1], Long.parseLong(words[2]), words[3].charAt(0), columns, required);
    }

    /** Columns separated by blanks, each with its type behind a colon. */
    static List<PgColumn> columns(String written) {
        return Arrays.stream(written.split(" "))
                .map(column -> column.split(":"))
                .map(parts -> new PgColumn(parts[0], type(parts[1])))
                .toList();
    }

    private static PgType type(String name) {
        return name.equals(PgType.CHAR.typeName())
                ? PgType.CHAR
                : NamedTypes.find(name).orElseThrow();
    }
}
