package dev.aimonflink.query.sqllogic;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.rows.TableRows;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.SqlType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers by the row interpreter alone, which reads the tables from memory. */
final class RowsEngine implements LogicEngine, Tables, TableRows {
    private static final EngineLimits LIMITS = new EngineLimits(100_000, 1_000_000, 100_000);

    private final Map<String, Table> tables = new HashMap<>();
    private final Map<String, List<Row>> rows = new HashMap<>();

    RowsEngine(LogicTables contents) {
        for (LogicTables.Contents each : contents.all()) {
            List<Column> columns = new ArrayList<>();
            for (LogicTables.Column column : each.columns()) {
                SqlType type = column.isText() ? SqlType.TEXT : SqlType.INTEGER;
                columns.add(Column.of(column.name(), type, columns.size()));
            }
            tables.put(each.name(), new Table(each.name(), List.copyOf(columns), Map.of()));
            rows.put(each.name(), each.rows().stream().map(Row::of).toList());
        }
    }

    @Override
    public Reply ask(String sql) {
        try {
            List<Statement> statements = StatementParser.parse(sql);
            if (statements.size() != 1 || !(statements.get(0) instanceof Statement.Ask ask)) {
                return Reply.failed(SqlState.NOT_SUPPORTED.code(), "The text is not one query.");
            }
            return Reply.of(RowEngine.run(
                            Simplified.of(QueryBinder.bind(ask.query(), this).withValues(List.of(), now())),
                            this,
                            LIMITS,
                            StopCheck.NEVER)
                    .rows()
                    .stream()
                    .map(Arrays::asList)
                    .toList());
        } catch (SqlException failure) {
            return Reply.failed(failure.state().code(), failure.getMessage());
        }
    }

    static PlannedQuery.Clock now() {
        return PlannedQuery.Clock.of(Instant.now(), ZoneOffset.UTC);
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
