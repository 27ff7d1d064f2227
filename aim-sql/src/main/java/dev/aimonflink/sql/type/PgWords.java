package dev.aimonflink.sql.type;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** PostgreSQL's keywords, from a file with one on each line: the word, its category as a letter, and whether it can be a column name without AS. */
public final class PgWords {
    private static final String FILE = "keywords.txt";
    private static final String UNRESERVED = "U";

    private static final Map<String, String> CATEGORIES = Map.of(
            UNRESERVED,
            "unreserved",
            "C",
            "unreserved (cannot be function or type name)",
            "T",
            "reserved (can be function or type name)",
            "R",
            "reserved");

    private static final List<String[]> LINES = read();
    private static final Set<String> RESERVED = reserved();

    private PgWords() {}

    private static List<String[]> read() {
        try (InputStream file = PgWords.class.getResourceAsStream(FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> reserved() {
        Set<String> words = new HashSet<>();
        LINES.stream().filter(line -> !line[1].equals(UNRESERVED)).forEach(line -> words.add(line[0]));
        return Set.copyOf(words);
    }

    /** Whether a name has to be quoted because it is a keyword. */
    public static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }

    /** The rows of {@code pg_get_keywords()}. */
    public static List<Object> rows() {
        List<Object> rows = new ArrayList<>();
        for (String[] line : LINES) {
            boolean isBare = line[2].equals("t");
            rows.add(List.of(
                    line[0], line[1], isBare, CATEGORIES.get(line[1]), isBare ? "can be bare label" : "requires AS"));
        }
        return rows;
    }
}
