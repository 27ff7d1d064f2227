package dev.aimonflink.sql.text;

import java.util.List;
import java.util.stream.Collectors;

/** Shows a statement as SQL, with parentheses around each part that could have them. */
final class ShownStatement {
    private ShownStatement() {}

    static String of(List<Statement> statements) {
        return statements.stream().map(ShownStatement::of).collect(Collectors.joining("; "));
    }

    static String of(Statement statement) {
        if (statement instanceof Statement.Ask ask) {
            return of(ask.query());
        } else if (statement instanceof Statement.Explain explain) {
            return "EXPLAIN (ANALYZE " + (explain.isAnalyzed() ? "ON" : "OFF") + ", FORMAT " + explain.format() + ") "
                    + of(explain.query());
        } else {
            Statement.Session session = (Statement.Session) statement;
            return session.command()
                    + session.arguments().stream()
                            .map(token -> " " + token.kind() + ":" + token.text())
                            .collect(Collectors.joining());
        }
    }

    static String of(QueryExpression query) {
        String with = query.with().stream()
                .map(table -> Shown.name(table.name()) + columns(table.columns()) + " AS (" + of(table.query()) + ")")
                .collect(Collectors.joining(", "));
        String body = query.body() instanceof QueryExpression inner ? "(" + of(inner) + ")" : of(query.body());
        return (with.isEmpty() ? "" : "WITH " + with + " ")
                + body
                + (query.order().isEmpty() ? "" : " " + order(query.order()))
                + (query.limit() == null ? "" : " LIMIT " + Shown.of(query.limit()))
                + (query.offset() == null ? "" : " OFFSET " + Shown.of(query.offset()));
    }

    private static String of(QueryBody body) {
        if (body instanceof QueryExpression query) {
            return of(query);
        } else if (body instanceof QueryBody.Values values) {
            return values.rows().stream()
                    .map(row -> "(" + Shown.list(row) + ")")
                    .collect(Collectors.joining(", ", "VALUES ", ""));
        } else if (body instanceof QueryBody.SetOperation operation) {
            return "(" + of(operation.left()) + ") " + operation.kind() + (operation.isAll() ? " ALL (" : " (")
                    + of(operation.right()) + ")";
        } else {
            return select((QueryBody.Select) body);
        }
    }

    private static String select(QueryBody.Select select) {
        return (select.isDistinct() ? "SELECT DISTINCT " : "SELECT ")
                + (select.distinctOn().isEmpty() ? "" : "DISTINCT ON (" + Shown.list(select.distinctOn()) + ") ")
                + select.items().stream().map(ShownStatement::item).collect(Collectors.joining(", "))
                + (select.from().isEmpty()
                        ? ""
                        : select.from().stream()
                                .map(ShownStatement::from)
                                .collect(Collectors.joining(", ", " FROM ", "")))
                + (select.where() == null ? "" : " WHERE " + Shown.of(select.where()))
                + (select.groups().isEmpty() ? "" : " GROUP BY " + Shown.list(select.groups()))
                + (select.having() == null ? "" : " HAVING " + Shown.of(select.having()))
                + windows(select.windows());
    }

    private static String item(SelectItem item) {
        if (item instanceof SelectItem.AllColumns all) {
            return all.table().isEmpty() ? "*" : Shown.names(all.table(), ".") + ".*";
        }
        SelectItem.Value value = (SelectItem.Value) item;
        return Shown.of(value.expression()) + (value.alias() == null ? "" : " AS " + Shown.name(value.alias()));
    }

    private static String from(FromItem item) {
        if (item instanceof FromItem.Table table) {
            return Shown.names(table.name(), ".") + alias(table.alias());
        } else if (item instanceof FromItem.Derived derived) {
            return (derived.isLateral() ? "LATERAL (" : "(") + of(derived.query()) + ")" + alias(derived.alias());
        } else if (item instanceof FromItem.Function function) {
            String calls = function.calls().stream().map(Shown::of).collect(Collectors.joining(", "));
            return (function.calls().size() == 1 ? calls : "ROWS FROM (" + calls + ")")
                    + (function.hasOrdinality() ? " WITH ORDINALITY" : "")
                    + alias(function.alias());
        } else {
            FromItem.Join join = (FromItem.Join) item;
            return "(" + from(join.left()) + (join.isNatural() ? " NATURAL " : " ") + join.kind() + " JOIN "
                    + from(join.right())
                    + (join.condition() == null ? "" : " ON " + Shown.of(join.condition()))
                    + (join.using().isEmpty() ? "" : " USING" + columns(join.using())) + ")";
        }
    }

    private static String alias(FromItem.Alias alias) {
        return alias == null ? "" : " AS " + Shown.name(alias.name()) + columns(alias.columns());
    }

    private static String columns(List<String> columns) {
        return columns.isEmpty() ? "" : " (" + Shown.names(columns, ", ") + ")";
    }

    static String order(List<SortKey> keys) {
        return keys.stream()
                .map(key -> Shown.of(key.value())
                        + (key.isDescending() ? " DESC" : "")
                        + (key.nullsFirst() == key.isDescending()
                                ? ""
                                : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
                .collect(Collectors.joining(", ", "ORDER BY ", ""));
    }

    private static String windows(List<QueryBody.NamedWindow> windows) {
        return windows.isEmpty()
                ? ""
                : windows.stream()
                        .map(each -> Shown.name(each.name()) + " AS " + Shown.of(each.window()))
                        .collect(Collectors.joining(", ", " WINDOW ", ""));
    }
}
