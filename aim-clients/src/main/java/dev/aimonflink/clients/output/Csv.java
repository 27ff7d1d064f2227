package dev.aimonflink.clients.output;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values as in RFC 4180, except for line ends. A null is an empty field, an empty text a quoted one. */
final class Csv {
    private Csv() {}

    static String of(List<String> columns, List<? extends List<?>> rows) {
        return line(columns) + of(rows);
    }

    /** Without a header. */
    static String of(List<? extends List<?>> rows) {
        return rows.stream().map(Csv::line).collect(Collectors.joining());
    }

    private static String line(List<?> cells) {
        return cells.stream().map(Csv::field).collect(Collectors.joining(",", "", "\n"));
    }

    private static String field(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof BigDecimal amount) {
            return amount.toPlainString();
        }
        String text = value.toString();
        boolean quoted = text.isEmpty() || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
