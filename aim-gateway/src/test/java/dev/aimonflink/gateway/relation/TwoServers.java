package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Dialect;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.Statement.Ask;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Asks PostgreSQL and relations the same, and writes both answers alike: names and types of the columns, and the rows as texts. */
public final class TwoServers {
    private static final int MAX_STATEMENTS = 1;

    /** There is none. */
    public static final RelationStatement.Job NO_JOB = reads -> {
        throw new AssertionError(reads);
    };

    private TwoServers() {}

    /** The columns, then the rows; of an error, its code. */
    public static List<String> postgres(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData columns = rows.getMetaData();
            List<String> answer = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(columns.getColumnName(i) + " " + columns.getColumnTypeName(i));
            }
            answer.add(names.toString());
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                answer.add(row.toString());
            }
            return answer;
        } catch (SQLException error) {
            return List.of(error.getSQLState());
        }
    }

    /** As above. */
    public static List<String> own(Relations relations, Surroundings surroundings, String sql) {
        return own(relations, surroundings, sql, table -> false);
    }

    /** @param isOfJob which of the relations a job has, that knows no more than the engine */
    static List<String> own(Relations relations, Surroundings surroundings, String sql, Predicate<String> isOfJob) {
        try {
            ConnectionContext environment = new ConnectionContext(relations, surroundings);
            Tables tables = new RelationTables(relations, List.of(), List.of());
            RelationStatement statement = new RelationStatement(
                    bound(sql, tables, new RelationDialect(environment, List.of(), false)),
                    environment,
                    table -> isOfJob.test(table) ? Tables.SCHEMA : null,
                    List.of());
            RelationStatement.Job job = reads -> reads.stream()
                    .map(read -> new RelationStatement(
                                    bound(read.text(), tables, Dialect.PLAIN), environment, table -> null, List.of())
                            .run(List.of(), NO_JOB, StopCheck.NEVER, bytes -> {}))
                    .toList();
            List<String> answer = new ArrayList<>();
            answer.add(statement.columns().stream()
                    .map(column -> column.name() + " " + column.type().typeName())
                    .toList()
                    .toString());
            for (Object[] row : statement.run(List.of(), job, StopCheck.NEVER, bytes -> {})) {
                answer.add(
                        texts(row, statement.columns(), relations, surroundings).toString());
            }
            return answer;
        } catch (SqlException error) {
            return List.of(error.state().code());
        }
    }

    public static RelationStatement statement(Relations relations, Surroundings surroundings, String sql) {
        ConnectionContext environment = new ConnectionContext(relations, surroundings);
        PlannedQuery planned = bound(
                sql,
                new RelationTables(relations, List.of(), List.of()),
                new RelationDialect(environment, List.of(), false));
        return new RelationStatement(planned, environment, table -> null, List.of());
    }

    private static PlannedQuery bound(String sql, Tables tables, Dialect dialect) {
        Ask ask = (Ask) StatementParser.parse(sql, MAX_STATEMENTS).get(0);
        return QueryBinder.bind(ask.query(), tables, dialect);
    }

    private static List<String> texts(
            Object[] row, List<PgColumn> columns, Relations relations, Surroundings surroundings) {
        PgText text = new PgText(surroundings.zone(), relations);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            PgType type = columns.get(i).type();
            texts.add(row[i] == null ? null : text.write(type, row[i]));
        }
        return texts;
    }
}
