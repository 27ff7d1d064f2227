package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.text.StatementParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The queries in which tools ask the catalogs, from the file that the tests of the parser have. */
final class ToolStatements {
    private static final String NUMBER_OF_TABLE = "16385";

    private ToolStatements() {}

    /** @param name whose it is */
    record Captured(String name, String text) {
        /** The query of a table with some number. */
        String of(long table) {
            return text.replace(NUMBER_OF_TABLE, Long.toString(table));
        }

        boolean hasParameters() {
            return text.contains("$1");
        }
    }

    static List<Captured> all() {
        List<Captured> all = new ArrayList<>();
        for (String part : file().split(";\n")) {
            String text = Arrays.stream(part.split("\n"))
                    .filter(line -> !line.startsWith("-- "))
                    .collect(Collectors.joining("\n"))
                    .strip();
            String name = Arrays.stream(part.split("\n"))
                    .filter(line -> line.startsWith("-- ") && !line.startsWith("-- matrix: "))
                    .reduce((first, last) -> last)
                    .map(line -> line.substring("-- ".length()))
                    .orElse("");
            if (text.regionMatches(true, 0, "select", 0, 6) || text.startsWith("with")) {
                all.add(new Captured(name, text));
            }
        }
        return all;
    }

    private static String file() {
        try (InputStream stream = StatementParser.class.getResourceAsStream("catalog-statements.sql")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException notRead) {
            throw new UncheckedIOException(notRead);
        }
    }
}
