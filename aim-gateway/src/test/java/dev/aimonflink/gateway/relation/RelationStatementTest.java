package dev.aimonflink.gateway.relation;

import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.testing.Scale;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Statements over small tables are answered as PostgreSQL answers them. */
class RelationStatementTest {
    private static final String TABLES = """
            CREATE TEMP TABLE city (id int4, name text, country text, people int8, area numeric, founded date, tags text[]);
            INSERT INTO city VALUES
              (1, 'Berlin', 'de', 3600000, 891.7, '1237-10-28', '{capital,river}'),
              (2, 'Zurich', 'ch', 430000, 87.9, NULL, '{lake}'),
              (3, 'Bern', 'ch', 134000, 51.6, '1191-01-01', '{capital}'),
              (4, 'Hamburg', 'de', 1850000, 755.2, NULL, NULL),
              (5, 'Ghost', NULL, NULL, NULL, NULL, '{}');
            CREATE TEMP TABLE visit (city int4, at timestamptz, "by" name, cost float8, paid bool);
            INSERT INTO visit VALUES
              (1, '2026-01-01 10:00:00+00', 'ann', 12.5, true),
              (1, '2026-01-02 11:30:00+00', 'bob', 7.25, false),
              (3, '2026-01-02 09:00:00+00', 'ann', NULL, NULL),
              (7, '2026-02-01 00:00:00+00', 'cid', 100, true);
            """;

