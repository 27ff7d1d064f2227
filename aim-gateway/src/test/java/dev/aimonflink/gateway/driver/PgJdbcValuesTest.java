package dev.aimonflink.gateway.driver;

import dev.aimonflink.query.postgres.PostgresServer;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that pgjdbc reads and sends, as texts and in binary: as from PostgreSQL. */
class PgJdbcValuesTest {
    /** More than a statement is run before the driver prepares it, and then wants binary values. */
    private static final int RUNS = 7;

    /** Of each type, one value. */
    private static final Map<String, String> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("bool", "true");
        VALUES.put("int2", "-32768");
        VALUES.put("int4", "2147483647");
        VALUES.put("int8", "-9223372036854775808");
        VALUES.put("float4", "1.5");
        VALUES.put("float8", "-0.1");
        VALUES.put("numeric", "123456789012345678901234567890.0987654321");
        VALUES.put("text", "Zürich, 'quoted' \uD83D\uDE00");
        VALUES.put("varchar", "abc");
        VALUES.put("bpchar", "abc");
        VALUES.put("name", "subscribers");
        VALUES.put("\"char\"", "r");
        VALUES.put("oid", "4294967295");
        VALUES.put("date", "2026-11-18");
        VALUES.put("timestamp", "2026-11-18 12:00:00.123456");
        VALUES.put("timestamptz", "2026-11-18 12:00:00.5+01");
        VALUES.put("interval", "1 day 02:03:04.5");
        VALUES.put("bytea", "\\x00ff10");
        VALUES.put("json", "{\"a\": [1, null]}");
        VALUES.put("bool[]", "{t,f,NULL}");
        VALUES.put("int2[]", "{1,-2}");
        VALUES.put("int4[]", "{1,NULL,3}");
        VALUES.put("int8[]", "{}");
        VALUES.put("float8[]", "{0.5,NaN}");
        VALUES.put("numeric[]", "{1.50,2}");
        VALUES.put("text[]", "{a,\"b \\\" c\",NULL,\"NULL\"}");
        VALUES.put("timestamptz[]", "{\"2026-11-18 12:00:00+00\"}");
    }

    private static PostgresServer postgres;
    private static TestGateway gateway;
    private static String theirUrl;

    @BeforeAll
    static void start() throws SQLException {
        gateway = TestGateway.start();
        postgres = PostgresServer.start();
        try (Connection connection = postgres.connect()) {
            theirUrl = connection.getMetaData().getURL();
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
        postgres.close();
    }

    /** Binds parameters, from the first on. */
    private interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(gateway.url() + "?user=ada" + options);
    }

    private static Connection connectToTheirs(String options) throws SQLException {
        return DriverManager.getConnection(
                theirUrl + (theirUrl.contains("?") ? "" : "?") + options, "postgres", "postgres");
    }

    /** What a client sees of the last of some runs: columns and values, or the error. */
    private static List<String> seen(Connection connection, String sql, int runs, Binding binding) {
        List<String> seen = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int run = 0; run < runs; run++) {
                seen.clear();
                binding.bind(statement);
                try (ResultSet rows = statement.executeQuery()) {
                    ResultSetMetaData columns = rows.getMetaData();
                    addColumns(seen, columns);
                    while (rows.next()) {
                        for (int i = 1; i <= columns.getColumnCount(); i++) {
                            seen.add(shown(rows.getObject(i)));
                            if (!columns.getColumnTypeName(i).equals("bytea")) {
                                seen.add(rows.getString(i));
                            }
                        }
                    }
                }
            }
        } catch (SQLException failure) {
            seen.add(failure.getSQLState());
        }
        return seen;
    }

    private static void addColumns(List<String> seen, ResultSetMetaData columns) throws SQLException {
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            seen.add(columns.getColumnLabel(i) + " " + columns.getColumnTypeName(i) + " " + columns.getColumnType(i)
                    + " " + columns.getColumnClassName(i) + " (" + columns.getPrecision(i) + ", " + columns.getScale(i)
                    + ") of " + columns.getColumnDisplaySize(i));
        }
    }

    private static String shown(Object value) throws SQLException {
        if (value instanceof Array array) {
            return array.getBaseTypeName() + Arrays.deepToString((Object[]) array.getArray());
        }
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&prepareThreshold=1",
                "&prepareThreshold=-1",
                "&binaryTransfer=false&prepareThreshold=1",
                "&preferQueryMode=simple",
                "&preferQueryMode=extendedForPrepared",
                "&preferQueryMode=extendedCacheEverything"
            })
    void shouldReadValuesOfAllTypes(String options) throws SQLException {
        SoftAssertions all = new SoftAssertions();
        try (Connection ours = connect(options);
                Connection theirs = connectToTheirs(options)) {
            for (Map.Entry<String, String> each : VALUES.entrySet()) {
                String sql = "SELECT '" + each.getValue().replace("'", "''") + "'::" + each.getKey() + " AS v, NULL::"
                        + each.getKey() + " AS n";
                all.assertThat(seen(ours, sql, RUNS, none -> {}))
                        .as(sql)
                        .isEqualTo(seen(theirs, sql, RUNS, none -> {}));
            }
        }
        all.assertAll();
    }

    private static Map<String, Binding> parameters() {
        Map<String, Binding> parameters = new LinkedHashMap<>();
        parameters.put("bool", statement -> statement.setBoolean(1, true));
        parameters.put("int2", statement -> statement.setShort(1, (short) -7));
        parameters.put("int4", statement -> statement.setInt(1, 42));
        parameters.put("int8", statement -> statement.setLong(1, Long.MAX_VALUE));
        parameters.put("float4", statement -> statement.setFloat(1, 1.25f));
        parameters.put("float8", statement -> statement.setDouble(1, Double.NEGATIVE_INFINITY));
        parameters.put("numeric", statement -> statement.setBigDecimal(1, new BigDecimal("-12345.67890")));
        parameters.put("text", statement -> statement.setString(1, "it's"));
        parameters.put("varchar", statement -> statement.setObject(1, "x", Types.VARCHAR));
        parameters.put("date", statement -> statement.setObject(1, LocalDate.of(2026, 11, 18)));
        parameters.put("timestamp", statement -> statement.setObject(1, LocalDateTime.parse("2026-11-18T12:00:00.5")));
        parameters.put(
                "timestamptz", statement -> statement.setObject(1, OffsetDateTime.parse("2026-11-18T12:00:00+02:00")));
        parameters.put(
                "timestamptz ", statement -> statement.setTimestamp(1, Timestamp.valueOf("2026-11-18 12:00:00")));
        parameters.put("date ", statement -> statement.setDate(1, Date.valueOf("2026-11-18")));
        parameters.put("bytea", statement -> statement.setBytes(1, new byte[] {0, -1}));
        parameters.put(
                "int4[]",
                statement -> statement.setArray(
                        1, statement.getConnection().createArrayOf("int4", new Integer[] {1, null, 3})));
        parameters.put(
                "text[]",
                statement -> statement.setArray(
                        1, statement.getConnection().createArrayOf("text", new String[] {"a", null, "b,c"})));
        return parameters;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&prepareThreshold=1",
                "&prepareThreshold=-1",
                "&binaryTransfer=false&prepareThreshold=1",
                "&preferQueryMode=simple",
                "&stringtype=unspecified"
            })
    void shouldSendValuesOfAllTypes(String options) throws SQLException {
        SoftAssertions all = new SoftAssertions();
        try (Connection ours = connect(options);
                Connection theirs = connectToTheirs(options)) {
            for (Map.Entry<String, Binding> each : parameters().entrySet()) {
                String sql = "SELECT ?::" + each.getKey().strip() + " AS v";
                all.assertThat(seen(ours, sql, RUNS, each.getValue()))
                        .as(sql)
                        .isEqualTo(seen(theirs, sql, RUNS, each.getValue()));
            }
            for (int type : new int[] {Types.NULL, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.VARCHAR}) {
                String sql = "SELECT ?::int8 AS v";
                Binding none = statement -> statement.setNull(1, type);
                all.assertThat(seen(ours, sql, RUNS, none))
                        .as("null of " + type)
                        .isEqualTo(seen(theirs, sql, RUNS, none));
            }
        }
        all.assertAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&prepareThreshold=1", "&prepareThreshold=-1", "&preferQueryMode=simple"})
    void shouldAskTheMatrixWithParameters(String options) throws SQLException {
        String sql = "SELECT subscriber_id, number_of_calls_this_day, total_cost_this_day, zip FROM subscribers"
                + " WHERE subscriber_id BETWEEN ? AND ? ORDER BY subscriber_id";
        try (Connection ours = connect(options);
                PreparedStatement statement = ours.prepareStatement(sql)) {
            for (int run = 0; run < RUNS; run++) {
                statement.setLong(1, 2);
                statement.setInt(2, 3 + run);
                try (ResultSet rows = statement.executeQuery()) {
                    for (int subscriber = 2; subscriber <= 3 + run; subscriber++) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getLong(1)).isEqualTo(subscriber);
                        assertThat(rows.getInt(2)).isEqualTo(subscriber);
                        assertThat(rows.getDouble(3)).isEqualTo(1.5 * subscriber);
                        assertThat(rows.getObject(4)).isNull();
                        assertThat(rows.wasNull()).isTrue();
                    }
                    assertThat(rows.next()).isFalse();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&prepareThreshold=-1", "&preferQueryMode=simple"})
    void shouldExchangeArraysDatesAndIntervalsWithTheMatrix(String options) throws SQLException {
        String sql =
                "SELECT array_agg(subscriber_id ORDER BY subscriber_id), array_agg(zip), ?::date + 1, interval '1 month' * 2,"
                        + " 1.5::real, 7::smallint, timestamp '2026-11-18 12:00:00' FROM subscribers"
                        + " WHERE subscriber_id = ANY (?)";
        try (Connection ours = connect(options);
                PreparedStatement statement = ours.prepareStatement(sql)) {
            for (int run = 0; run < RUNS; run++) {
                statement.setObject(1, LocalDate.of(2026, 11, 18));
                statement.setArray(2, ours.createArrayOf("int8", new Long[] {2L, 4L, null, 2L + run}));
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    Long[] found = run == 0 || run == 2
                            ? new Long[] {2L, 4L}
                            : run == 1 ? new Long[] {2L, 3L, 4L} : new Long[] {2L, 4L, 2L + run};
                    assertThat((Object[]) rows.getArray(1).getArray()).isEqualTo(found);
                    assertThat((Object[]) rows.getArray(2).getArray()).containsOnlyNulls();
                    assertThat(rows.getObject(3, LocalDate.class)).isEqualTo(LocalDate.of(2026, 11, 19));
                    assertThat(rows.getString(4)).contains("2 mons");
                    assertThat(rows.getFloat(5)).isEqualTo(1.5f);
                    assertThat(rows.getMetaData().getColumnTypeName(6)).isEqualTo("int2");
                    assertThat(rows.getObject(7, LocalDateTime.class)).isEqualTo("2026-11-18T12:00:00");
                }
            }
        }
    }

    @Test
    void shouldInferTheTypesOfParameters() throws SQLException {
        try (Connection ours = connect("");
                PreparedStatement statement =
                        ours.prepareStatement("SELECT zip FROM subscribers WHERE subscriber_id = ? AND zip < ?")) {
            assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
            assertThat(statement.getParameterMetaData().getParameterTypeName(1)).isEqualTo("int8");
            assertThat(statement.getMetaData().getColumnName(1)).isEqualTo("zip");
        }
    }
}
