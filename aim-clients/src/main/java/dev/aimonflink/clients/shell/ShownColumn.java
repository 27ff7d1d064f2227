package dev.aimonflink.clients.shell;

import java.util.List;

/**
 * A column as {@code \d} shows it.
 *
 * @param isKept whether scans can read it; null if unknown
 */
record ShownColumn(String name, String type, Boolean isKept, List<String> otherNames) {
    static final List<String> HEADERS = List.of("column", "type", "kept", "other names");

    boolean isCalled(String written) {
        return name.equals(written) || otherNames.contains(written);
    }

    List<Object> row() {
        String kept = isKept == null ? "" : isKept ? "yes" : "no";
        return List.of(name, type, kept, String.join(", ", otherNames));
    }
}
