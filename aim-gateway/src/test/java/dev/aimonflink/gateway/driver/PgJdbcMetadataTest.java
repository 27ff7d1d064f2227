package dev.aimonflink.gateway.driver;

import dev.aimonflink.query.postgres.PostgresServer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What releases of pgjdbc say of the tables: the same as of tables of PostgreSQL 18 that are declared alike. */
class PgJdbcMetadataTest {
    private static final Path JARS = Program.DRIVERS.resolve("jdbc");
    private static final String TABLE = "subscribers";

    /** Estimates, which PostgreSQL has of tables that it stores. */
    private static final Set<String> ESTIMATES = Set.of("CARDINALITY", "PAGES");

    /** The names of databases differ. */
    private static final Set<String> DATABASES = Set.of("TABLE_CAT", "TABLE_CATALOG");

    private static TestGateway gateway;
    private static PostgresServer postgres;
    private static String theirUrl;

    @BeforeAll
    static void start() throws Exception {
        gateway = TestGateway.start();
        postgres = PostgresServer.start();
        try (Connection theirs = postgres.connect();
                Loaded newest = Loaded.of(newest());
                Connection ours = newest.connect(gateway.url(), "ada")) {
            theirUrl = theirs.getMetaData().getURL();
            declare(ours, theirs);
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
        postgres.close();
    }

    private static String newest() {
        return org.postgresql.util.DriverInfo.DRIVER_VERSION;
    }

    /** A release of the driver, without the classes of any other. */
    private record Loaded(URLClassLoader classes, Driver driver) implements AutoCloseable {
        static Loaded of(String version) throws Exception {
            Path jar = JARS.resolve("postgresql-" + version + ".jar");
            assertThat(Files.exists(jar)).as(jar + " is copied by Maven").isTrue();
            URLClassLoader classes =
                    new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            Class<?> driver = Class.forName("org.postgresql.Driver", true, classes);
            return new Loaded(classes, (Driver) driver.getDeclaredConstructor().newInstance());
        }

        Connection connect(String url, String user) throws SQLException {
            Properties properties = new Properties();
            properties.setProperty("user", user);
            properties.setProperty("password", "postgres");
            return driver.connect(url, properties);
        }

        @Override
        public void close() throws IOException {
            classes.close();
        }
    }

    /** Makes the tables of the matrix in PostgreSQL. */
    private static void declare(Connection ours, Connection theirs) throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        List<String> comments = new ArrayList<>();
        String declared = "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,"
                + " col_description(c.oid, a.attnum), obj_description(c.oid, 'pg_class') FROM pg_class c"
                + " JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid"
                + " WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 ORDER BY c.relname, a.attnum";
        try (Statement statement = ours.createStatement();
                ResultSet rows = statement.executeQuery(declared)) {
            while (rows.next()) {
                String table = rows.getString(1);
                String column = '"' + rows.getString(2) + '"';
                columns.computeIfAbsent(table, name -> new ArrayList<>())
                        .add(column + " " + rows.getString(3) + (rows.getBoolean(4) ? " NOT NULL" : ""));
                addComment(comments, "COLUMN " + table + "." + column, rows.getString(5));
                addComment(comments, "TABLE " + table, rows.getString(6));
            }
        }
        try (Statement statement = theirs.createStatement()) {
            for (Map.Entry<String, List<String>> table : columns.entrySet()) {
                String keys = rows(ours.getMetaData().getPrimaryKeys(null, "public", table.getKey())).stream()
                        .map(key -> ", PRIMARY KEY (\"" + key.get("COLUMN_NAME") + "\")")
                        .collect(Collectors.joining());
                statement.execute(
                        "CREATE TABLE " + table.getKey() + " (" + String.join(", ", table.getValue()) + keys + ")");
            }
            for (String comment : comments) {
                statement.execute(comment);
            }
        }
    }

    private static void addComment(List<String> comments, String of, String comment) {
        if (comment != null) {
            comments.add("COMMENT ON " + of + " IS '" + comment.replace("'", "''") + "'");
        }
    }

