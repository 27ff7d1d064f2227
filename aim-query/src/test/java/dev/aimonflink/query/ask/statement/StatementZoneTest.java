package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** In the zone of who asks, partitions and their merger answer as PostgreSQL does, also where clocks change. */
class StatementZoneTest {
    private static final String MODEL = """
            model: visits
            entity: visit
            event: visit
            key: id
            time: timestamp
            fields: {n: int}
            attributes: {opened: time, closed: time, day: text}
            windows: [1 day]
            aggregates: {events: [count]}
            """;

    private static final List<List<String>> VISITS = List.of(
            List.of("2026-03-28T12:30:00Z", "2026-03-29T00:30:00Z", "2026-03-28"),
            List.of("2026-03-28T23:30:00Z", "2026-03-29T02:30:00Z", "2026-03-29 02:30"),
            List.of("2026-10-24T22:30:00Z", "2026-10-25T00:15:00Z", "2026-10-25 02:15"),
            List.of("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25 02:45:10+02"),
            List.of("2026-03-07T17:00:00Z", "2026-03-08T07:30:00Z", "2026-03-08 02:30"),
            List.of("2026-11-01T04:59:59.999Z", "2026-11-01T06:30:00Z", "2026-11-01 01:30"),
            List.of("2025-12-31T23:15:00Z", "2026-07-01T03:45:30.250Z", "0044-03-15 BC"));

