package dev.aimonflink.clients.shell;

import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityTable;
import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.Names;
import dev.aimonflink.core.sql.MatrixTables;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The words that a statement over one model can have. */
public final class Vocabulary {
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

    /** The index of the key among the columns of the matrix. */
    private static final int KEY = 0;

    /** They are functions inside alone; in a text they stand between their operands. */
    private static final Set<Function> OPERATORS =
            Set.of(Function.LIKE, Function.ILIKE, Function.MATCHES, Function.MATCHES_IGNORING_CASE);

    private final Model model;
    private final EntityTables files;
    private final MatrixTables tables;
    private final LiveValues live;

    /** @param live the values of columns that the model knows none of */
    public Vocabulary(Model model, EntityTables files, MatrixTables tables, LiveValues live) {
        this.model = model;
        this.files = files;
        this.tables = tables;
        this.live = live;
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
                        Arrays.stream(Function.values())
                                .filter(function -> !OPERATORS.contains(function))
                                .map(Function::sqlName),
                        Arrays.stream(AggregateFunction.values()).map(AggregateFunction::sqlName))
                .distinct()
                .sorted()
                .map(name -> name + "(")
                .toList();
    }

    /** The values that a column can have: of an enumeration, of a table's column, or of a text what the matrix has now. */
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
            List<String> ofModel = valuesOfModel(column);
            // As many keys as entities are no help.
            boolean isAsked = ofModel.isEmpty() && column.type().is(SqlType.Kind.TEXT) && column.index() != KEY;
            return isAsked ? live.of(table.name(), column.name()) : ofModel;
        }
        return ofFile(
                files.names().stream()
                        .filter(name -> Names.folded(name).equals(table.name()))
                        .map(files::table)
                        .findFirst(),
                column.index());
    }

    private List<String> valuesOfModel(Column column) {
        return model.entity().attributes().stream()
                .flatMap(attribute -> valuesOf(attribute, column.name()).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Of the attribute itself, or of a column of its table that the model lists. */
    private List<String> valuesOf(Attribute attribute, String column) {
        String snakeCase = Names.snakeCase(attribute.name());
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
            if (isKey
                    || column.equals(
                            snakeCase + "_" + Names.folded(file.columns().get(i)))) {
                values.addAll(ofFile(Optional.of(file), i));
            }
        }
        return values;
    }

    private static List<String> ofFile(Optional<EntityTable> file, int column) {
        List<String> values = file.map(table ->
                        table.column(column).stream().distinct().sorted().toList())
                .orElse(List.of());
        return values.size() > LiveValues.MAX_VALUES ? List.of() : values;
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
