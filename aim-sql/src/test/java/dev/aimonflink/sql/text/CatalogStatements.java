package dev.aimonflink.sql.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The statements in which tools ask the catalogs, read from a file of the tests. */
final class CatalogStatements {
    private static final String FILE = "catalog-statements.sql";

    private CatalogStatements() {}

    /** @param name whose it is */
    record Captured(String name, String text) {
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
            for (String line : file.substring(end, statement.position()).split("\n")) {
                if (line.startsWith("-- ")) {
                    name = line.substring("-- ".length());
                }
            }
            all.add(new Captured(name, statement.text()));
            end = statement.position() + statement.text().length();
        }
        return all;
    }

    private static String file() {
        try (InputStream stream = CatalogStatements.class.getResourceAsStream(FILE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException notRead) {
            throw new UncheckedIOException(notRead);
        }
    }
}