    private static List<Map<String, String>> rows(ResultSet rows) throws SQLException {
        try (rows) {
            List<Map<String, String>> all = new ArrayList<>();
            ResultSetMetaData columns = rows.getMetaData();
            while (rows.next()) {
                // Releases differ in the case of names.
                Map<String, String> row = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String name = columns.getColumnLabel(i).toUpperCase(Locale.ROOT);
                    if (!ESTIMATES.contains(name) && !DATABASES.contains(name)) {
                        row.put(columns.getColumnLabel(i), rows.getString(i));
                    }
                }
                all.add(row);
            }
            return all;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"42.2.29", "42.7.10"})
    void shouldDescribeTables(String version) throws Exception {
        check(version);
    }

    @Tag("campaign")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "42.2.0", "42.2.5", "42.2.19", "42.3.10", "42.4.5", "42.5.6", "42.6.2", "42.7.0", "42.7.3", "42.7.8"
            })
    void shouldDescribeTablesForReleasesBetween(String version) throws Exception {
        check(version);
    }

    private static void check(String version) throws Exception {
        SoftAssertions all = new SoftAssertions();
        try (Loaded loaded = Loaded.of(version);
                Connection ours = loaded.connect(gateway.url(), "ada");
                Connection theirs = loaded.connect(theirUrl, "postgres")) {
            assertThat(ours.getMetaData().getDriverVersion()).contains(version);
            checkResults(all, ours.getMetaData(), theirs.getMetaData());
            for (Method method : DatabaseMetaData.class.getMethods()) {
                for (String table : new String[] {null, TABLE}) {
                    String wanted = called(method, theirs.getMetaData(), table);
                    all.assertThat(called(method, ours.getMetaData(), table))
                            .as(version + " " + method + " of " + table)
                            .isEqualTo(wanted);
                }
            }
        }
        all.assertAll();
    }

    /** "called", or the SQLSTATE with which it failed: drivers lack some methods, and refuse some arguments. */
    private static String called(Method method, DatabaseMetaData of, String table) throws IllegalAccessException {
        Object[] arguments = new Object[method.getParameterCount()];
        int strings = 0;
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == int.class) {
                arguments[i] = 1;
            } else if (type == boolean.class) {
                arguments[i] = false;
            } else if (type == Class.class) {
                arguments[i] = Object.class;
            } else if (type == String.class) {
                // Catalog, schema, table, and what it has.
                strings++;
                arguments[i] = table == null || strings % 3 == 1 ? null : strings % 3 == 2 ? "public" : table;
            }
        }
        try {
            Object result = method.invoke(of, arguments);
            if (result instanceof ResultSet found) {
                rows(found);
            }
            return "called";
        } catch (InvocationTargetException failed) {
            Throwable cause = failed.getCause();
            return cause instanceof SQLException sql && sql.getSQLState() != null
                    ? sql.getSQLState()
                    : cause.getClass().getName();
        } catch (SQLException unread) {
            return "unread " + unread;
        }
    }

    private static void checkResults(SoftAssertions all, DatabaseMetaData ours, DatabaseMetaData theirs)
            throws SQLException {
        assertThat(rows(ours.getTables(null, "public", "%", new String[] {"TABLE"})))
                .hasSizeGreaterThan(1);
        all.assertThat(rows(ours.getTables(null, "public", "%", new String[] {"TABLE"})))
                .as("tables")
                .isEqualTo(rows(theirs.getTables(null, "public", "%", new String[] {"TABLE"})));
        all.assertThat(rows(ours.getTableTypes())).as("types of tables").isEqualTo(rows(theirs.getTableTypes()));
        for (Map<String, String> table : rows(theirs.getTables(null, "public", "%", new String[] {"TABLE"}))) {
            String name = table.get("TABLE_NAME");
            assertSame(
                    all,
                    "columns of " + name,
                    ours.getColumns(null, "public", name, "%"),
                    theirs.getColumns(null, "public", name, "%"));
            assertSame(
                    all,
                    "key of " + name,
                    ours.getPrimaryKeys(null, "public", name),
                    theirs.getPrimaryKeys(null, "public", name));
            assertSame(
                    all,
                    "indexes of " + name,
                    ours.getIndexInfo(null, "public", name, false, true),
                    theirs.getIndexInfo(null, "public", name, false, true));
            assertSame(
                    all,
                    "rows of " + name,
                    ours.getBestRowIdentifier(null, "public", name, DatabaseMetaData.bestRowSession, true),
                    theirs.getBestRowIdentifier(null, "public", name, DatabaseMetaData.bestRowSession, true));
        }
        List<Map<String, String>> types = rows(ours.getTypeInfo());
        all.assertThat(types).hasSizeGreaterThan(20);
        types.removeAll(rows(theirs.getTypeInfo()));
        all.assertThat(types).as("types that are others in PostgreSQL").isEmpty();
    }

    /** Names what differs alone: tables have hundreds of columns. */
    private static void assertSame(SoftAssertions all, String what, ResultSet ours, ResultSet theirs)
            throws SQLException {
        List<Map<String, String>> got = rows(ours);
        List<Map<String, String>> wanted = rows(theirs);
        List<Map<String, String>> more = new ArrayList<>(got);
        more.removeAll(wanted);
        List<Map<String, String>> missing = new ArrayList<>(wanted);
        missing.removeAll(got);
        all.assertThat(more).as(what + ", where PostgreSQL has " + missing).isEmpty();
        all.assertThat(got).as(what).hasSameSizeAs(wanted);
    }
}