    private static PostgresServer server;
    private static Connection connection;
    private static FixedRelations relations;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        connection = server.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute(TABLES);
        }
        relations = new FixedRelations(List.of(
                new Relation(
                        "public",
                        "city",
                        List.of(
                                new PgColumn("id", PgType.INT4),
                                new PgColumn("name", PgType.TEXT),
                                new PgColumn("country", PgType.TEXT),
                                new PgColumn("people", PgType.INT8),
                                new PgColumn("area", PgType.NUMERIC),
                                new PgColumn("founded", PgType.DATE),
                                new PgColumn("tags", PgType.TEXT_ARRAY)),
                        RelationStatementTest::cities),
                new Relation(
                        "public",
                        "visit",
                        List.of(
                                new PgColumn("city", PgType.INT4),
                                new PgColumn("at", PgType.TIMESTAMPTZ),
                                new PgColumn("by", PgType.NAME),
                                new PgColumn("cost", PgType.FLOAT8),
                                new PgColumn("paid", PgType.BOOL)),
                        RelationStatementTest::visits)));
    }

    private static List<Object[]> cities() {
        return List.of(
                row(
                        1L,
                        "Berlin",
                        "de",
                        3_600_000L,
                        new BigDecimal("891.7"),
                        LocalDate.of(1237, 10, 28),
                        List.of("capital", "river")),
                row(2L, "Zurich", "ch", 430_000L, new BigDecimal("87.9"), null, List.of("lake")),
                row(3L, "Bern", "ch", 134_000L, new BigDecimal("51.6"), LocalDate.of(1191, 1, 1), List.of("capital")),
                row(4L, "Hamburg", "de", 1_850_000L, new BigDecimal("755.2"), null, null),
                row(5L, "Ghost", null, null, null, null, List.of()));
    }

    private static List<Object[]> visits() {
        return List.of(
                row(1L, Instant.parse("2026-01-01T10:00:00Z"), "ann", 12.5, true),
                row(1L, Instant.parse("2026-01-02T11:30:00Z"), "bob", 7.25, false),
                row(3L, Instant.parse("2026-01-02T09:00:00Z"), "ann", null, null),
                row(7L, Instant.parse("2026-02-01T00:00:00Z"), "cid", 100.0, true));
    }

    private static Object[] row(Object... values) {
        return values;
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static void check(String statements) {
        SoftAssertions softly = new SoftAssertions();
        List<String> texts = new ArrayList<>(Arrays.asList(statements.split(";\\s*\n")));
        for (String sql : texts) {
            softly.assertThat(TwoServers.own(relations, new FixedSurroundings(), sql))
                    .as(sql)
                    .isEqualTo(TwoServers.postgres(connection, sql));
        }
        softly.assertAll();
    }

    @Test
    void shouldSelectAsPostgres() {
        check("""
                SELECT 1;
                SELECT 1 AS a, 'x', NULL, 2.50, 3000000000, true, -5, 1e3;
                SELECT * FROM city ORDER BY id;
                SELECT c.*, v.cost FROM city c JOIN visit v ON v.city = c.id ORDER BY c.id, v.cost NULLS FIRST;
                SELECT name, people FROM city WHERE people > 400000 AND country = 'de' ORDER BY people DESC;
                SELECT name FROM city WHERE country <> 'de' ORDER BY 1;
                SELECT name FROM city ORDER BY people DESC NULLS LAST, name LIMIT 2 OFFSET 1;
                SELECT DISTINCT country FROM city ORDER BY country;
                SELECT country AS c, id FROM city ORDER BY c DESC, id DESC;
                SELECT id + 1 AS n FROM city ORDER BY -id;
                SELECT city.name, "by" FROM city, visit WHERE id = city AND paid ORDER BY 2;
                SELECT unknown FROM city;
                SELECT c.unknown FROM city c;
                SELECT x.id FROM city c;
                SELECT name FROM nowhere;
                SELECT id FROM city a JOIN city b ON a.id = b.id;
                SELECT 1 FROM city c, visit c;
                SELECT name + 1 FROM city;
                SELECT id = name FROM city;
                SELECT country, name FROM city GROUP BY country;
                SELECT name FROM city WHERE count(*) > 1;
                SELECT DISTINCT country FROM city ORDER BY name;
                SELECT (SELECT id FROM city);
                SELECT name FROM city LIMIT -1
                """);
    }

    @Test
    void shouldJoinAsPostgres() {
        check("""
                SELECT c.id, v.city, cost FROM city c LEFT JOIN visit v ON c.id = v.city ORDER BY 1, 3;
                SELECT c.id, v.city, cost FROM city c RIGHT JOIN visit v ON c.id = v.city ORDER BY 2, 3;
                SELECT c.id, v.city, cost FROM city c FULL JOIN visit v ON c.id = v.city ORDER BY 1, 2, 3;
                SELECT c.id, v.cost FROM city c LEFT JOIN visit v ON c.id = v.city AND v.paid WHERE c.id < 4 ORDER BY 1;
                SELECT c.id, v.cost FROM city c LEFT JOIN visit v ON c.id = v.city WHERE v.cost IS NULL ORDER BY 1;
                SELECT count(*) FROM city CROSS JOIN visit;
                SELECT * FROM (SELECT id AS city, name FROM city) c JOIN visit USING (city) ORDER BY at;
                SELECT * FROM (SELECT id AS city, name FROM city) c FULL JOIN visit USING (city) ORDER BY city, at;
                SELECT city FROM (SELECT id AS city, name FROM city) c NATURAL LEFT JOIN visit ORDER BY city, at;
                SELECT a.id, b.id, v.at FROM city a JOIN city b ON a.country = b.country AND a.id < b.id LEFT JOIN visit v ON v.city = a.id ORDER BY 1, 2, 3;
                SELECT a.id, x.n FROM city a JOIN (SELECT country, count(*) AS n FROM city GROUP BY country) x ON x.country = a.country ORDER BY 1;
                SELECT a.id, b.city, c.id FROM city a LEFT JOIN (visit b JOIN city c ON b.city = c.id) ON a.id = b.city ORDER BY 1, 2, 3;
                SELECT a.id, t FROM city a, unnest(a.tags) t ORDER BY 1, 2;
                SELECT a.id, t FROM city a LEFT JOIN LATERAL unnest(a.tags) t ON true ORDER BY 1, 2;
                SELECT a.id, t.* FROM city a CROSS JOIN LATERAL unnest(a.tags) WITH ORDINALITY AS t(tag, n) ORDER BY 1, 3;
                SELECT a.id, m.m FROM city a, LATERAL (SELECT max(cost) AS m FROM visit WHERE city = a.id) m ORDER BY 1;
                SELECT * FROM generate_series(1, 3);
                SELECT * FROM generate_series(5, 1, -2) AS n;
                SELECT n * 2 AS d FROM generate_series(1, 3) AS n WHERE n <> 2;
                SELECT i, s[i] FROM generate_series(1, 2) AS i, string_to_array('a,b', ',') s;
                SELECT * FROM city a JOIN visit b USING (nothing)
                """);
    }

    @Test
    void shouldGroupAsPostgres() {
        check("""
                SELECT count(*), count(country), count(DISTINCT country), min(name), max(people), sum(people), avg(id), sum(area), avg(area) FROM city;
                SELECT country, count(*) AS n, sum(id), avg(people) FROM city GROUP BY country ORDER BY country;
                SELECT country, count(*) FROM city GROUP BY 1 HAVING count(*) > 1 ORDER BY 2, 1;
                SELECT upper(country) AS u, min(id) FROM city GROUP BY upper(country) ORDER BY upper(country);
                SELECT country || '!' AS x, count(*) FROM city GROUP BY country || '!' ORDER BY x;
                SELECT string_agg(name, ', ' ORDER BY name DESC), array_agg(id ORDER BY id) FROM city;
                SELECT array_agg(country ORDER BY id), array_agg(DISTINCT country) FROM city;
                SELECT count(*) FILTER (WHERE paid), bool_and(paid), bool_or(paid), sum(cost), avg(cost) FROM visit;
                SELECT sum(cost), min(at), max("by") FROM visit WHERE false;
                SELECT 1 FROM city HAVING count(*) > 100;
                SELECT max(id) + min(id), count(*) * 2 FROM city;
                SELECT country, row_number() OVER (PARTITION BY country ORDER BY id DESC), name FROM city ORDER BY 1, 2;
                SELECT id, rank() OVER (ORDER BY country), dense_rank() OVER (ORDER BY country) FROM city ORDER BY 1;
                SELECT id, count(*) OVER (), sum(id) OVER (ORDER BY id), count(*) OVER (PARTITION BY country) FROM city ORDER BY 1;
                SELECT country, count(*), rank() OVER (ORDER BY count(*) DESC, country) FROM city GROUP BY country ORDER BY 3;
                SELECT id, lag(id) OVER (ORDER BY id), lead(name) OVER (ORDER BY id) FROM city ORDER BY 1;
                SELECT id, lag(id, 1, 1.5) OVER (ORDER BY id), lead(area, 1, 7) OVER (ORDER BY id), lag(id, 1, '3') OVER () FROM city ORDER BY 1;
                SELECT lag(id, 1, name) OVER () FROM city;
                SELECT sum(name) FROM city;
                SELECT count(*) FROM city ORDER BY count(*)
                """);
    }

    @Test
    void shouldCombineQueriesAsPostgres() {
        check("""
                SELECT 1 UNION SELECT 2 ORDER BY 1;
                SELECT 1 AS a UNION ALL SELECT 2.5 UNION ALL SELECT NULL;
                SELECT NULL UNION SELECT 'x' ORDER BY 1;
                SELECT country FROM city INTERSECT SELECT 'de';
                SELECT country FROM city EXCEPT ALL SELECT 'de' ORDER BY 1;
                SELECT id FROM city EXCEPT SELECT city FROM visit ORDER BY id DESC;
                VALUES (1, 'a'), (2, NULL);
                SELECT * FROM (VALUES (1, 'a'), (2.5, 'b')) AS v(n, t) ORDER BY n DESC;
                WITH big AS (SELECT * FROM city WHERE people > 400000), c(n) AS (SELECT count(*) FROM big) SELECT name, n FROM big, c ORDER BY 1;
                SELECT name, (SELECT count(*) FROM visit v WHERE v.city = c.id) AS visits FROM city c ORDER BY id;
                SELECT name FROM city c WHERE EXISTS (SELECT 1 FROM visit WHERE city = c.id AND cost > 5) ORDER BY 1;
                SELECT name FROM city WHERE id IN (SELECT city FROM visit) ORDER BY 1;
                SELECT name FROM city WHERE id NOT IN (SELECT city FROM visit) ORDER BY 1;
                SELECT name FROM city WHERE country NOT IN (SELECT NULL) ORDER BY 1;
                SELECT name FROM city c WHERE 'ann' IN (SELECT "by" FROM visit v WHERE v.city = c.id);
                SELECT name FROM city WHERE id = ANY (SELECT city FROM visit) ORDER BY 1;
                SELECT name FROM city WHERE id >= ALL (SELECT id FROM city);
                SELECT name FROM city WHERE id = ANY (ARRAY[1, 3]) ORDER BY 1;
                SELECT name FROM city WHERE 'capital' = ANY (tags) ORDER BY 1;
                SELECT name FROM city WHERE id <> ALL ('{1,2}') ORDER BY 1;
                SELECT (id, name) IN ((1, 'Berlin'), (2, 'x')) FROM city ORDER BY id;
                SELECT (id, country) = (1, 'de'), (id, 2) < (2, 1) FROM city ORDER BY id;
                SELECT ARRAY(SELECT name FROM city ORDER BY id DESC);
                SELECT ARRAY(SELECT id FROM city WHERE false);
                SELECT x.a FROM (SELECT 1 AS a UNION SELECT 2) x WHERE x.a > 1;
                SELECT s.x FROM (SELECT c.id, (SELECT max(v.cost) FROM visit v WHERE v.city = c.id) AS x FROM city c) s WHERE s.x IS NOT NULL;
                SELECT count(*) FROM city a WHERE (SELECT count(*) FROM city b WHERE b.country = a.country AND b.id > (SELECT min(c.id) FROM city c WHERE c.country = a.country)) > 0;
                SELECT 1 UNION SELECT now();
                (SELECT id FROM city ORDER BY id LIMIT 2) UNION ALL (SELECT id FROM city ORDER BY id DESC LIMIT 1)
                """);
    }

    @Test
    void shouldComputeValuesAsPostgres() {
        check("""
                SELECT 7/2, -7/2, 7%3, -7%3, 7.0/2, 2^3, 7.5::float8/2, 1.10+2.205, 3*2.50, 10/3.0, 1000000/7.0, 0.0001/3;
                SELECT 1::int2 + 1::int2, 1::int2 + 1, 1 + 1::int8, 1 + 1.5, 1 + 1.5::float8, 1.5::float4 + 1;
                SELECT 'a' || 'b', 'a' || 1, 1 || 'a', name || id FROM city WHERE id = 1;
                SELECT ARRAY[1,2] || 3, 0 || ARRAY[1], ARRAY[1] || ARRAY[2,3], ARRAY['a'] || NULL;
                SELECT ARRAY[1,2,NULL], ARRAY['a','b c','"'], '{1,2}'::int[], ARRAY[]::text[], (ARRAY[5,6])[2], (ARRAY[5,6])[3];
                SELECT NULL = 1, NULL IS NULL, NOT NULL, NULL AND false, NULL OR true, 1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL;
                SELECT true IS TRUE, NULL IS UNKNOWN, (1 = 2) IS NOT FALSE, (NULL::bool) IS NOT TRUE;
                SELECT 2 BETWEEN 1 AND 3, 2 NOT BETWEEN 1 AND 3, 2 BETWEEN SYMMETRIC 3 AND 1, NULL BETWEEN 1 AND 2;
                SELECT 1 IN (1, 2), 3 IN (1, NULL), 3 NOT IN (1, 2), NULL IN (1);
                SELECT 'abc' LIKE 'a%', 'abc' NOT LIKE '_b_', 'ABC' ILIKE 'a%', 'a%c' LIKE 'a\\%c', 'a%c' LIKE 'a!%c' ESCAPE '!';
                SELECT 'abc' ~ '^a', 'ABC' ~* 'b', 'abc' !~ 'x', 'abc' !~* 'B', 'pg_temp_1' !~ '^pg_temp_';
                SELECT CASE WHEN 1 = 2 THEN 'a' WHEN NULL THEN 'b' ELSE 'c' END, CASE 2 WHEN 1 THEN 1 WHEN 2 THEN 2.5 END, CASE WHEN true THEN 1 END;
                SELECT CASE id WHEN 1 THEN name ELSE country END FROM city ORDER BY id;
                SELECT coalesce(NULL, 1, 2), coalesce(NULL, 'x'), nullif(1, 1), nullif('a', 'b'), greatest(1, 2.5, NULL), least('b', 'a');
                SELECT 1::text, '5'::int8, 1.6::int, -1.5::int, 2.5::float8::int, '1.25'::numeric(5,1), true::text, 1::bool, false::int, 'abc'::varchar(2), 'a'::char(3);
                SELECT 'abc'::"char", 'x'::name, 42::oid, '23'::oid, 'int4'::regtype, 23::regtype::text, 'integer'::regtype::oid, 'text[]'::regtype;
                SELECT 1 = 1.0, 1 < 1.5::float8, 'a' < 'b', 'a'::name = 'a', 'a'::"char" = 'a', 1::oid = 1, '1' = 1;
                SELECT date '2026-01-31' + 1, date '2026-01-31' - 1, date '2026-03-01' - date '2026-02-01', date '2026-01-01' < timestamptz '2026-01-01 00:00:01+00';
                SELECT timestamptz '2026-01-01 00:00:00+00' + interval '1 day', timestamptz '2026-01-01 00:00:00+00' - interval '90 minutes';
                SELECT timestamptz '2026-01-02 00:00:00+00' - timestamptz '2026-01-01 12:00:00+00', interval '1 hour' * 2, interval '1 hour' + interval '1 second';
                SELECT date_trunc('hour', at), extract(hour FROM at), extract(epoch FROM at), date_part('day', at), at::date, at::timestamp, at::text FROM visit ORDER BY at;
                SELECT at AT TIME ZONE 'UTC', at > '2026-01-02' FROM visit ORDER BY at;
                SELECT founded, founded + 1, extract(year FROM founded), founded::text, founded::timestamp FROM city WHERE id = 1;
                SELECT pg_typeof(1), pg_typeof('a'), pg_typeof(now()), pg_typeof(ARRAY[1]), pg_typeof(1.5);
                SELECT ROW(1, 'a'), (1, NULL), ROW(1, 2) IS NULL;
                SELECT - id, + people, - area, - (2) FROM city ORDER BY id;
                SELECT generate_series(1, 3), 'x';
                SELECT ROW(1, 'a', NULL), ROW(ROW(1), ARRAY[1,2]), ROW(ROW(ROW('x"y')));
                SELECT ROW(ROW(1), ARRAY[1,2])::text, ROW(1.5::real, 2.5::float8, NULL)::text, ROW('a b', '')::text;
                SELECT t FROM information_schema._pg_expandarray(ARRAY[3,4]) t;
                SELECT c::text FROM city c WHERE id < 3 ORDER BY id;
                SELECT '1 2'::int2vector::text, ''::int2vector::text, string_to_array('1 2'::int2vector::text, ' ')::int2[];
                SELECT '{int4,text}'::regtype[], ARRAY['int4']::regtype[], ARRAY['\\x41'::bytea, NULL], 'x'::name::text, 5::oid::int;
                SELECT ARRAY[0.1::real, NULL], ARRAY[0.1::real]::text, '{a}'::varchar[], '{a}'::name[];
                SELECT count(*) FROM generate_series(1, 30000) g, LATERAL (SELECT g + 1) x;
                SELECT count(*) FROM generate_series(1, 30000) g WHERE g < 3 AND EXISTS (SELECT 1 FROM city WHERE id > g);
                SELECT generate_series(1, 2) AS a, generate_series(1, 3) AS b;
                SELECT id, unnest(tags) AS tag FROM city ORDER BY 1, 2;
                SELECT (information_schema._pg_expandarray(ARRAY['a','b'])).n, (information_schema._pg_expandarray(ARRAY['a','b'])).x;
                SELECT r.x, r.n FROM (SELECT information_schema._pg_expandarray(ARRAY[7,8]) AS k) s, LATERAL (SELECT (s.k).x, (s.k).n) r
                """);
    }

    @Test
    void shouldCallFunctionsAsPostgres() {
        check("""
                SELECT lower('ÄB'), upper('äb'), length('äöü'), char_length('ab'), octet_length('ä'), reverse('abc'), initcap('hello wORLD');
                SELECT substring('abcdef' FROM 2 FOR 3), substring('abcdef', 3), substr('abc', -1, 3), strpos('abc', 'x');
                SELECT substring('abcdef' FROM 'c(.)'), substring('abcdef' FROM 'c.'), substring('abc', 'x'), substring('abc', NULL), substring(name FROM '[a-z]+') FROM city WHERE id = 1;
                SELECT row_to_json(t)::text FROM (SELECT 1 AS a, 'x"' AS "b c", NULL::text AS c, 1.50 AS d, true AS e, 0.5::float8 AS f) t;
                SELECT oidvectortypes('20 25'::oidvector), oidvectortypes(''::oidvector), bpchar('a'), pg_blocking_pids(1), pg_stat_get_numscans(0);
                SELECT trim('  a '), trim(both 'x' FROM 'xax'), ltrim('xxa', 'x'), rtrim('a  '), btrim('xax', 'x');
                SELECT replace('aXbX', 'X', '--'), left('abc', 2), left('abc', -1), right('abc', 2), right('abc', -1), repeat('ab', 2), lpad('5', 3, '0'), rpad('abc', 2), lpad('a', 4);
                SELECT concat('a', NULL, 1, true), concat_ws(',', 'a', NULL, 2), split_part('a,b,c', ',', 2), split_part('a,b,c', ',', -1), split_part('a', ',', 3), starts_with('abc', 'ab');
                SELECT quote_ident('abc'), quote_ident('Abc'), quote_ident('select'), quote_ident('a"b'), quote_literal('o''k'), quote_literal(5), quote_nullable(NULL);
                SELECT format('%I.%I', 'public', 'My Table'), format('%s-%L-%%', 1, 'x'), format('%2$s %1$s', 'a', 'b');
                SELECT chr(65), chr(8364), chr(128512);
                SELECT json_build_object('a' || chr(10), 'b' || chr(1) || chr(9) || chr(8) || chr(12) || chr(13) || '"' || chr(92) || chr(127) || 'ä')::text;
                SELECT parse_ident('public."My T"'), (parse_ident('a.b'))[2];
                SELECT array_to_string(ARRAY[1,NULL,3], ','), array_to_string(ARRAY['a',NULL], ',', '*'), string_to_array('a,b,', ','), string_to_array('', ','), string_to_array('abc', NULL);
                SELECT array_length(ARRAY[1,2], 1), array_length(ARRAY[]::int[], 1), array_lower(ARRAY[1,2], 1), array_upper(ARRAY[1,2], 1), cardinality(ARRAY[1,2,3]), array_position(ARRAY['a','b'], 'b');
                SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2]), array_remove(ARRAY[1,2,1], 1);
                SELECT ARRAY[1,2] && ARRAY[2,3], ARRAY[1,2] @> ARRAY[2], ARRAY[1] <@ ARRAY[1,2];
                SELECT abs(-5), abs(-1.5), round(2.5), round(-2.567, 2), round(2), floor(1.7), ceil(1.2), floor(-1.5::float8), mod(7, 3), mod(7.5, 2), trunc(1.99), trunc(1.999, 2), sign(-2.5);
                SELECT array_lower('1 2'::int2vector, 1), array_upper('1 2'::int2vector, 1), ('7 8'::int2vector)[0], ('7 8'::int2vector)[1];
                SELECT format_type(23, NULL), format_type(1043, 14), format_type(1700, 655366), format_type(1009, -1), format_type(0, NULL), format_type(1184, 3), format_type(1042, 5);
                SELECT current_database(), current_schema(), current_user, session_user, current_schemas(false);
                SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('nothing.here', true);
                SELECT pg_size_pretty(0::int8), pg_size_pretty(10239::int8), pg_size_pretty(10240::int8), pg_size_pretty(1048576000::int8), pg_size_pretty(5000000000000);
                SELECT string_agg(word, ',') FROM pg_catalog.pg_get_keywords() WHERE word <> ALL ('{a,abs,select}'::text[]);
                SELECT * FROM pg_get_keywords() WHERE word IN ('abort', 'select', 'int', 'left') ORDER BY 1;
                SELECT to_regtype('int4'), to_regtype('nothing'), pg_encoding_to_char(6), pg_char_to_encoding('UTF8');
                SELECT pg_is_in_recovery(), has_table_privilege('postgres', 'pg_class', 'SELECT');
                SELECT current_setting('nothing.here')
                """);
    }

    @Test
    void shouldAnswerDrawnQueriesAsPostgres() {
        for (long seed : Scale.seeds(750).toArray()) {
            String sql = new RandomQueries(seed).query();
            assertThat(TwoServers.own(relations, new FixedSurroundings(), sql))
                    .as("seed %d: %s", seed, sql)
                    .isEqualTo(TwoServers.postgres(connection, sql));
        }
    }

    @Test
    void shouldAnswerDrawnQueriesWithAJobAsPostgres() {
        for (long seed : Scale.seeds(750).toArray()) {
            String sql = new RandomQueries(seed).query();
            String ofJob = seed % 3 == 0 ? "city" : seed % 3 == 1 ? "visit" : "i";
            assertThat(TwoServers.own(relations, new FixedSurroundings(), sql, table -> table.contains(ofJob)))
                    .as("seed %d, with %s at the job: %s", seed, ofJob, sql)
                    .isEqualTo(TwoServers.postgres(connection, sql));
        }
    }

    /** What of these were a gigabyte ends before it has a heap of 256 MiB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT repeat('x', 1000000 - g) FROM generate_series(1, 3000) AS g",
                "SELECT array_agg(repeat('x', 1000000)) FROM generate_series(1, 5000)",
                "SELECT array_agg(DISTINCT repeat('x', 1000000 - g)) FROM generate_series(1, 5000) AS g",
                "SELECT array_agg(g) OVER (ORDER BY g) FROM generate_series(1, 5000) AS g",
                "SELECT a.*, b.* FROM generate_series(1, 2000) a, generate_series(1, 2000) b",
                "VALUES (repeat('a', 1000000))",
            })
    void shouldEndWhatKeepsTooMuch(String sql) {
        String many = sql.startsWith("VALUES") ? sql + ", (repeat('a', 1000000))".repeat(40) : sql;
        assertThat(TwoServers.own(relations, new FixedSurroundings(), many).toString())
                .contains("53200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT repeat('x', 1048576) || 'x'",
                "SELECT concat(repeat('x', 1048576), 'x')",
                "SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 5000)",
                "SELECT concat_ws(repeat('x', 600000), 'a', 'b', 'c')",
                "SELECT format('%1$s%1$s', repeat('x', 600000))",
                "SELECT array_to_string(ARRAY[repeat('x', 600000), repeat('x', 600000)], '')",
                "SELECT json_build_object('a', repeat('x', 1048576))"
            })
    void shouldMakeNoTextThatIsLongerThanOneMayBe(String sql) {
        assertThat(TwoServers.own(relations, new FixedSurroundings(), sql).toString())
                .containsPattern("54000|53200");
    }

    @Test
    void shouldLookAtAsManyRowsOfAQueryInsideAsItTakesOneAfterTheOther() {
        assertThat(TwoServers.own(
                                relations,
                                new FixedSurroundings(),
                                "SELECT count(*) FROM generate_series(1, 2000) AS a"
                                        + " WHERE EXISTS (SELECT repeat('x', 100000) FROM generate_series(1, 2) AS b WHERE b = a % 3)")
                        .toString())
                .contains("[1334]");
    }

    /** A star is short, and doubles all columns before it. */
    @Test
    void shouldHaveNoMoreColumnsThanPostgres() {
        StringBuilder sql = new StringBuilder("WITH a0 AS (SELECT 1 AS x)");
        for (int i = 1; i <= 28; i++) {
            sql.append(", a")
                    .append(i)
                    .append(" AS (SELECT p.*, q.* FROM a")
                    .append(i - 1)
                    .append(" p, a")
                    .append(i - 1)
                    .append(" q)");
        }
        assertThat(TwoServers.own(relations, new FixedSurroundings(), sql + " SELECT 1 FROM a28")
                        .toString())
                .contains("54011");
    }

    /** An array can be as long as a message, and stands in a condition of each row. */
    @ParameterizedTest
    @ValueSource(strings = {"0 = ANY", "0 <> ALL"})
    void shouldBeStoppedWhileItComparesWithAnArray(String comparison) {
        SqlException cancelled = new SqlException(SqlState.CANCELLED, SqlException.NOWHERE, "cancelled");
        RelationStatement statement = TwoServers.statement(
                relations,
                new FixedSurroundings(),
                "SELECT " + comparison + " (string_to_array(repeat('1,', 999) || '1', ',')::int[])");
        assertThatThrownBy(() -> statement.run(
                        List.of(),
                        TwoServers.NO_JOB,
                        () -> {
                            throw cancelled;
                        },
                        bytes -> {}))
                .isSameAs(cancelled);
    }

    /** Each element of one with each of the other would be thousands of millions of comparisons, between two looks at the clock. */
    @Test
    void shouldCompareLongArraysAtOnce() {
        assertThat(TwoServers.own(
                                relations,
                                new FixedSurroundings(),
                                "SELECT array_agg(a) && array_agg(-a), array_agg(a) @> array_agg(a), array_agg(a) <@ array_agg(-a)"
                                        + " FROM generate_series(1, 40000) AS a")
                        .toString())
                .contains("[f, t, f]");
    }
}
