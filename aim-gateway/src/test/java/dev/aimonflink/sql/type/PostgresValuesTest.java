package dev.aimonflink.sql.type;

import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts and bytes are those of PostgreSQL. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
class PostgresValuesTest {
    private static final int VALUES = Scale.times(100);

    /** Its signature, flags and the length of nothing. */
    private static final int HEADER_OF_COPY = 19;

    private static PostgresServer server;
    private static Connection connection;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        connection = server.connect();
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    @Test
    void shouldWriteTheTextsAndBytesOfPostgres() throws Exception {
        long seed = Scale.seed();
        for (String zone : List.of("UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns")) {
            execute("set time zone '" + zone + "'");
            PgText text = new PgText(ZoneId.of(zone), OidNames.NONE);
            for (PgType type : DrawnValues.types()) {
                List<Object> values = new DrawnValues(seed).of(type, VALUES);
                List<String> written =
                        values.stream().map(value -> text.write(type, value)).toList();
                List<String> texts = texts(type, written);
                List<byte[]> bytes = bytes(type, written);
                for (int i = 0; i < values.size(); i++) {
                    String what = "seed " + seed + ", " + type + " in " + zone + ": " + written.get(i);
                    assertThat(written.get(i)).as(what).isEqualTo(texts.get(i));
                    assertThat(PgBinary.write(type, values.get(i))).as(what).isEqualTo(bytes.get(i));
                }
            }
        }
    }

    @Test
    void shouldReadTextsAsPostgresDoes() throws Exception {
        execute("set time zone 'Europe/Berlin'");
        PgText text = new PgText(ZoneId.of("Europe/Berlin"), OidNames.NONE);
        assertReadAlike(
                text, PgType.BOOL, List.of("t", "TRUE", " tr ", "yes", "ye", "on", "1", "of", "off", "n", "fals", "0"));
        assertReadAlike(text, PgType.INT4, List.of(" 12 ", "+5", "-2147483648", "007"));
        assertReadAlike(
                text, PgType.FLOAT8, List.of("1", ".5", "5.", "1E3", " inf", "-Infinity", "nan", "1e-320", "-0"));
        assertReadAlike(text, PgType.FLOAT4, List.of("0.1", "16777217", "1e38", "3.4028235e38"));
        assertReadAlike(text, PgType.NUMERIC, List.of("1e5", "1.50", "-.5", "5.", "1e-3", "+0.00"));
        assertReadAlike(text, PgType.BYTEA, List.of("\\x", "\\xDEad", "abc\\\\d\\001", "\\x01 02"));
        assertReadAlike(text, PgType.CHAR, List.of("", "abc", "\\101", "\\377", "\u00e9"));
        assertReadAlike(
                text,
                PgType.TIMESTAMPTZ,
                List.of(
                        "2026-11-27 01:44:53.123+00",
                        "2026-11-27T01:44:53Z",
                        "2026-11-27",
                        "2026-11-27 01:44",
                        "2026-1-2 3:04:05 UTC",
                        "2026-11-27 01:44:53.1234567-03:30",
                        "2026-11-27 01:44 America/New_York",
                        "2026-10-25 02:30",
                        "2026-03-29 02:30",
                        "0044-03-15 12:00:00 BC",
                        "infinity",
                        "-infinity",
                        "epoch",
                        "2026-11-27 24:00:00",
                        "2026-11-27 01:44:60",
                        "2026-11-27 01:44:53+0530",
                        "12026-11-27 01:44:53+05",
                        "2026-11-27 10:00:00.5 +01",
                        "1999-12-31 23:59:59.9999999"));
        assertReadAlike(
                text, PgType.TIMESTAMP, List.of("2026-11-27 01:44:53.123+05", "2026-11-27", "0001-01-01 00:00:00 BC"));
        assertReadAlike(
                text, PgType.DATE, List.of("2026-11-27", "2026-11-27 01:44:53.123+05", "0044-03-15 BC", "epoch"));
        assertReadAlike(
                text,
                PgType.TEXT_ARRAY,
                List.of("{}", " { a , \"b c\" ,NULL, null, \"NULL\" , a b } ", "{\\N,\"\\\"\",a\\,b}"));
        assertReadAlike(text, PgType.INT2VECTOR, List.of("", "1", " 1  2 3 "));
    }

    private static void assertReadAlike(PgText text, PgType type, List<String> written) throws Exception {
        List<byte[]> bytes = bytes(type, written);
        for (int i = 0; i < written.size(); i++) {
            Object value = text.read(type, written.get(i));
            assertThat(PgBinary.write(type, value))
                    .as(type + " " + written.get(i))
                    .isEqualTo(bytes.get(i));
        }
    }

    @Test
    void shouldReadIntervalsAsPostgres() throws Exception {
        PgText text = new PgText(ZoneId.of("UTC"), OidNames.NONE);
        for (String written : List.of(
                "1 hour",
                "30 minutes",
                "2 days",
                "02:03:04",
                "-00:00:01.5",
                "1 day 02:03:04.5",
                "90",
                "1.5 hours",
                "2 weeks",
                "1 hour 30 mins ago",
                "@ 5 sec",
                "PT1H30M",
                "P1DT2H",
                "1h",
                "0 years 0 mons 0 days 1 hours 0 mins 0.0 secs",
                "1 mon",
                "250 ms",
                "1.5 months",
                "1.5 years 2.25 weeks",
                "1 02:03:04",
                "1-2",
                "-1-2 +3 -4:05",
                "2 decades -3 days",
                "P1Y2M3W4DT5H6M7.8S",
                "3 days -01:00:00")) {
            assertThat(written + ": " + text.write(PgType.INTERVAL, text.read(PgType.INTERVAL, written)))
                    .isEqualTo(written + ": " + single("select (interval '" + written + "')::text"));
        }
    }

