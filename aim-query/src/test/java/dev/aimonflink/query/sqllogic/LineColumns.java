package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicTables.Column;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What keeps the values of tables in one matrix, whose entities are lines: each is a row of a table, with the number of its table. A
 * common table in front of each query selects the lines of a table.
 */
public enum LineColumns {
    /** The greatest value of a line's only event; of numbers alone. */
    AGGREGATES("max_relation_this_day", "max_value_%d_this_day"),

    /** The profile of a line. */
    ATTRIBUTES("relation", "value_%d");

    private static final Pattern WITH = Pattern.compile("\\s*WITH\\s+(RECURSIVE\\s)?", Pattern.CASE_INSENSITIVE);

    private final String relationColumn;
    private final String numberColumn;

    LineColumns(String relationColumn, String numberColumn) {
        this.relationColumn = relationColumn;
        this.numberColumn = numberColumn;
    }

    /** A model with room for tables of so many columns of numbers, and of texts. */
    public String model(int numbers, int texts) {
        List<String> lines = new ArrayList<>(List.of(
                "model: sqllogic", "entity: line", "event: insertion", "key: number", "time: timestamp", "fields:"));
        lines.add("  relation: int");
        if (this == AGGREGATES) {
            lines.addAll(each(numbers, "  value_%d: {type: int, optional: true}"));
            lines.addAll(List.of("windows: [1 day]", "aggregates:", "  relation: [max]"));
            lines.addAll(each(numbers, "  value_%d: [max]"));
        } else {
            lines.addAll(
                    List.of("windows: [1 day]", "aggregates:", "  relation: [max]", "attributes:", "  relation: int"));
            lines.addAll(each(numbers, "  value_%d: int"));
            lines.addAll(each(texts, "  text_%d: text"));
        }
        return String.join("\n", lines);
    }

    private static List<String> each(int count, String line) {
        return IntStream.range(0, count).mapToObj(line::formatted).toList();
    }

    /** The values of a row's attributes, for a model with so many columns of numbers. */
    public static Object[] profile(List<Column> columns, Object[] row, int relation, int numbers) {
        List<Integer> places = places(columns);
        Object[] values = new Object[1 + numbers + columns.size()];
        values[0] = (long) relation;
        for (int i = 0; i < row.length; i++) {
            values[1 + places.get(i) + (columns.get(i).isText() ? numbers : 0)] = row[i];
        }
        return values;
    }

    /** The common table that selects the lines of a table. */
    public String selection(Contents table, int relation) {
        List<Integer> places = places(table.columns());
        String columns = IntStream.range(0, places.size())
                .mapToObj(i -> (table.columns().get(i).isText() ? "text_%d" : numberColumn).formatted(places.get(i))
                        + " AS \"" + table.columns().get(i).name() + "\"")
                .collect(Collectors.joining(", "));
        return "%s AS (SELECT %s FROM lines WHERE %s = %d)".formatted(table.name(), columns, relationColumn, relation);
    }

    /** Where each column is among those of its type. */
    private static List<Integer> places(List<Column> columns) {
        int[] used = new int[2];
        return columns.stream().map(column -> used[column.isText() ? 1 : 0]++).toList();
    }

    /** A query behind common tables, which come before those that the text has itself. */
    public static String withTables(List<String> selections, String text) {
        if (selections.isEmpty()) {
            return text;
        }
        String commonTables = String.join(", ", selections);
        Matcher with = WITH.matcher(text);
        return with.lookingAt()
                ? with.group() + commonTables + ", " + text.substring(with.end())
                : "WITH " + commonTables + "\n" + text;
    }
}
