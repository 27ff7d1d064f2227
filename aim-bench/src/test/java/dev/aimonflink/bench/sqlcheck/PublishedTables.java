package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.rows.Relations;
import dev.aimonflink.sql.rows.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of a file. Our SQL only reads, so the few statements that make them are understood here. */
final class PublishedTables implements Tables, Relations {
    private static final Pattern CREATE =
            Pattern.compile("CREATE TABLE (\\w+)\\s*\\((.*)\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern INSERT = Pattern.compile(
            "INSERT INTO (\\w+)\\s*(?:\\(([^)]*)\\))?\\s*VALUES\\s*\\((.*)\\)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final Map<String, Table> tables = new HashMap<>();
    private final Map<String, List<Row>> rows = new HashMap<>();

    /** Returns whether the statement was understood. */
    boolean execute(String statement) {
        Matcher create = CREATE.matcher(statement.strip());
        if (create.matches()) {
            create(create.group(1), create.group(2));
            return true;
        }
        Matcher insert = INSERT.matcher(statement.strip());
        if (insert.matches()) {
            insert(tables.get(insert.group(1).toLowerCase(Locale.ROOT)), insert.group(2), insert.group(3));
            return true;
        }
        return statement.strip().toUpperCase(Locale.ROOT).startsWith("CREATE INDEX")
                || statement.strip().toUpperCase(Locale.ROOT).startsWith("CREATE UNIQUE INDEX");
    }

    private void create(String name, String definitions) {
        List<Column> columns = new ArrayList<>();
        for (String definition : definitions.split(",")) {
            String[] words = definition.strip().split("\\s+");
            columns.add(Column.of(words[0].toLowerCase(Locale.ROOT), type(words[1]), columns.size()));
        }
        String lower = name.toLowerCase(Locale.ROOT);
        tables.put(lower, new Table(lower, columns, Map.of()));
        rows.put(lower, new ArrayList<>());
    }

    private static SqlType type(String name) {
        return switch (name.toUpperCase(Locale.ROOT).replaceAll("\\(.*", "")) {
            case "INTEGER", "INT" -> SqlType.INTEGER;
            case "FLOAT", "REAL", "DOUBLE" -> SqlType.DOUBLE;
            default -> SqlType.TEXT;
        };
    }

    private void insert(Table table, String named, String values) {
        List<String> names = named == null
                ? table.columns().stream().map(Column::name).toList()
                : Arrays.stream(named.split(",")).map(String::strip).toList();
        String[] given = values.split(",");
        Object[] row = new Object[table.columns().size()];
        for (int i = 0; i < given.length; i++) {
            String name = names.get(i).toLowerCase(Locale.ROOT);
            Column column = table.columns().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            row[column.index()] = value(given[i].strip(), column.type());
        }
        rows.get(table.name()).add(Row.of(row));
    }

    private static Object value(String text, SqlType type) {
        if (text.equalsIgnoreCase("NULL")) {
            return null;
        }
        return switch (type.kind()) {
            case INTEGER -> (Object) Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            default -> text.substring(1, text.length() - 1);
        };
    }

    @Override
    public Optional<Table> find(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    @Override
    public Collection<String> names() {
        return tables.keySet();
    }

    @Override
    public Iterable<Row> rows(Table table) {
        return rows.get(table.name());
    }
}
