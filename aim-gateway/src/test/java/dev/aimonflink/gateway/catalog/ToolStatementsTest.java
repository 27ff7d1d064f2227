package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.relation.statement.FixedSurroundings;
import dev.aimonflink.gateway.relation.statement.TwoServers;
import dev.aimonflink.gateway.type.PgType;
import dev.aimonflink.query.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tools ask the catalogs is answered as PostgreSQL answers it of the same tables. */
class ToolStatementsTest {
    private static final PgCatalog CATALOG = MatrixCatalog.catalog();
    private static final Surroundings SURROUNDINGS = new FixedSurroundings();

    /** They are about sizes, privileges, types and databases that differ. */
    private static final List<String> OF_ANOTHER_SERVER = List.of(
            "psql \\dt+",
            "psql \\l",
            "psql \\du",
            "pgjdbc getTypeInfo",
            "pgjdbc getCatalogs",
            "DBeaver: the schemas",
            "DBeaver: the types",
            "SQLAlchemy at the first connection",
            "Metabase: the privileges",
            "Npgsql: the types");

    private static PostgresServer server;
    private static Connection connection;
    private static long tableOfPostgres;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        connection = server.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute(MatrixCatalog.TABLES);
            try (ResultSet row = statement.executeQuery("SELECT 'matrix'::regclass::oid::int8")) {
                row.next();
                tableOfPostgres = row.getLong(1);
            }
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static long ownTable() {
        return CATALOG.oidOf(PgType.REGCLASS, "matrix").orElseThrow();
    }

    @Test
    void shouldAnswerWhatToolsAsk() {
        SoftAssertions softly = new SoftAssertions();
        for (ToolStatements.Captured captured : ToolStatements.all()) {
            softly.assertThatCode(() -> {
                        var statement = TwoServers.statement(CATALOG, captured.of(ownTable()));
                        statement.run(
                                SURROUNDINGS,
                                Collections.nCopies(statement.parameters().size(), null));
                    })
                    .as(captured.name())
                    .doesNotThrowAnyException();
        }
        softly.assertAll();
    }

    @Test
    void shouldAnswerLikePostgres() {
        SoftAssertions softly = new SoftAssertions();
        for (ToolStatements.Captured captured : ToolStatements.all()) {
            if (!captured.hasParameters() && !OF_ANOTHER_SERVER.contains(captured.name())) {
                List<String> expected = TwoServers.postgres(connection, captured.of(tableOfPostgres));
                softly.assertThat(TwoServers.own(CATALOG, SURROUNDINGS, captured.of(ownTable())))
                        .as(captured.name())
                        .isEqualTo(expected.stream()
                                .map(row -> row.replace("[" + tableOfPostgres + ",", "[" + ownTable() + ","))
                                .toList());
            }
        }
        softly.assertAll();
    }
}