    private static PostgresServer server;
    private static Connection connection;
    private static SqlMatrix matrix;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() throws SQLException {
        MatrixTables tables =
                new MatrixTables(MatrixSchema.of(ModelFile.parse(MODEL, "visits.yaml")), EntityTables.NONE, Map.of());
        matrix = new SqlMatrix(tables, 2);
        catalogue = Catalogues.of(tables.schema(), EntityTables.NONE, AnswerLimits.USUAL);
        server = PostgresServer.start();
        connection = server.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE visits (id bigint, opened timestamptz, closed timestamptz, day text)");
            for (int i = 0; i < VISITS.size(); i++) {
                List<String> visit = VISITS.get(i);
                matrix.profile(EntityId.of(i), Attributes.of(new Object[] {ms(visit, 0), ms(visit, 1), visit.get(2)}));
                statement.execute("INSERT INTO visits VALUES (" + i + ", '" + String.join("', '", visit) + "')");
            }
        }
    }

    private static long ms(List<String> visit, int index) {
        return Instant.parse(visit.get(index)).toEpochMilli();
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static Query bind(Map<String, Object> params, String text, Object... values) {
        Map<String, Object> all = new HashMap<>(params);
        all.put("text", text);
        for (int i = 0; i < values.length; i++) {
            all.put(Integer.toString(i + 1), values[i]);
        }
        return catalogue.bind(new AskedQuery("sql", all));
    }

    private static List<String> own(String zone, String text, Object... values) {
        try {
            QueryResult result = matrix.ask(bind(Map.of("zone", zone), text, values));
            if (result.error() != null) {
                return List.of(result.error().message());
            }
            return result.rows().stream().map(row -> String.valueOf(row)).toList();
        } catch (QueryFailure failure) {
            return List.of(failure.getMessage());
        }
    }

    private static List<String> postgres(String zone, String text, Object... values) throws SQLException {
        try (Statement setting = connection.createStatement();
                PreparedStatement statement = connection.prepareStatement(text)) {
            setting.execute("SET TimeZone = '" + zone + "'");
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i], Types.OTHER);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.add(Objects.toString(result.getString(i)));
                    }
                    rows.add(row.toString());
                }
            }
            return rows;
        }
    }

    private static void check(String zone, String statements) throws SQLException {
        SoftAssertions all = new SoftAssertions();
        for (String text : statements.split(";\\s*\n")) {
            all.assertThat(own(zone, text.strip())).as(text).isEqualTo(postgres(zone, text.strip()));
        }
        all.assertAll();
    }

    /** Of each row, as a text. */
    @ParameterizedTest
    @ValueSource(strings = {"Europe/Zurich", "America/New_York", "UTC", "Asia/Kolkata", "-3"})
    void shouldComputeValuesAsPostgres(String zone) throws SQLException {
        StringBuilder statements = new StringBuilder();
        for (String expression : """
                opened
                opened::date
                opened::timestamp
                opened::date::timestamptz
                opened::timestamp::timestamptz
                day::timestamptz
                (day || '')::timestamp::timestamptz
                extract(hour FROM opened)
                extract(epoch FROM opened)
                extract(timezone FROM closed)
                date_part('dow', closed)
                date_trunc('day', opened)
                date_trunc('hour', closed)
                date_trunc('month', opened::date)
                date_trunc('day', closed, 'Australia/Sydney')
                to_char(closed, 'YYYY-MM-DD HH24:MI:SS.MS Dy')
                to_char(opened::date, 'DD HH24')
                opened + interval '1 day'
                opened - interval '1 day'
                interval '1 month 1 day 1 hour' + closed
                closed + interval '24 hours'
                opened::date + interval '1 day'
                opened::date + 1
                closed - opened
                age(closed, opened)
                age(opened, timestamptz '2025-01-31 01:00')
                age(closed::date, opened::date)
                to_timestamp('2026-03-29 02:30', 'YYYY-MM-DD HH24:MI')
                to_timestamp(left(day, 10), 'YYYY-MM-DD')
                to_timestamp(0)
                to_date(day, 'YYYY-MM-DD')
                date_bin('15 minutes', closed, timestamptz '2026-01-01 00:00+00')
                make_timestamptz(2026, 10, 25, 2, 30, 0)
                opened AT TIME ZONE 'Asia/Tokyo'
                timestamp '2026-10-25 02:30' AT TIME ZONE 'Europe/Zurich'
                timestamptz '2026-10-25 02:30'
                '2026-03-29 02:30'::timestamptz
                timestamptz '2026-07-01 12:00+05'
                opened > '2026-10-25 02:15'
                opened > date '2026-10-25'
                opened < timestamp '2026-10-25 02:30'
                closed BETWEEN '2026-03-29' AND '2026-10-25'
                opened IN ('2026-01-01 00:15', '2026-03-28 19:30', '2025-12-31 18:15')
                coalesce(opened, '2026-01-01')
                greatest(opened, '2026-06-01')
                'at ' || opened
                concat('at ', opened)
                format('%s', closed)
                CASE WHEN opened::date = closed::date THEN 'same' ELSE opened::text END
                (SELECT count(*) FROM generate_series(opened::date::timestamptz, closed, interval '1 day') g)
                (SELECT max(g) FROM generate_series(opened, closed, interval '1 day') g)
                (SELECT string_agg(g::text, ',') FROM generate_series(date '2026-03-28', date '2026-03-30', interval '1 day') g)
                (SELECT string_agg(g::text, ',') FROM generate_series(timestamptz '2026-10-26', '2026-10-24', interval '-1 day') g)
                """.split("\n")) {
            statements.append("SELECT id, (").append(expression).append(")::text FROM visits ORDER BY 1;\n");
        }
        check(zone, statements.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Zurich", "America/New_York", "UTC"})
    void shouldAnswerStatementsAsPostgres(String zone) throws SQLException {
        check(zone, """
                SELECT opened::date::text, count(*) FROM visits GROUP BY opened::date ORDER BY 1;
                SELECT date_trunc('month', opened)::text, count(*), min(closed)::text FROM visits GROUP BY date_trunc('month', opened) ORDER BY 1;
                SELECT extract(day FROM opened) AS d, count(*) FROM visits GROUP BY d ORDER BY d;
                SELECT id FROM visits WHERE opened >= '2026-03-28' AND opened < '2026-03-29' ORDER BY 1;
                SELECT id FROM visits WHERE opened::date = '2026-10-25' ORDER BY 1;
                SELECT id FROM visits WHERE closed::date IN (SELECT opened::date FROM visits) ORDER BY 1;
                SELECT id FROM visits WHERE opened > (SELECT max(opened)::date - 7 FROM visits) ORDER BY 1;
                SELECT a.id, b.id FROM visits a JOIN visits b ON a.closed::date = b.opened::date ORDER BY 1, 2;
                SELECT id, count(*) OVER (PARTITION BY date_trunc('month', opened)) FROM visits ORDER BY 1;
                SELECT v.id, g::text FROM visits v, generate_series(v.opened, v.opened + interval '2 days', interval '1 day') g ORDER BY 1, 2;
                SELECT generate_series(opened, opened + interval '1 day', interval '12 hours')::text FROM visits ORDER BY 1;
                SELECT g::text FROM generate_series('2026-03-28'::timestamptz, '2026-03-30', '1 day') g ORDER BY 1
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Zurich", "America/New_York"})
    void shouldReadValuesOfParametersInTheZone(String zone) throws SQLException {
        String text = "SELECT id FROM visits WHERE opened >= %s AND opened::date > %s::date ORDER BY 1";
        String[] values = {"2026-03-28 13:30", "2026-03-28"};
        assertThat(own(zone, text.formatted("$1", "$2"), (Object[]) values))
                .isEqualTo(postgres(zone, text.formatted("?", "?"), (Object[]) values))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            date_trunc(%s, opened)|week
            date_trunc(%s, interval '1 day 25 hours')|day
            date_part(%s, opened)|HOUR
            date_trunc('day', opened, %s)|Australia/Sydney
            opened AT TIME ZONE %s|GMT-2
            date_trunc(%s, opened)|
            """)
    void shouldTakeFieldsAndZonesOfParameters(String expression, String value) throws SQLException {
        String text = "SELECT (" + expression + ")::text FROM visits ORDER BY id";
        Map<String, Object> params = new HashMap<>(Map.of("zone", "Europe/Zurich"));
        params.put("1", value);
        assertThat(matrix.ask(bind(params, text.formatted("$1"))).rows())
                .extracting(String::valueOf)
                .isEqualTo(postgres("Europe/Zurich", text.formatted("?"), value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            date_trunc($1, opened)|dow|A time has no field "dow" for date_trunc.
            date_part($1, opened)|lunch|A time has no field "lunch" for extract.
            opened AT TIME ZONE $1|Mars|There is no time zone 'Mars'. Write one like Europe/Zurich.
            """)
    void shouldRefuseValuesThatAreNoFieldsAndZones(String expression, String value, String message) {
        assertFails(QueryFailure.class, () -> bind(Map.of(), "SELECT " + expression + " FROM visits", value))
                .hasMessageContaining(message);
    }

    @Test
    void shouldHaveTheZoneInASecondRound() {
        Query query = bind(
                Map.of("zone", "Europe/Zurich"),
                "SELECT count(*) FROM visits WHERE opened::date = (SELECT min(opened)::date FROM visits)");
        assertThat(((ScanQuery) query).hasSecondRound()).isTrue();
        assertThat(matrix.ask(query).rows()).containsExactly(List.of(1L));
        assertThat(own("Europe/Zurich", "SELECT min(opened)::date FROM visits")).containsExactly("[2026-01-01]");
    }

    @Test
    void shouldHaveTheZoneInEachStatementOfABatch() {
        String each = "SELECT opened::date FROM visits WHERE opened < $1";
        QueryResult result = matrix.ask(
                bind(Map.of("zone", "Europe/Zurich"), each + "; " + each, "2026-01-01 00:16", "2026-01-01 00:15"));
        assertThat(result.rows()).containsExactly(List.of("2026-01-01"));
        assertThat(result.others()).singleElement().satisfies(other -> assertThat(other.rows())
                .isEmpty());
    }

    @Test
    void shouldExplainInTheZone() {
        assertThat(own(
                        "Europe/Zurich",
                        "EXPLAIN SELECT id FROM visits WHERE closed < '2026-03-29' ORDER BY opened::date"))
                .anyMatch(line -> line.contains("closed < timestamp with time zone '2026-03-28T23:00:00Z'"))
                .anyMatch(line -> line.contains("timezone('Europe/Zurich', opened)"));
    }

    @Test
    void shouldHaveAClockAndAZone() {
        Map<String, Object> params = Map.of(
                "zone", "Europe/Zurich", "now", "2026-03-29T00:30:00+01:00", "today", "2026-03-29T00:00:00+01:00");
        assertThat(matrix.ask(
                                bind(
                                        params,
                                        "SELECT current_date, now()::date, now() + interval '1 day', age(now()) FROM visits LIMIT 1"))
                        .rows())
                .containsExactly(List.of("2026-03-29", "2026-03-29", "2026-03-29T22:30:00Z", "-00:30:00"));
        assertFails(QueryFailure.class, () -> bind(Map.of("zone", "Europe/Zurich"), "SELECT now()::date FROM visits"))
                .hasMessageContaining("Ask with the parameters now and today.");
    }

    @Test
    void shouldKeepQueriesByTheirZones() {
        String text = "SELECT opened::date FROM visits WHERE id = 6";
        Query utc = bind(Map.of(), text);
        assertThat(bind(Map.of("zone", "UTC"), text)).isSameAs(utc);
        assertThat(bind(Map.of("zone", "GMT"), text)).isSameAs(utc);
        Query zurich = bind(Map.of("zone", "Europe/Zurich"), text);
        assertThat(bind(Map.of("zone", "Europe/Zurich"), text)).isSameAs(zurich);
        assertThat(matrix.ask(zurich).rows()).containsExactly(List.of("2026-01-01"));
        assertThat(matrix.ask(utc).rows()).containsExactly(List.of("2025-12-31"));
        assertThat(matrix.ask(bind(Map.of("zone", "America/New_York"), text)).rows())
                .containsExactly(List.of("2025-12-31"));
    }

    @Test
    void shouldRefuseAZoneThatThereIsNot() {
        assertThatThrownBy(() -> bind(Map.of("zone", "Mars"), "SELECT 1 FROM visits"))
                .isInstanceOfSatisfying(
                        QueryFailure.class,
                        failure -> assertThat(failure.error().code()).isEqualTo(QueryError.Code.INVALID_PARAMETER))
                .hasMessageContaining("zone='Mars' is no time zone. Give one like Europe/Zurich.");
    }
}
