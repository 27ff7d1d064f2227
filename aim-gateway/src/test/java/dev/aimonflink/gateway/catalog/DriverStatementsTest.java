package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.FixedSurroundings;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.relation.TwoServers;
import dev.aimonflink.query.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the driver for Java asks the catalogs for its metadata, taken from its log, is answered as PostgreSQL answers it. */
class DriverStatementsTest {
    private static final Logger LOG = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");
    private static final Pattern PARSE = Pattern.compile("FE=> Parse\\(.*?query=\"(.*)\",oids", Pattern.DOTALL);
    private static final Pattern VALUE = Pattern.compile("\\$([0-9]+)=<\\(('.*?')\\)>");
    private static final PgCatalog CATALOG = MatrixCatalog.catalog();
    private static final Surroundings SURROUNDINGS = new FixedSurroundings();

    /** A question for metadata. */
    @FunctionalInterface
    private interface Question {
        ResultSet ask(DatabaseMetaData metadata) throws SQLException;
    }

    private static final List<Question> OF_TABLES = List.of(
            DatabaseMetaData::getTableTypes,
            metadata -> metadata.getTables(null, "public", "%", null),
            metadata -> metadata.getTables(null, null, "matrix", new String[] {"TABLE", "VIEW"}),
            metadata -> metadata.getTables("postgres", "aim", "%", new String[] {"VIEW"}),
            metadata -> metadata.getColumns(null, "public", "%", null),
            metadata -> metadata.getColumns(null, null, "matrix", "c%"),
            metadata -> metadata.getPrimaryKeys(null, "public", "matrix"),
            metadata -> metadata.getPrimaryKeys(null, null, "region"),
            metadata -> metadata.getImportedKeys(null, "public", "matrix"),
            metadata -> metadata.getExportedKeys(null, "public", "matrix"),
            metadata -> metadata.getIndexInfo(null, "public", "matrix", false, true),
            metadata -> metadata.getBestRowIdentifier(null, "public", "matrix", DatabaseMetaData.bestRowSession, true),
            metadata -> metadata.getFunctions(null, "public", "%"),
            metadata -> metadata.getFunctionColumns(null, "public", "%", "%"),
            metadata -> metadata.getProcedures(null, "public", "%"));

    private static final List<Question> OF_SERVER = List.of(
            DatabaseMetaData::getSchemas,
            metadata -> metadata.getUDTs(null, null, "%", null),
            DatabaseMetaData::getCatalogs,
            DatabaseMetaData::getTypeInfo,
            DatabaseMetaData::getClientInfoProperties,
            metadata -> metadata.getSchemas(null, "p%"),
            metadata -> metadata.getColumns(null, "pg_catalog", "pg_class", null),
            metadata -> metadata.getTablePrivileges(null, "public", "matrix"),
            metadata -> metadata.getColumnPrivileges(null, "public", "matrix", "%"));

    /** The statements that the driver sends to answer. */
    private static List<String> sent(Connection connection, List<Question> questions) throws SQLException {
        List<String> statements = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                Matcher parse = PARSE.matcher(entry.getMessage());
                if (parse.find()) {
                    statements.add(parse.group(1));
                }
                if (entry.getMessage().contains("FE=> Bind")) {
                    String statement = statements.remove(statements.size() - 1);
                    statements.add(withValues(statement, entry.getMessage()));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Level before = LOG.getLevel();
        LOG.setLevel(Level.FINEST);
        LOG.setUseParentHandlers(false);
        LOG.addHandler(handler);
        try {
            for (Question question : questions) {
                question.ask(connection.getMetaData()).close();
            }
            connection.getMetaData().getSQLKeywords();
        } finally {
            LOG.removeHandler(handler);
            LOG.setUseParentHandlers(true);
            LOG.setLevel(before);
        }
        return statements.stream()
                .filter(statement -> statement.stripLeading().regionMatches(true, 0, "select", 0, 6)
                        // By the number of a function of the other server.
                        && !statement.contains("$1")
                        // The parser reads it as another name of current_database().
                        && !statement.contains("current_catalog"))
                .distinct()
                .toList();
    }

    /** The statement with the values of its parameters, which are all texts, in their places. */
    private static String withValues(String statement, String bind) {
        return VALUE.matcher(bind)
                .results()
                .sorted(Comparator.comparing(value -> -Integer.parseInt(value.group(1))))
                .reduce(
                        statement,
                        (text, value) -> text.replace("$" + value.group(1), value.group(2) + "::varchar"),
                        (first, second) -> second);
    }

    @Test
    void shouldAnswerLikePostgres() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(MatrixCatalog.TABLES);
            }
            List<String> ofTables = sent(connection, OF_TABLES);
            assertThat(ofTables).hasSizeGreaterThan(10);
            SoftAssertions softly = new SoftAssertions();
            for (String statement : ofTables) {
                softly.assertThat(numbersHidden(TwoServers.own(CATALOG, SURROUNDINGS, statement)))
                        .as(statement)
                        .isEqualTo(numbersHidden(TwoServers.postgres(connection, statement)));
            }
            for (String statement : sent(connection, OF_SERVER)) {
                softly.assertThat(TwoServers.own(CATALOG, SURROUNDINGS, statement))
                        .as(statement)
                        .first()
                        .asString()
                        .startsWith("[");
            }
            softly.assertAll();
        }
    }

    /** Both servers number what they were given from 16384 on, but not in the same order. */
    private static List<String> numbersHidden(List<String> answer) {
        return answer.stream().map(row -> row.replaceAll("163[89][0-9]", "#")).toList();
    }
}
