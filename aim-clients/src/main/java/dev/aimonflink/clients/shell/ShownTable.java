package dev.aimonflink.clients.shell;

import java.util.List;
import java.util.Objects;

/** A table as {@code \d} shows it. */
record ShownTable(String name, List<ShownColumn> columns) {
    static final List<String> HEADERS = List.of("table", "columns", "kept");

    List<Object> row() {
        boolean isUnknown = columns.stream().map(ShownColumn::isKept).anyMatch(Objects::isNull);
        long kept = columns.stream()
                .filter(each -> Boolean.TRUE.equals(each.isKept()))
                .count();
        return List.of(name, columns.size(), isUnknown ? "" : Long.toString(kept));
    }

    List<List<Object>> rows() {
        return columns.stream().map(ShownColumn::row).toList();
    }

    boolean hasColumnsThatAreNotKept() {
        return columns.stream().anyMatch(each -> Boolean.FALSE.equals(each.isKept()));
    }
}
