package dev.aimonflink.gateway.session;

import dev.aimonflink.query.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

/** The zone of a connection holds whoever answers a statement: the job, the gateway, or both. */
class ZonesOfStatementsTest {
    private static final int VARCHAR = 1043;
    private static final int DATE = 1082;
    private static final int TIMESTAMP = 1114;
    private static final int TIMESTAMPTZ = 1184;

    private static PostgresServer server;
    private static Connection connection;

    private final Talk talk = new Talk();

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        connection = server.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE subscribers AS SELECT g::bigint AS subscriber_id FROM generate_series(1, "
                    + FakeJob.SUBSCRIBERS + ") g");
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    /** The rows, as a client hears them. */
    private static List<String> postgres(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(Objects.toString(result.getString(i)));
                }
                rows.add("D " + String.join("|", row));
            }
        }
        return rows;
    }

    private List<String> rows(String sql) {
        return talk.query(sql).stream()
                .filter(line -> line.startsWith("D ") || line.startsWith("E"))
                .toList();
    }

    /** Every eight hours, from {@code begin} on. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Zurich, 2026-03-27 23:00+00",
        "Europe/Zurich, 2026-10-23 16:30+00",
        "America/New_York, 2026-03-06 23:30+00",
        "America/New_York, 2026-10-30 21:30+00",
        "Asia/Kolkata, 2026-12-30 12:30+00",
        "UTC, 2026-12-30 12:30+00"
    })
    void shouldAnswerAsPostgresWhoeverAnswers(String zone, String begin) throws SQLException {
        talk.query("SET TimeZone = '" + zone + "'");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = '" + zone + "'");
        }
        String at = "(timestamptz '" + begin + "' + subscriber_id * interval '8 hours')";
        SoftAssertions all = new SoftAssertions();
        for (String values : """
                at, at::date, at::timestamp, at::text, at::date::timestamptz
                extract(hour FROM at), date_trunc('day', at), to_char(at, 'DD HH24 TZH'), at > '2026-10-25'
                at + interval '1 day', at - interval '1 month', at + interval '8 hours', at::date + interval '1 day'
                age(at) = age(current_date, at), age(at, '2026-01-01') - age(date '2026-02-01', at::date), localtimestamp = now(), current_date <= now()
                to_timestamp(to_char(at, 'YYYY-MM-DD'), 'YYYY-MM-DD'), make_timestamptz(2026, 3, 29, 2, 30, 0)
                (SELECT count(*) FROM generate_series(at::date::timestamptz, at + interval '3 days', interval '1 day') g)
                (SELECT max(g) FROM generate_series(at, at + interval '3 days', interval '1 day') g)
                concat('at ', at), format('%s', at), 'at ' || at, date_bin('1 hour', at, '2026-01-01')
                """.split("\n")) {
            String sql = "SELECT subscriber_id, " + values.replaceAll("\\bat\\b(?! ')", at) + " FROM ";
            List<String> expected = postgres(sql + "subscribers ORDER BY 1");
            for (String source : List.of(
                    "subscribers ORDER BY 1",
                    "subscribers, pg_namespace n WHERE n.oid = 11 ORDER BY 1",
                    "generate_series(1, 10) subscriber_id WHERE current_user = 'ada' ORDER BY 1")) {
                all.assertThat(rows(sql + source)).as(sql + source).isEqualTo(expected);
            }
        }
        all.assertAll();
    }

    /** A date is its day, and as a time when it begins. */
    @ParameterizedTest
    @ValueSource(strings = {"subscribers", "subscribers, pg_namespace n", "pg_namespace n"})
    void shouldTakeValuesInTheZone(String source) {
        talk.query("SET TimeZone = 'Europe/Zurich'");
        String sql = "SELECT $1::date::text, $1 <= timestamptz '2026-03-28 23:00+00', $2::timestamp::text,"
                + " $2 = timestamptz '2026-03-29 01:30+00', $3::timestamptz::text, $3::date::text FROM " + source
                + " LIMIT 1";
        assertThat(talk.say(
                        parse("", sql, DATE, TIMESTAMP, TIMESTAMPTZ),
                        bind("", "", "2026-03-29", "2026-03-29 02:30", "2026-10-25 02:30"),
                        execute("", 0),
                        sync()))
                .contains("D 2026-03-29|t|2026-03-29 02:30:00|t|2026-10-25 02:30:00+01|2026-10-25");
    }

    /** Of two moments that a clock shows alike it is the later one. */
    @Test
    void shouldTakeTheLaterOfTwoMoments() {
        talk.query("SET TimeZone = 'Europe/Zurich'");
        for (String source : List.of("subscribers", "pg_namespace")) {
            assertThat(talk.say(
                            parse(
                                    "",
                                    "SELECT $1 = timestamptz '2026-10-25 01:30+00', $1::timestamp::text FROM " + source
                                            + " LIMIT 1",
                                    TIMESTAMP),
                            bind("", "", "2026-10-25 02:30"),
                            execute("", 0),
                            sync()))
                    .contains("D t|2026-10-25 02:30:00");
        }
    }

    /** Drivers can call all of their values texts. */
    @ParameterizedTest
    @ValueSource(strings = {"subscribers", "subscribers, pg_namespace n", "pg_namespace n"})
    void shouldReadTextsInTheZone(String source) {
        talk.query("SET TimeZone = 'Europe/Zurich'");
        String sql = "SELECT timestamptz '2026-03-28 23:00+00' = $1 FROM " + source + " LIMIT 1";
        for (int type : new int[] {0, VARCHAR}) {
            assertThat(talk.say(parse("", sql, type), bind("", "", "2026-03-29"), execute("", 0), sync()))
                    .contains("D t");
        }
    }

    /** What has no times is one question, in which zone ever it is asked. */
    @Test
    void shouldSendTheZoneWhereItMatters() {
        talk.query("SET TimeZone = 'Europe/Zurich'");
        talk.query("SELECT count(*) FROM subscribers WHERE subscriber_id = 7");
        talk.query("SELECT count(*) FROM subscribers WHERE to_timestamp(subscriber_id)::date > '1970-01-01'");
        talk.query("EXPLAIN SELECT to_timestamp(subscriber_id)::date FROM subscribers");
        talk.query("SELECT count(*) FROM subscribers; SELECT to_timestamp(subscriber_id)::date FROM subscribers");
        talk.query("SELECT to_timestamp(subscriber_id)::date FROM subscribers, pg_namespace");
        talk.query("SET TimeZone = 'GMT'; SELECT to_timestamp(subscriber_id)::date FROM subscribers");
        assertThat(talk.job.asked)
                .extracting(question -> question.params().get("zone"))
                .containsExactly(null, "Europe/Zurich", "Europe/Zurich", "Europe/Zurich", null, null);
    }
}
