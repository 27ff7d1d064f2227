package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SimpleQueriesTest {
    private final Talk talk = new Talk();

    @Test
    void shouldReportItsSettingsAtTheStart() {
        List<String> heard =
                talk.begin(Map.of("user", "ada", "application_name", "psql", "options", "-c TimeZone=Europe/Zurich"));
        assertThat(heard)
                .contains(
                        "S client_encoding=UTF8",
                        "S standard_conforming_strings=on",
                        "S DateStyle=ISO, MDY",
                        "S integer_datetimes=on",
                        "S TimeZone=Europe/Zurich",
                        "S application_name=psql",
                        "S session_authorization=ada")
                .endsWith("Z I");
    }

    @Test
    void shouldAnswerFromTheJob() {
        assertThat(talk.query("SELECT count(*), sum(total_cost_this_week) FROM subscribers"))
                .containsExactly("T count:20 sum:1700", "D 10|82.50", "C SELECT 1", "Z I");
        assertThat(talk.job.asked).hasSize(1);
    }

    @Test
    void shouldAnswerFromItsOwnRelationsWithoutTheJob() {
        assertThat(talk.query("SELECT 1 AS one, 'a' || 'b'"))
                .containsExactly("T one:23 ?column?:25", "D 1|ab", "C SELECT 1", "Z I");
        assertThat(talk.query("SELECT relname FROM pg_class WHERE relname = 'subscribers'"))
                .containsExactly("T relname:19", "D subscribers", "C SELECT 1", "Z I");
        assertThat(talk.job.asked).isEmpty();
    }

    /** As psql asks for {@code \\d+ subscribers}. */
    /** Tools look for themselves among the users, though the catalogs are made for all. */
    @Test
    void shouldListWhoeverAsksAmongTheUsers() {
        assertThat(talk.query("SELECT rolname, oid = 'ada'::regrole, oid::regrole FROM pg_roles ORDER BY oid"))
                .contains("D aim|f|aim", "D ada|t|ada");
        assertThat(talk.query("SELECT usename, usesuper FROM pg_user WHERE usename = current_user"))
                .contains("D ada|f");
        assertThat(talk.query("SELECT role_name FROM information_schema.enabled_roles"))
                .contains("D aim", "D ada");
        assertThat(new Talk(new User("aim", null)).query("SELECT rolname FROM pg_roles"))
                .containsOnlyOnce("D aim")
                .doesNotContain("D ada");
    }

    @Test
    void shouldFindATableByTheNameOfTheDatabase() {
        assertThat(talk.query("SELECT count(*) FROM \"aim\".\"public\".\"subscribers\""))
                .contains("D 10");
        assertThat(talk.query("SELECT count(*) FROM other.public.subscribers"))
                .anyMatch(line -> line.startsWith("E 42P01"));
    }

    /** As pgAdmin does before anything else. */
    @Test
    void shouldSetAllSettingsThatThereAre() {
        assertThat(
                        talk.query(
                                "SELECT set_config('bytea_output', 'hex', false) FROM pg_show_all_settings() WHERE name = 'bytea_output'"))
                .contains("D hex", "C SELECT 1");
    }

    @Test
    void shouldDescribeTheMatrixAndItsColumns() {
        assertThat(talk.query("""
                SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
                  pg_catalog.col_description(a.attrelid, a.attnum)
                FROM pg_catalog.pg_attribute a
                WHERE a.attrelid = 'subscribers'::regclass AND a.attnum > 0 AND NOT a.attisdropped
                ORDER BY a.attnum"""))
                .contains(
                        "D subscriber_id|bigint|The number of the subscriber",
                        "D zip_city|text|city of zip",
                        "D number_of_calls_this_day|bigint|Number of calls this day",
                        "D total_cost_of_local_calls_this_week|numeric(18,2)|Sum of cost of local calls this week (USD)",
                        "D longest_duration_of_long_distance_calls_this_day|integer"
                                + "|Highest duration of long-distance calls this day (s)");
        assertThat(talk.query("SELECT obj_description('subscribers'::regclass, 'pg_class')"))
                .contains(
                        "D the live matrix: a row for each subscriber, of the model aim_42. A customer of the carrier");
        assertThat(talk.query("SELECT description, unit FROM aim.columns WHERE column_name = 'cheapest_cost_this_day'"))
                .contains("D Lowest cost of all calls this day|USD");
        assertThat(talk.job.asked).isEmpty();
    }

    @Test
    void shouldListWhatCannotBeSplit() {
        assertThat(talk.query("SELECT 'open")).last().isEqualTo("Z I");
        assertThat(talk.queries.all()).singleElement().satisfies(refused -> assertThat(
                        refused.text() + " " + refused.failure())
                .isEqualTo("SELECT 'open 42601"));
    }

    @Test
    void shouldAnswerNothingWithNothing() {
        assertThat(talk.query("")).containsExactly("I", "Z I");
        assertThat(talk.query(" ; -- nothing\n;")).containsExactly("I", "Z I");
    }

    /** One request, so that all are of the same moment. */
    @Test
    void shouldAskStatementsForTheJobTogether() {
        assertThat(talk.query("SELECT count(*) FROM subscribers; SELECT max(subscriber_id) FROM subscribers; SHOW jit"))
                .containsExactly(
                        "T count:20",
                        "D 10",
                        "C SELECT 1",
                        "T max:20",
                        "D 10",
                        "C SELECT 1",
                        "T jit:25",
                        "D off",
                        "C SHOW",
                        "Z I");
        assertThat(talk.job.asked).hasSize(1);
    }

    @Test
    void shouldNotRunWhatComesBehindAnError() {
        assertThat(talk.query("SELECT 1; SELECT citty FROM subscribers; SELECT 2"))
                .containsExactly(
                        "T ?column?:23",
                        "D 1",
                        "C SELECT 1",
                        "E 42703 @18 There is no column \"citty\". Did you mean 'city'?",
                        "Z I");
    }

    @Test
    void shouldAnswerWhatComesBeforeAnErrorOfTheJob() {
        List<String> heard = talk.query("SELECT count(*) FROM subscribers; SELECT 1 / (subscriber_id - subscriber_id)"
                + " FROM subscribers; SELECT count(*) FROM subscribers");
        assertThat(heard.subList(0, 3)).containsExactly("T count:20", "D 10", "C SELECT 1");
        assertThat(heard.get(3)).startsWith("E 22012 @44 ");
        assertThat(heard.subList(4, heard.size())).containsExactly("Z I");
    }

    /** As a statement is that comes when the job has just been upgraded. */
    @Test
    void shouldPlanAgainAfterAnAnswerOfAnotherModel() {
        QueryResult.Table other = new QueryResult.Table(List.of("count"), List.of("text"), List.of(List.of("10")));
        talk.query("SELECT count(*) FROM subscribers");
        talk.job.instead = new QueryResult(
                new QueryResult.Origin("r", "c", "sql"),
                QueryResult.Status.OK,
                other,
                QueryResult.AsOf.NO_EVENT,
                QueryResult.Work.NONE,
                null);
        assertThat(talk.query("SELECT count(*) FROM subscribers"))
                .containsExactly("T count:20", "D 10", "C SELECT 1", "Z I");
    }

    @Test
    void shouldRefuseWhatTheMatrixRefusesInItsWords() {
        assertThat(talk.query("SELECT count(*) OVER (ORDER BY city GROUPS 1 PRECEDING) FROM subscribers"))
                .containsExactly(
                        "E 0A000 @37 GROUPS and EXCLUDE are not supported. Write OVER (PARTITION BY ... ORDER BY ... ROWS ...).",
                        "Z I");
        assertThat(talk.query("DELETE FROM subscribers"))
                .first()
                .asString()
                .startsWith("E 25006 @1 The matrix is read-only");
        assertThat(talk.query("CREATE TABLE t (a int)"))
                .first()
                .asString()
                .startsWith("E 25006 @1 The matrix is read-only");
    }

    @Test
    void shouldExplainWhatItAnswersItself() {
        assertThat(talk.query(
                        "EXPLAIN SELECT c.column_name FROM aim.columns c, subscribers s WHERE s.subscriber_id = 3"))
                .containsSubsequence(
                        "D    -> Read aim.columns",
                        "D    -> Ask the job: SELECT subscriber_id FROM subscribers WHERE (subscriber_id = 3::bigint)");
        assertThat(talk.query(
                        "EXPLAIN SELECT region, count(*), current_user FROM subscribers GROUP BY 1 ORDER BY 2 DESC"))
                .contains("D    by: count(*) DESC");
        assertThat(talk.query("EXPLAIN (FORMAT JSON) SELECT version()").get(1)).contains("\"step\" : \"Compute\"");
        assertThat(talk.query("EXPLAIN SELECT set_config('TimeZone', 'Asia/Tokyo', false)"))
                .anyMatch(line -> line.contains("set_config('TimeZone', 'Asia/Tokyo', FALSE)"));
        assertThat(talk.query("SHOW TimeZone")).doesNotContain("D Asia/Tokyo");
        assertThat(talk.query("EXPLAIN ANALYZE SELECT * FROM aim.partitions").get(0))
                .contains("0A000", "The gateway runs a part of this itself");
    }

    @Test
    void shouldRunQueriesOfTheCatalogueAsFunctions() {
        assertThat(talk.query("SELECT * FROM q1(alpha => 3)"))
                .containsExactly("T avg_total_duration_this_week:701", "D 420", "C SELECT 1", "Z I");
        assertThat(talk.job.asked.get(0).query()).isEqualTo("q1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM q1(alfa => 3)|E 42883 @15 q1 has no parameter "alfa". It takes alpha.
            SELECT * FROM history(5)|E 42883 @15 There is no function "history". It is none of the functions that the gateway has. FROM can also have q1, q2, q3, q4, q5, q6, q7, w2, w3, flat_rate.
            """)
    void shouldSayHowAQueryOfTheCatalogueIsCalled(String sql, String error) {
        assertThat(talk.query(sql)).containsExactly(error, "Z I");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET search_path = aim, public; SELECT table_name FROM columns LIMIT 1",
                "SET search_path TO information_schema; SELECT table_name FROM columns LIMIT 1",
                "SET search_path = aim; SELECT table_name FROM columns WHERE 'queries'::regclass = 'aim.queries'::regclass LIMIT 1"
            })
    void shouldFindNamesInTheSchemasOfThePath(String sql) {
        assertThat(talk.query("SELECT table_name FROM columns").get(0)).startsWith("E 42P01");
        assertThat(talk.query(sql)).contains("C SELECT 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE USER bob", "grant select on subscribers to bob", " drop role\nbob"})
    void shouldSayHowUsersAreMade(String sql) {
        assertThat(talk.query(sql).get(0))
                .startsWith("E 25006 ")
                .endsWith(" Users of the gateway and what is hidden from them are set by \"aim gateway user add\".");
    }

    @Test
    void shouldShowTheTextOfAQueryOfTheCatalogue() {
        assertThat(talk.query("SELECT pg_get_functiondef('q1'::regproc)")).anySatisfy(line -> assertThat(line)
                .startsWith("D CREATE OR REPLACE FUNCTION public.q1(alpha bigint")
                .contains("FROM AnalyticsMatrix"));
    }

    @Test
    void shouldBeNoStandby() {
        assertThat(talk.query("SELECT pg_is_in_recovery(), current_setting('in_hot_standby')"))
                .contains("D f|off");
    }

    @Test
    void shouldSleepUntilItsTimeIsOver() {
        assertThat(talk.query("SELECT pg_sleep(0.01)")).containsExactly("T pg_sleep:2278", "D", "C SELECT 1", "Z I");
        assertThat(talk.query("SELECT pg_sleep(-1)")).contains("C SELECT 1");
        talk.query("SET statement_timeout = '50ms'");
        assertThat(talk.query("SELECT pg_sleep(3600)"))
                .containsExactly("E 57014 canceling statement due to statement timeout", "Z I");
    }

    @Test
    void shouldSleepUntilItIsCancelled() {
        CompletableFuture<List<String>> heard =
                CompletableFuture.supplyAsync(() -> talk.query("SELECT pg_sleep(3600)"));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!heard.isDone() && System.nanoTime() < deadline) {
            talk.session.cancel();
            Thread.onSpinWait();
        }
        assertThat(heard.join()).containsExactly("E 57014 canceling statement due to user request", "Z I");
    }

    /** The clock is a parameter, so that a text that is asked again has one plan. */
    @Test
    void shouldSendItsClock() {
        assertThat(talk.query(
                        "SET TimeZone = 'Asia/Tokyo'; SELECT count(*) FROM subscribers WHERE now() >= current_date"))
                .contains("D 10");
        assertThat(talk.job.asked.get(0).params()).containsKeys("now", "today", "text");
        assertThat(talk.job.asked.get(0).params().get("today")).asString().endsWith("T00:00+09:00");
    }

    @Test
    void shouldWaitForWhatWasCommittedIfThatIsSet() {
        talk.query("SELECT count(*) FROM subscribers");
        talk.query("SET aim.freshness = on");
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.job.options.get(0).awaited()).isEmpty();
        assertThat(talk.job.options.get(1).awaited()).isEqualTo(Map.of(0, 55L));
    }

    @Test
    void shouldTakeOlderAnswersIfThatIsSet() {
        talk.query("SELECT count(*) FROM subscribers");
        talk.query("SET aim.max_age = '200ms'");
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.query("SHOW aim.max_age")).contains("D 200ms");
        talk.query("SET aim.freshness = on");
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.job.options.stream().map(AnswerOptions::maxAgeMs)).containsExactly(0, 200, 0);
    }

    @Test
    void shouldAskForEachUserWithoutSayingWhoThatIs() {
        talk.query("SELECT count(*) FROM subscribers");
        Talk same = new Talk(new User("ada", null), talk.gateway);
        same.query("SELECT count(*) FROM subscribers");
        new Talk(new User("bob", null), talk.gateway).query("SELECT count(*) FROM subscribers");
        List<String> names =
                talk.job.options.stream().map(AnswerOptions::onBehalfOf).toList();
        assertThat(names).hasSize(3).doesNotContainNull().doesNotContain("ada", "bob");
        assertThat(names.get(1)).isNotEqualTo(names.get(2));
    }

    /** An older answer than the connection has seen is asked anew. */
    @Test
    void shouldNotGoBackInTimeForAnOlderAnswer() {
        talk.job.progress.addAll(List.of(100L, 90L, 120L));
        talk.job.committed = 150;
        talk.query("SET aim.max_age = 200");
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.query("SELECT count(*) FROM subscribers")).contains("D 10");
        assertThat(talk.job.options.stream().map(AnswerOptions::maxAgeMs)).containsExactly(200, 200, 0);
        assertThat(talk.job.options.stream().map(AnswerOptions::awaited))
                .containsExactly(Map.of(), Map.of(), Map.of(0, 100L));
    }

    @Test
    void shouldWaitForWhatWasCommittedNoLongerThanAStatementMayTake() {
        talk.query("SELECT count(*) FROM subscribers");
        talk.query("SET aim.freshness = on; SET statement_timeout = '100ms'");
        talk.job.isSilent = true;
        assertThat(talk.query("SELECT count(*) FROM subscribers"))
                .anySatisfy(line -> assertThat(line).startsWith("E 57014"));
    }

    /** A job that restarted has read fewer events than its last answer had, until it has read them again. */
    @Test
    void shouldNeverGoBackInTime() {
        talk.job.committed = 150;
        talk.job.progress.addAll(List.of(100L, 90L, 95L, 120L));
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.query("SELECT count(*) FROM subscribers")).contains("D 10");
        assertThat(talk.job.options.stream().map(each -> each.awaited()))
                .containsExactly(Map.of(), Map.of(), Map.of(0, 100L), Map.of(0, 100L));
        assertThat(talk.job.progress).isEmpty();
    }

    /** No answer has events that the topic has not: it was made anew. */
    @Test
    void shouldSayThatTheTopicOfEventsIsAnother() {
        talk.job.progress.addAll(List.of(100L, 3L));
        talk.job.committed = 3;
        assertThat(talk.query("SELECT count(*) FROM subscribers")).contains("D 10");
        assertThat(talk.query("SELECT count(*) FROM subscribers").get(0))
                .startsWith("E 55000 ")
                .contains("up to offset 100 of partition 0, and the topic of events ends at 3");
    }

    /** An answer may have events after its offsets, which a checkpoint between the two does not have. */
    @ParameterizedTest
    @CsvSource({"55, 55", "1000000, 131112"})
    void shouldNotGoBackToACheckpointThatIsAfterTheOffsetsOfAnAnswerButBeforeItsEvents(long committed, long awaited) {
        talk.job.progress.addAll(List.of(40L, 45L, awaited, awaited));
        talk.job.committed = committed;
        talk.query("SELECT count(*) FROM subscribers");
        talk.job.run = "b";
        talk.query("SELECT count(*) FROM subscribers");
        talk.query("SELECT count(*) FROM subscribers");
        assertThat(talk.job.options.stream().map(each -> each.awaited()))
                .containsExactly(Map.of(), Map.of(), Map.of(0, awaited), Map.of());
    }

    @Test
    void shouldLimitTheStatementsOfAUserThatRunAtATime() {
        Talk limited = new Talk(new User(
                "ada",
                null,
                OptionalInt.empty(),
                OptionalInt.of(1),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                false,
                Set.of(Permission.ASK)));
        assertThat(limited.query("SELECT 1")).contains("D 1");
        limited.queries.begin(limited.session.backend(), "SELECT of another connection");
        for (String sql : List.of(
                "SELECT 1",
                "SELECT count(*) FROM subscribers",
                "SELECT count(*) FROM subscribers; SELECT count(*) FROM subscribers",
                "DECLARE c CURSOR WITH HOLD FOR SELECT count(*) FROM subscribers",
                "PREPARE p AS SELECT 1; EXECUTE p")) {
            assertThat(limited.query(sql)).as(sql).anyMatch(line -> line.startsWith("E 53300"));
        }
        assertThat(limited.query("SHOW jit")).contains("D off");
    }

    @Test
    void shouldCopyOut() {
        assertThat(talk.query("COPY (SELECT * FROM (VALUES (1, 'a\tb'), (2, NULL)) t) TO STDOUT"))
                .containsExactly(
                        "H", "d 1\ta\\tb\n".stripTrailing(), "d 2\t\\N".stripTrailing(), "c", "C COPY 2", "Z I");
        assertThat(talk.query("COPY (SELECT 1 AS n, 'a,b' AS t, NULL AS z) TO STDOUT WITH (FORMAT csv, HEADER)"))
                .containsExactly("H", "d n,t,z", "d 1,\"a,b\",", "c", "C COPY 1", "Z I");
        assertThat(talk.query("COPY subscribers FROM STDIN")).first().asString().startsWith("E 25006");
    }

    @Test
    void shouldSayHowAQueryIsAnswered() {
        List<String> heard = talk.query("EXPLAIN SELECT count(*) FROM subscribers");
        assertThat(heard.get(0)).isEqualTo("T QUERY PLAN:25");
        assertThat(heard).contains("C EXPLAIN", "Z I");
    }

    @Test
    void shouldListWhatRunsAndRan() {
        talk.query("SELECT count(*) FROM subscribers");
        talk.query("SELECT nothing");
        assertThat(talk.query("SELECT state, sqlstate, query FROM aim.queries ORDER BY id"))
                .contains(
                        "D done|null|SELECT count(*) FROM subscribers",
                        "D running|null|SELECT state, sqlstate, query FROM aim.queries ORDER BY id");
    }

    /** As clocks show times where the client is, in whatever writes them. */
    @Test
    void shouldWriteTimesInTheZoneOfTheClient() {
        talk.query("SET TimeZone = 'Europe/Zurich'");
        String time = "timestamptz '2026-01-01 12:00:00Z'";
        assertThat(talk.query("SELECT to_char(" + time + ", 'HH24:MI TZ OF TZH:TZM'), concat(" + time
                        + ", ''), format('%s', " + time
                        + "), extract(hour FROM " + time + "), make_timestamptz(2026, 1, 1, 13, 0, 0) = " + time + ", "
                        + time + "::date::timestamptz"))
                .contains(
                        "D 13:00 CET +01 +01:00|2026-01-01 13:00:00+01|2026-01-01 13:00:00+01|13|t|2026-01-01 00:00:00+01");
    }

    @Test
    void shouldFindNoTableOfAnEmptyName() {
        assertThat(talk.query("SELECT * FROM \".\"")).first().asString().startsWith("E 42P01");
    }
}