    @Test
    void shouldRefuseWhatPostgresRefusesWithTheSameState() throws Exception {
        PgText text = new PgText(ZoneId.of("UTC"), OidNames.NONE);
        assertRefusedAlike(text, PgType.BOOL, "", "o", "maybe", "tt");
        assertRefusedAlike(text, PgType.INT2, "", "32768", "1.5", "one", "1 2", "99999999999999999999");
        assertRefusedAlike(text, PgType.INT8, "9223372036854775808", "-", "0xg");
        assertRefusedAlike(text, PgType.OID, "4294967296", "x");
        assertRefusedAlike(text, PgType.FLOAT8, "", "1d", "1e400", "1e-400", "1.5.2", "e5");
        assertRefusedAlike(text, PgType.FLOAT4, "1e39", "1e-50");
        assertRefusedAlike(text, PgType.NUMERIC, "", "abc", "1e", "--1", "1e9999999");
        assertRefusedAlike(text, PgType.BYTEA, "\\x1", "\\xgg", "\\9", "\\400");
        assertRefusedAlike(
                text,
                PgType.TIMESTAMPTZ,
                "",
                "yesterday at noon",
                "2026-13-01",
                "2026-02-30",
                "2026-01-01 25:00",
                "294277-01-01");
        assertRefusedAlike(text, PgType.TIMESTAMPTZ, "2026-01-01 00:00 Mars/Phobos", "0000-01-01");
        assertRefusedAlike(text, PgType.DATE, "x", "2026-02-30", "5874898-01-01");
        assertRefusedAlike(text, PgType.INTERVAL, "", "one hour", "1 fortnight ago and a day");
        assertRefusedAlike(text, PgType.TEXT_ARRAY, "", "a", "{", "{a", "{a,}", "{\"a}", "{a}b", "{a\"b\"}");
        assertRefusedAlike(text, PgType.REGCLASS, "no_such_table");
        assertRefusedAlike(text, PgType.REGNAMESPACE, "no_such_schema");
    }

    private static void assertRefusedAlike(PgText text, PgType type, String... written) {
        for (String each : written) {
            String expected = stateOf(() -> texts(type, List.of(each)));
            assertThat(type + " " + each + " " + stateOf(() -> text.read(type, each)))
                    .isEqualTo(type + " " + each + " " + expected);
        }
    }

    private interface Attempt {
        Object run() throws Exception;
    }

    private static String stateOf(Attempt attempt) {
        try {
            return "none: " + attempt.run();
        } catch (SQLException ofPostgres) {
            // PostgreSQL has states of their own for them.
            return ofPostgres.getSQLState().equals("3F000") ? "42704" : ofPostgres.getSQLState();
        } catch (SqlException ofOurs) {
            return ofOurs.state().code();
        } catch (Exception other) {
            return other.toString();
        }
    }

    @Test
    void shouldWriteRecordsAsPostgresDoes() throws Exception {
        execute("set time zone 'UTC'");
        PgRecord record = new PgRecord(
                List.of(
                        PgType.INT8,
                        PgType.TEXT,
                        PgType.TEXT,
                        PgType.TEXT,
                        PgType.TEXT,
                        PgType.BOOL,
                        PgType.FLOAT8,
                        PgType.TIMESTAMPTZ,
                        PgType.TEXT_ARRAY),
                Arrays.asList(1L, "a b", null, "", "\"", true, 1.5, Instant.EPOCH, List.of("x", "y z")));
        String row = "row(1::int8, 'a b'::text, null::text, ''::text, '\"'::text, true, 1.5::float8,"
                + " to_timestamp(0), array['x', 'y z'])";

        assertThat(new PgText(ZoneId.of("UTC"), OidNames.NONE).write(PgType.RECORD, record))
                .isEqualTo(single("select concat(" + row + ")"));
        assertThat(PgBinary.write(PgType.RECORD, record)).isEqualTo(copied(row).get(0));
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String single(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    /** The texts that the type itself writes, as concat does, of the values that it reads from others. */
    private static List<String> texts(PgType type, List<String> written) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("select concat(t) from " + rows(type, written) + " order by i")) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static List<byte[]> bytes(PgType type, List<String> written) throws SQLException, IOException {
        return copied("t from " + rows(type, written) + " order by i");
    }

    private static String rows(PgType type, List<String> written) {
        return IntStream.range(0, written.size())
                .mapToObj(i -> "(" + i + ", '" + written.get(i).replace("'", "''") + "'::\"" + type.typeName() + "\")")
                .collect(Collectors.joining(", ", "(values ", ") as v(i, t)"));
    }

    /** The first column of a query, in the binary format. */
    private static List<byte[]> copied(String selected) throws SQLException, IOException {
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("copy (select " + selected + ") to stdout (format binary)", copy);
        ByteBuffer buffer = ByteBuffer.wrap(copy.toByteArray()).position(HEADER_OF_COPY);
        List<byte[]> values = new ArrayList<>();
        while (buffer.getShort() == 1) {
            byte[] value = new byte[buffer.getInt()];
            buffer.get(value);
            values.add(value);
        }
        return values;
    }
}
