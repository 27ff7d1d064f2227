package dev.aimonflink.clients.shell;

import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityTable;
import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.sql.MatrixTables;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The words that a statement over one model can have. */
public final class Vocabulary {
    /** A column with more values is not worth listing them. */
    private static final int MAX_VALUES = 1_000;

    static final List<String> KEYWORDS = List.of(
            "ALL",
            "AND",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CASE",
            "CAST",
            "CROSS JOIN",
            "DESC",
            "DISTINCT",
            "ELSE",
            "END",
            "EXPLAIN",
            "EXPLAIN ANALYZE",
            "FALSE",
            "FILTER (WHERE",
            "FROM",
            "GROUP BY",
            "HAVING",
            "ILIKE",
            "IN",
            "IS NOT NULL",
            "IS NULL",
            "JOIN",
            "LEFT JOIN",
            "LIKE",
            "LIMIT",
            "NOT",
            "NULL",
            "NULLS FIRST",
            "NULLS LAST",
            "OFFSET",
            "ON",
            "OR",
            "ORDER BY",
            "SELECT",
            "THEN",
            "TRUE",
            "UNION ALL",
            "USING",
            "WHEN",
            "WHERE",
            "WITH",
            "WITHIN GROUP (ORDER BY");

    private final Model model;
    private final EntityTables files;
    private final MatrixTables tables;

    public Vocabulary(Model model, EntityTables files, MatrixTables tables) {
        this.model = model;
        this.files = files;
        this.tables = tables;
    }

    /** Of tables, the matrix first. */
    List<String> tables() {
        return List.copyOf(tables.names());
    }

    Optional<Table> table(String name) {
        return tables.find(name.toLowerCase(Locale.ROOT));
    }

    /** Of all tables. */
    List<String> columns() {
        TreeSet<String> names = new TreeSet<>();
        for (String table : tables()) {
            Table found = table(table).orElseThrow();
            found.columns().forEach(column -> names.add(column.name()));
            names.addAll(found.aliases().keySet());
        }
        return List.copyOf(names);
    }

    List<String> functions() {
        return Stream.concat(
                        Arrays.stream(Function.values()).map(Function::sqlName),
                        Arrays.stream(AggregateFunction.values()).map(AggregateFunction::sqlName))
                .distinct()
                .sorted()
                .map(name -> name + "(")
                .toList();
    }

    /** The values that a column can have, if the model knows them: of an enumeration, and of a table's column. */
    List<String> values(String column) {
        String name = column.substring(column.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        for (String table : tables()) {
            Table found = table(table).orElseThrow();
            String resolved = found.aliases().getOrDefault(name, name);
            for (Column each : found.columns()) {
                if (each.name().equals(resolved)) {
                    List<String> values = values(found, each);
                    if (!values.isEmpty()) {
                        return values;
                    }
                }
            }
        }
        return List.of();
    }

    private List<String> values(Table table, Column column) {
        if (table.name().equals(tables().get(0))) {
            return model.entity().attributes().stream()
                    .flatMap(attribute -> valuesOf(attribute, column.name()).stream())
                    .distinct()
                    .sorted()
                    .toList();
        }
        return ofFile(
                files.names().stream()
                        .filter(name -> name.toLowerCase(Locale.ROOT).equals(table.name()))
                        .map(files::table)
                        .findFirst(),
                column.index());
    }

    /** Of the attribute itself, or of a column of its table that the model lists. */
    private List<String> valuesOf(Attribute attribute, String column) {
        String snakeCase =
                attribute.name().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        if (column.equals(snakeCase) && attribute.type().is(FieldType.Kind.ENUM)) {
            return attribute.type().sqlType().labels();
        }
        if (attribute.table() == null) {
            return List.of();
        }
        EntityTable file = files.table(attribute.table());
        List<String> values = new ArrayList<>();
        for (int i = 0; i < file.columns().size(); i++) {
            boolean isKey = i == 0 && column.equals(snakeCase);
            if (isKey || column.equals(snakeCase + "_" + file.columns().get(i).toLowerCase(Locale.ROOT))) {
                values.addAll(ofFile(Optional.of(file), i));
            }
        }
        return values;
    }

    private static List<String> ofFile(Optional<EntityTable> file, int column) {
        List<String> values = file.map(table ->
                        table.column(column).stream().distinct().sorted().toList())
                .orElse(List.of());
        return values.size() > MAX_VALUES ? List.of() : values;
    }

    /** The columns of a table with their types, as rows. */
    List<List<Object>> described(Table table) {
        List<List<Object>> rows = new ArrayList<>();
        for (Column column : table.columns()) {
            List<String> names = table.aliases().entrySet().stream()
                    .filter(alias -> alias.getValue().equals(column.name()))
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            rows.add(List.of(column.name(), column.type().toString(), String.join(", ", names)));
        }
        return rows;
    }
}
