package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.gateway.session.Talk.bind;
import static dev.aimonflink.gateway.session.Talk.execute;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

/** Statements that read catalogs, or call functions of the gateway, beside tables of the job. */
class BothSidesTest {
    private final Talk talk = new Talk();

    private static Talk bob(OptionalLong maxRows, Set<String> hidden) {
        return new Talk(new User(
                "bob",
                null,
                OptionalInt.empty(),
                OptionalInt.empty(),
                maxRows,
                OptionalLong.empty(),
                hidden,
                false,
                Set.of(Permission.ASK)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The columns that are used, and the rows that the table's own conditions leave.
                "SELECT c.relname, s.subscriber_id FROM pg_class c, subscribers s"
                        + " WHERE c.relname = 'subscribers' AND s.subscriber_id > 8 ORDER BY 2"
                        + "|D subscribers;9, D subscribers;10"
                        + "|SELECT subscriber_id FROM subscribers WHERE (subscriber_id > 8::bigint)",
                "SELECT count(*) FROM aim.columns c JOIN subscribers s ON c.table_name = 'subscribers' AND s.subscriber_id = 3"
                        + " WHERE c.column_name = 'zip_region'|D 1|SELECT subscriber_id FROM subscribers WHERE (subscriber_id = 3::bigint)",
                "SELECT s.subscriber_id FROM pg_namespace n LEFT JOIN subscribers s ON s.subscriber_id = n.oid WHERE n.oid = 11"
                        + "|D null|SELECT subscriber_id FROM subscribers",
                "SELECT count(*) FROM subscribers WHERE subscriber_id IN (SELECT oid FROM pg_class WHERE relname = 'pg_type')"
                        + "|D 0|SELECT subscriber_id FROM subscribers",
                "SELECT n.nspname FROM pg_namespace n WHERE (SELECT count(*) FROM subscribers s WHERE s.subscriber_id < n.oid) = 10"
                        + " ORDER BY 1 LIMIT 1|D aim|SELECT subscriber_id FROM subscribers",
                "SELECT current_user, count(*) FROM subscribers WHERE subscriber_id IN (1, 2) AND zip_region IS NULL"
                        + "|D ada;2|SELECT count(*) FROM subscribers AS t1 WHERE (t1.subscriber_id IN (1, 2)) AND (t1.zip_region IS NULL)",
                "SELECT x.n FROM (SELECT region AS r, subscriber_id AS n FROM subscribers) x JOIN pg_namespace p ON p.oid = 11"
                        + " WHERE NOT x.n <= 9|D 10|SELECT subscriber_id FROM subscribers WHERE (NOT (subscriber_id <= 9::bigint))",
            })
    void shouldAskTheJobForWhatTheStatementNeeds(String sql, String rows, String asked) {
        List<String> answer = talk.query(sql);
        assertThat(answer.stream().filter(line -> line.startsWith("D ")))
                .as("%s", answer)
                .containsExactly(rows.replace(';', '|').split(", "));
        assertThat(talk.job.asked)
                .singleElement()
                .satisfies(question -> assertThat(question.params().get("text")).isEqualTo(asked));
    }

    /** What the gateway adds, it adds to few rows: the job groups, sorts and cuts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT count(*), current_user FROM subscribers|SELECT count(*) FROM subscribers AS t1",
                "SELECT region, count(*) FILTER (WHERE subscriber_id % 2 = 0), current_user FROM subscribers"
                        + " WHERE subscriber_id > 3 GROUP BY region HAVING count(*) > 1 ORDER BY 2 DESC LIMIT 3"
                        + "|SELECT t1.zip_region, count(*) FILTER (WHERE (t1.subscriber_id % 2::bigint) = 0::bigint), count(*) FROM subscribers AS t1"
                        + " WHERE (t1.subscriber_id > 3::bigint) GROUP BY t1.zip_region HAVING (count(*) > 1::bigint)"
                        + " ORDER BY count(*) FILTER (WHERE (t1.subscriber_id % 2::bigint) = 0::bigint) DESC LIMIT 3",
                "SELECT subscriber_id, current_user FROM subscribers ORDER BY number_of_calls_this_week DESC NULLS LAST, 1 LIMIT 2 OFFSET 1"
                        + "|SELECT subscriber_id, number_of_calls_this_week FROM subscribers"
                        + " ORDER BY number_of_calls_this_week DESC NULLS LAST, subscriber_id LIMIT 3",
                "SELECT * FROM (SELECT DISTINCT region FROM subscribers) s, pg_namespace n WHERE n.oid = 11"
                        + "|SELECT DISTINCT t1.zip_region FROM subscribers AS t1",
                "SELECT n.nspname, (SELECT max(subscriber_id) FROM subscribers) FROM pg_namespace n WHERE n.oid = 11"
                        + "|SELECT max(t1.subscriber_id) FROM subscribers AS t1 LIMIT 2",
                "SELECT avg(s.n), current_user FROM (SELECT subscriber_id AS n FROM subscribers ORDER BY 1 LIMIT 4) s"
                        + "|SELECT avg(t2.c0) FROM (SELECT t1.subscriber_id AS c0 FROM subscribers AS t1 ORDER BY t1.subscriber_id LIMIT 4) AS t2",
                "SELECT s.subscriber_id, c.id, current_user FROM subscribers s LEFT JOIN Category c ON s.category_category = c.category"
                        + " AND c.id < 3 WHERE s.subscriber_id > 1 GROUP BY 1, 2"
                        + "|SELECT t1.subscriber_id, t2.id FROM subscribers AS t1 LEFT JOIN category AS t2 ON"
                        + " (t1.category_category = t2.category) AND (t2.id < 3) WHERE (t1.subscriber_id > 1::bigint)"
                        + " GROUP BY t1.subscriber_id, t2.id",
                "SELECT current_user WHERE EXISTS (SELECT * FROM subscribers WHERE subscriber_id > 3)"
                        + "|SELECT subscriber_id FROM subscribers WHERE (subscriber_id > 3::bigint) LIMIT 1",
                // What only the gateway can test, it tests before it cuts.
                "SELECT subscriber_id FROM subscribers WHERE current_user <> city LIMIT 1"
                        + "|SELECT subscriber_id, zip_city FROM subscribers",
            })
    void shouldLetTheJobMakeFewerRows(String sql, String asked) {
        assertThat(talk.query(sql)).noneMatch(line -> line.startsWith("E"));
        assertThat(talk.job.asked)
                .singleElement()
                .satisfies(question -> assertThat(question.params().get("text")).isEqualTo(asked));
    }

    /** As the job alone answers without what makes the gateway compute. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*), sum(subscriber_id), min(city), avg(number_of_calls_this_week) FROM subscribers",
                "SELECT region, count(DISTINCT city), max(subscriber_id) - 1 FROM subscribers GROUP BY region ORDER BY 1 NULLS FIRST",
                "SELECT subscriber_id || '!', city FROM subscribers WHERE subscriber_id::text LIKE '1%' OR NOT city IS NULL ORDER BY 1 DESC LIMIT 3",
                "SELECT CASE WHEN subscriber_id > 5 THEN 'x' ELSE NULL END, count(*) FROM subscribers GROUP BY 1 ORDER BY 2, 1",
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY subscriber_id) FROM subscribers",
                "SELECT string_agg(subscriber_id::text, ',' ORDER BY subscriber_id DESC) FROM subscribers WHERE subscriber_id < 4",
                "SELECT sum(subscriber_id::numeric * -1.5), sum(-subscriber_id), sum(subscriber_id)::real / 3 FROM subscribers",
                "SELECT count(*) FROM subscribers WHERE subscriber_id IN (1, 2, 3, 4, 5, 6, 7, 8, 99) AND round(subscriber_id, -1) = 10",
                "SELECT DISTINCT subscriber_id % 3 FROM subscribers ORDER BY 1 LIMIT 2 OFFSET 1",
                "SELECT subscriber_id FROM subscribers WHERE coalesce(city, 'x') <> '' ORDER BY subscriber_id % 4, 1 LIMIT 5",
                "SELECT 1 FROM subscribers HAVING count(*) > 3",
                "SELECT (subscriber_id + 1000)::text::varchar(2), count(*) FROM subscribers GROUP BY 1",
                "SELECT count(*) FROM subscribers WHERE (subscriber_id + 1000)::text::varchar(3) = '100'",
                "SELECT subscriber_id::text AS a FROM subscribers ORDER BY subscriber_id LIMIT 3",
                "SELECT subscriber_id::text, subscriber_id FROM subscribers ORDER BY 2 LIMIT 3",
                "SELECT -subscriber_id AS subscriber_id, count(*) FROM subscribers s GROUP BY 1 ORDER BY 2, max(s.subscriber_id) LIMIT 2",
                "SELECT string_agg(n, ',') FROM (SELECT subscriber_id::text AS n FROM subscribers ORDER BY 1) x",
                "SELECT count(x.one) FROM (SELECT 1 AS one, c.id FROM Category c JOIN CellValueType v ON c.id = v.id) x"
                        + " FULL JOIN SubscriptionType t ON x.id = t.id AND x.id < 2",
                "SELECT a.subscriber_id, b.zip_city FROM subscribers a LEFT JOIN (SELECT * FROM subscribers WHERE subscriber_id < 3) b"
                        + " ON a.subscriber_id = b.subscriber_id ORDER BY 1 LIMIT 7",
                "SELECT max(n) FROM (SELECT region, count(*) AS n FROM subscribers GROUP BY region) x WHERE n > 0",
                "SELECT count(*) FROM (SELECT subscriber_id FROM subscribers WHERE subscriber_id > 2 ORDER BY 1 LIMIT 3) x WHERE subscriber_id < 5",
            })
    void shouldAnswerWithTheJobAsTheJobAlone(String sql) {
        List<String> alone = talk.query(sql);
        assertThat(alone).noneMatch(line -> line.startsWith("E")).anyMatch(line -> line.startsWith("D"));
        List<String> beside = talk.query("SELECT x.* FROM (" + sql + ") x, pg_namespace n WHERE n.oid = 11");
        assertThat(beside)
                .filteredOn(line -> line.startsWith("D"))
                .containsExactlyInAnyOrderElementsOf(
                        alone.stream().filter(line -> line.startsWith("D")).toList());
        assertThat(talk.job.asked).hasSize(2);
    }

    @Test
    void shouldAskForLongLists() {
        String numbers = IntStream.range(0, 3_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        assertThat(talk.query(
                        "SELECT count(*), current_user FROM subscribers WHERE subscriber_id IN (" + numbers + ")"))
                .contains("D 10|ada");
        assertThat(talk.job.asked.get(0).params().get("text").toString()).contains("IN (0, 1, ");
    }

    @Test
    void shouldSayWhichStatementReadsTheJobInTooManyWays() {
        String counts = IntStream.range(0, 17)
                .mapToObj(n -> "(SELECT count(*) FROM subscribers WHERE subscriber_id <> " + n + ")")
                .collect(Collectors.joining(", "));
        assertThat(talk.query("SELECT current_user, " + counts).get(0))
                .isEqualTo(
                        "E 0A000 The statement reads the job in 17 ways, and one may in 16. Write several statements.");
    }

    /** Of types that only connections have, nothing is left in the value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT '{a}'::varchar[] FROM subscribers LIMIT 1",
                "SELECT '{a}'::name[] FROM subscribers LIMIT 1",
                "SELECT 'x'::name::text, 5::oid::int FROM subscribers LIMIT 1",
                "SELECT (s.subscriber_id, 'x') FROM subscribers s LIMIT 1",
                "SELECT s FROM (SELECT subscriber_id FROM subscribers) s LIMIT 1",
                "SELECT count(*) FROM subscribers a, subscribers b, pg_namespace n WHERE a.subscriber_id = b.subscriber_id",
            })
    void shouldAnswerWhatTheJobAloneCannot(String sql) {
        assertThat(talk.query(sql)).noneMatch(line -> line.startsWith("E")).anyMatch(line -> line.startsWith("D"));
        assertThat(talk.job.asked).singleElement().satisfies(question -> assertThat(
                        question.params().get("text").toString())
                .doesNotContain(";"));
    }

    /** Also where a client calls its texts otherwise. */
    @ParameterizedTest
    @ValueSource(ints = {18, 19, 25, 1042, 1043})
    void shouldLeaveToTheJobWhatItCan(int type) {
        String sql = "SELECT count(*) FROM subscribers WHERE city = $1";
        assertThat(talk.say(parse("", sql, type), bind("", "", "Bern"), execute("", 0), sync()))
                .noneMatch(line -> line.startsWith("E"));
        assertThat(talk.job.asked.get(0).params()).containsEntry("text", sql);
    }

    @Test
    void shouldReadTwoTablesOfTheJobAtOneMoment() {
        talk.job.writesBeforeEachAnswer = true;
        String calls = "number_of_calls_this_week";
        assertThat(talk.query(
                        "SELECT a." + calls + " - b." + calls + " FROM subscribers a, subscribers b, pg_namespace n"
                                + " WHERE a.subscriber_id = 10 AND b.subscriber_id = 10 AND n.oid = 11"))
                .contains("D 0");
        assertThat(talk.job.asked).hasSize(1);
    }

    @Test
    void shouldTakeValuesOfParameters() {
        assertThat(talk.say(
                        parse(
                                "",
                                "SELECT s.subscriber_id FROM subscribers s, pg_namespace n WHERE s.subscriber_id = $1 AND n.oid = $2"),
                        bind("", "", "7", "11"),
                        execute("", 0),
                        sync()))
                .contains("D 7");
        assertThat(talk.job.asked.get(0).params())
                .containsEntry("text", "SELECT subscriber_id FROM subscribers WHERE (subscriber_id = 7::bigint)");
    }

    @Test
    void shouldNotSeeColumnsThatAreHidden() {
        Talk bob = bob(OptionalLong.empty(), Set.of("region"));
        assertThat(bob.query("SELECT s.region FROM subscribers s, pg_class c"))
                .first()
                .asString()
                .startsWith("E 42703");
        assertThat(bob.query("SELECT s.* FROM subscribers s, pg_namespace n WHERE n.oid = 11 LIMIT 1")
                        .get(0))
                .doesNotContain("region");
        assertThat(bob.job.asked)
                .allSatisfy(question -> assertThat(question.params()).containsEntry("hidden", "region"));
    }

    @Test
    void shouldNeverCutTheJobsRowsInSilence() {
        Talk bob = bob(OptionalLong.of(5), Set.of());
        assertThat(bob.query("SELECT count(*) FROM subscribers s, pg_namespace n WHERE n.oid = 11"))
                .first()
                .asString()
                .startsWith("E 54000");
    }
}
