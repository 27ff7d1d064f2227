package dev.aimonflink.clients.output;

import dev.aimonflink.sql.type.FloatText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Writes the rows of an answer to SQL, each value as PostgreSQL does. */
public final class SqlRows {
    private static final String DOUBLE = "double precision";
    private static final String BAR = "|";

    private static final Set<String> WHOLE_NUMBERS = Set.of("smallint", "integer", "bigint");

    private final List<String> columns;
    private final List<String> types;
    private final List<? extends List<?>> rows;

    /** @param types SQL's names of the columns' types; empty if unknown */
    public SqlRows(List<String> columns, List<String> types, List<? extends List<?>> rows) {
        this.columns = columns;
        this.types = types;
        this.rows = rows;
    }

    public String table(Look look) {
        List<List<String>> texts = texts(look.ofNull());
        if (look.isExpanded()) {
            return expanded(texts, look);
        }
        if (!look.isUnaligned()) {
            boolean[] toRight = new boolean[columns.size()];
            for (int i = 0; i < toRight.length; i++) {
                toRight[i] = isNumber(i);
            }
            return TextTables.drawn(look.isRowsOnly() ? null : columns, toRight, texts, Integer.MAX_VALUE);
        }
        StringBuilder lines = new StringBuilder();
        if (!look.isRowsOnly()) {
            lines.append(String.join(BAR, columns)).append('\n');
        }
        texts.forEach(row -> lines.append(String.join(BAR, row)).append('\n'));
        return lines.toString();
    }

    /** Comma-separated values. A null is an empty field without quotes, or its given text. */
    public String csv(Look look) {
        List<List<String>> texts = texts(look.ofNull().isEmpty() ? null : look.ofNull());
        return look.isRowsOnly() ? Csv.of(texts) : Csv.of(columns, texts);
    }

    private String expanded(List<List<String>> texts, Look look) {
        StringBuilder all = new StringBuilder();
        for (List<String> row : texts) {
            List<List<String>> lines = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                lines.add(List.of(columns.get(i), row.get(i)));
            }
            if (look.isUnaligned()) {
                // Rows have an empty line between them.
                all.append(all.isEmpty() ? "" : "\n");
                lines.forEach(line -> all.append(String.join(BAR, line)).append('\n'));
            } else {
                all.append(TextTables.drawn(
                        look.isRowsOnly() ? null : List.of("column", "value"),
                        new boolean[] {false, false},
                        lines,
                        Integer.MAX_VALUE));
            }
        }
        return all.toString();
    }

    private boolean isNumber(int column) {
        if (types.isEmpty()) {
            return TextTables.areNumbers(rows, column);
        }
        String type = types.get(column);
        return WHOLE_NUMBERS.contains(type) || type.equals(DOUBLE) || type.startsWith("numeric");
    }

    private List<List<String>> texts(String ofNull) {
        List<List<String>> texts = new ArrayList<>();
        for (List<?> row : rows) {
            List<String> line = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                Object value = row.get(i);
                line.add(value == null ? ofNull : text(value, types.isEmpty() ? null : types.get(i)));
            }
            texts.add(Collections.unmodifiableList(line));
        }
        return texts;
    }

    /**
     * As PostgreSQL writes it: with all digits of a number, and no more.
     *
     * @param type SQL's name of the column's type; null if unknown
     */
    static String text(Object value, String type) {
        // A result as JSON does not say which of its numbers are doubles.
        if (value instanceof Double || (value instanceof Number && DOUBLE.equals(type))) {
            return FloatText.of(((Number) value).doubleValue());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
