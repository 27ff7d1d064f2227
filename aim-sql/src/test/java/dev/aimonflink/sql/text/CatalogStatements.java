package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The statements in which tools ask the catalogs, read from a file of the tests. */
final class CatalogStatements {
    private static final String FILE = "catalog-statements.sql";
    private static final String REFUSAL = "-- matrix: ";

    private CatalogStatements() {}

    /**
     * @param name whose it is
     * @param refusal how the narrow grammar refuses it; null if it reads it
     */
    record Captured(String name, String text, String refusal) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Captured> all() {
        String file = file();
        List<Captured> all = new ArrayList<>();
        int end = 0;
        for (StatementText statement : StatementText.allOf(file)) {
            String name = null;
            String refusal = null;
            for (String line : file.substring(end, statement.position()).split("\n")) {
                if (line.startsWith(REFUSAL)) {
                    refusal = line.substring(REFUSAL.length());
                } else if (line.startsWith("-- ")) {
                    name = line.substring("-- ".length());
                }
            }
            all.add(new Captured(name, statement.text(), refusal));
            end = statement.position() + statement.text().length();
        }
        return all;
    }

    /** As it stands in the file. */
    static String refusal(SqlException error) {
        return error.state().code() + " at " + error.position() + ": " + error.getMessage();
    }

    private static String file() {
        try (InputStream stream = CatalogStatements.class.getResourceAsStream(FILE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException notRead) {
            throw new UncheckedIOException(notRead);
        }
    }
}
