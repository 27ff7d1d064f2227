package dev.aimonflink.query.sqllogic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables that the statements of a file make. Their columns are 32-bit numbers or texts, and may be null. Indexes are left out. */
public final class LogicTables {
    /** Of all tables together: tests have some dozens, or a thousand. */
    static final int MAX_ROWS = 10_000;

    private static final String NAME = "([A-Za-z_][A-Za-z0-9_]*)";
    private static final Pattern CREATE = Pattern.compile("CREATE TABLE " + NAME + " ?\\((.+)\\)");
    private static final Pattern COLUMN =
            Pattern.compile(NAME + " (?:INTEGER|(?<text>VARCHAR\\(\\d+\\)))(?: PRIMARY KEY)?");
    private static final Pattern INDEX = Pattern.compile("CREATE (?:UNIQUE )?INDEX .+");
    private static final Pattern INSERT =
            Pattern.compile("INSERT INTO " + NAME + " ?(?:\\((.+)\\) ?)?VALUES ?\\((.+)\\)");
    private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*");

    private final Map<String, Contents> tables = new LinkedHashMap<>();
    private int rows;

    /** @param name in lower case */
    public record Column(String name, boolean isText) {}

    /**
     * A table.
     *
     * @param rows with a value for each column, which is a long or a text; null for null
     */
    public record Contents(String name, List<Column> columns, List<Object[]> rows) {
        /** Where a column is; below 0 if it is not there. */
        int indexOf(String column) {
            return columns.stream().map(Column::name).toList().indexOf(column);
        }
    }

    public List<Contents> all() {
        return List.copyOf(tables.values());
    }

    /** @throws IllegalArgumentException if it is no statement that makes or fills a table of whole numbers and texts */
    public void run(String statement) {
        String text = statement.trim().replaceAll("\\s+", " ");
        Matcher create = CREATE.matcher(text);
        Matcher insert = INSERT.matcher(text);
        if (INDEX.matcher(text).matches()) {
            return;
        }
        if (create.matches()) {
            create(folded(create.group(1)), create.group(2));
        } else if (insert.matches()) {
            insert(contents(folded(insert.group(1))), insert.group(2), insert.group(3));
        } else {
            throw new IllegalArgumentException("The statement is neither CREATE TABLE nor INSERT INTO ... VALUES"
                    + " of one row: " + statement + ". Leave its file out.");
        }
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void create(String name, String written) {
        List<Column> columns = new ArrayList<>();
        for (String each : SEPARATOR.split(written.trim())) {
            Matcher column = COLUMN.matcher(each);
            if (!column.matches()) {
                throw new IllegalArgumentException("column=" + each + " of table=" + name
                        + " is neither INTEGER nor VARCHAR(n). Leave its file out.");
            }
            columns.add(new Column(folded(column.group(1)), column.group("text") != null));
        }
        if (tables.putIfAbsent(name, new Contents(name, List.copyOf(columns), new ArrayList<>())) != null) {
            throw new IllegalArgumentException("table=" + name + " is there already. Give one another name.");
        }
    }

    private Contents contents(String name) {
        Contents contents = tables.get(name);
        if (contents == null) {
            throw new IllegalArgumentException("table=" + name + " is not there. Create it first.");
        }
        return contents;
    }

    private void insert(Contents table, String writtenColumns, String writtenValues) {
        List<String> columns = writtenColumns == null
                ? table.columns().stream().map(Column::name).toList()
                : Arrays.stream(SEPARATOR.split(writtenColumns.trim()))
                        .map(LogicTables::folded)
                        .toList();
        String[] values = SEPARATOR.split(writtenValues.trim());
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("INSERT INTO " + table.name() + " has columns=" + columns.size()
                    + " and values=" + values.length + ". Write as many of each.");
        }
        if (++rows > MAX_ROWS) {
            throw new IllegalArgumentException(
                    "The tables have more than rows=" + MAX_ROWS + " together. Leave the file out.");
        }
        Object[] row = new Object[table.columns().size()];
        for (int i = 0; i < values.length; i++) {
            int column = table.indexOf(columns.get(i));
            if (column < 0) {
                throw new IllegalArgumentException(
                        "table=" + table.name() + " has no column=" + columns.get(i) + ". Create it there.");
            }
            row[column] = value(values[i], table.columns().get(column).isText());
        }
        table.rows().add(row);
    }

    private static Object value(String written, boolean isText) {
        if (written.equalsIgnoreCase("null")) {
            return null;
        }
        return isText ? written.substring(1, written.length() - 1) : Long.valueOf(Integer.parseInt(written));
    }
}
