package dev.aimonflink.bench.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Statements in a resource, separated by empty lines; each begins with a comment with its title. */
final class SqlFile {
    private static final String TITLE = "-- ";

    private SqlFile() {}

    /** By title, in file order. */
    static Map<String, String> read(String name) {
        Map<String, String> statements = new LinkedHashMap<>();
        try (InputStream in = SqlFile.class.getResourceAsStream(name)) {
            for (String each : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n\n")) {
                int end = each.indexOf('\n');
                statements.put(each.substring(TITLE.length(), end), each.substring(end + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return statements;
    }
}
