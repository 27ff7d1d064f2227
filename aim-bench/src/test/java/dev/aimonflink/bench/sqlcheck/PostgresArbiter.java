package dev.aimonflink.bench.sqlcheck;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL answers to a query of a file. Its tables are made when the first one is asked. */
final class PostgresArbiter {
    private final Connection connection;
    private final List<String> statements = new ArrayList<>();
    private boolean hasTables;

    PostgresArbiter(Connection connection) {
        this.connection = connection;
    }

    /** Takes a statement that makes or fills a table. */
    void statement(String text) {
        statements.add(text);
        hasTables = false;
    }

    PostgresAnswer ask(String query) {
        try (Statement statement = connection.createStatement()) {
            if (!hasTables) {
                statement.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
                for (String each : statements) {
                    statement.execute(each);
                }
                hasTables = true;
            }
            return PostgresAnswer.ask(statement, query);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL refuses the tables of a file.", e);
        }
    }
}
