package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Map;

/** Columns of each type, and rows of them. */
final class Samples {
    static final List<String> LABELS = List.of("FOOD", "FUEL", "TRAVEL");
    static final List<Column> COLUMNS = List.of(
            Column.of("online", SqlType.BOOLEAN, 0),
            new Column("items", SqlType.INTEGER, 1, 0, 10_000),
            Column.of("account", SqlType.BIGINT, 2),
            new Column("amount", SqlType.numeric(18, 2), 3, -10_000_000, 10_000_000),
            Column.of("ratio", SqlType.DOUBLE, 4),
            Column.of("merchant", SqlType.enumeration(LABELS), 5),
            Column.of("city", SqlType.TEXT, 6),
            Column.of("at", SqlType.TIMESTAMP, 7),
            Column.of("declined", SqlType.BOOLEAN, 8),
            Column.of("delta", SqlType.INTEGER, 9));

    private Samples() {}

    static Bound bind(String text) {
        return new Binder(new NamedColumns(COLUMNS, Map.of())).bind(ExpressionParser.parse(text));
    }

    static Bound condition(String text) {
        return new Binder(new NamedColumns(COLUMNS, Map.of())).condition(ExpressionParser.parse(text));
    }

    /** A row; null is null, and a text is the only object. */
    record Values(Object... values) implements Fields {
        @Override
        public boolean isNull(int column) {
            return values[column] == null;
        }

        @Override
        public long bits(int column) {
            return (Long) values[column];
        }

        @Override
        public String text(int column) {
            return (String) values[column];
        }

        Row row() {
            return index -> FieldsRow.value(this, COLUMNS.get(index));
        }
    }
}
