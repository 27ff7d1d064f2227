package dev.aimonflink.sql.text;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatementParserTest {
    private static String shown(String text) {
        return ShownStatement.of(StatementParser.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select 1¦SELECT 1
            select all a, b as c, d e, f as select, g "H" from t¦SELECT a, b AS c, d AS e, f AS "select", g AS "H" FROM t
            select distinct *, t.*, s.t.*, a * 2 from t¦SELECT DISTINCT *, t.*, s.t.*, (a * 2) FROM t
            select a from t where b > 1 group by a, 2 having count(*) > 1 order by 1 desc, a + 1 asc limit 3 offset 4¦SELECT a FROM t WHERE (b > 1) GROUP BY a, 2 HAVING (count(*) > 1) ORDER BY 1 DESC, (a + 1) LIMIT 3 OFFSET 4
            select a from t order by a nulls first, b desc nulls last, c nulls last, d desc nulls first¦SELECT a FROM t ORDER BY a NULLS FIRST, b DESC NULLS LAST, c, d DESC
            select count(*) over, f() filter, over within from t¦SELECT count(*) AS over, f() AS filter, over AS within FROM t
            select f() over where a¦SELECT f() AS over WHERE a
            table s.t limit 1¦SELECT * FROM s.t LIMIT 1
            values (1, 'a'), (2, null) order by 1¦VALUES (1, 'a'), (2, NULL) ORDER BY 1
            with a as (select 1), b (x, y) as not materialized (select 2, 3), c as materialized (table b) select * from a, b, c¦WITH a AS (SELECT 1), b (x, y) AS (SELECT 2, 3), c AS (SELECT * FROM b) SELECT * FROM a, b, c
            """)
    void shouldReadTheClausesOfAQuery(String text, String tree) {
        assertThat(shown(text)).isEqualTo(tree);
        assertThat(shown(tree)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            limit 3¦LIMIT 3
            limit 3 offset 4¦LIMIT 3 OFFSET 4
            offset 4 limit 3¦LIMIT 3 OFFSET 4
            limit all offset 4 rows¦OFFSET 4
            offset 1 row fetch next 5 rows only¦LIMIT 5 OFFSET 1
            fetch first row only¦LIMIT 1
            fetch first $1 + 1 rows only offset 2¦LIMIT ($1 + 1) OFFSET 2
            """)
    void shouldReadLimitsInEachOrderAndForm(String text, String tree) {
        assertThat(shown("select a from t " + text)).isEqualTo("SELECT a FROM t " + tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            t, s.u x, "V" as y (a, b)¦t, s.u AS x, "V" AS y (a, b)
            a join b on a.x = b.x left outer join c using (x, y)¦((a INNER JOIN b ON (a.x = b.x)) LEFT JOIN c USING (x, y))
            a inner join b on true cross join c right join d on e full join f using (g), h¦((((a INNER JOIN b ON TRUE) CROSS JOIN c) RIGHT JOIN d ON e) FULL JOIN f USING (g)), h
            a join (b cross join c) on d¦(a INNER JOIN (b CROSS JOIN c) ON d)
            ((a cross join b)) cross join c¦((a CROSS JOIN b) CROSS JOIN c)
            (select 1) x, (select 2 y) as z (v), (select 3)¦(SELECT 1) AS x, (SELECT 2 AS y) AS z (v), (SELECT 3)
            (values (1, 'a'), (2, 'b')) as v (id, name)¦(VALUES (1, 'a'), (2, 'b')) AS v (id, name)
            ((select 1)) x¦(SELECT 1) AS x
            ((select 1) union select 2) x¦((SELECT 1) UNION (SELECT 2)) AS x
            ((select 1) limit 1) x¦(SELECT 1 LIMIT 1) AS x
            ((select 1) x cross join b)¦((SELECT 1) AS x CROSS JOIN b)
            (((select 1) x))¦(SELECT 1) AS x
            """)
    void shouldReadTablesAndJoins(String text, String tree) {
        assertThat(shown("select * from " + text)).isEqualTo("SELECT * FROM " + tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select 1 union select 2 union all select 3¦((SELECT 1) UNION (SELECT 2)) UNION ALL (SELECT 3)
            select 1 union select 2 intersect select 3 except distinct select 4¦((SELECT 1) UNION ((SELECT 2) INTERSECT (SELECT 3))) EXCEPT (SELECT 4)
            select 1 intersect all select 2 union select 3¦((SELECT 1) INTERSECT ALL (SELECT 2)) UNION (SELECT 3)
            select 1 union (select 2 union select 3)¦(SELECT 1) UNION ((SELECT 2) UNION (SELECT 3))
            (select 1 limit 2) union values (3) order by 1 limit 4¦(SELECT 1 LIMIT 2) UNION (VALUES (3)) ORDER BY 1 LIMIT 4
            ((select 1))¦SELECT 1
            ((select 1 limit 1))¦SELECT 1 LIMIT 1
            (select 1 limit 2) limit 1¦(SELECT 1 LIMIT 2) LIMIT 1
            """)
    void shouldBindUnionsAsTightlyAsPostgresDoes(String text, String tree) {
        assertThat(shown(text)).isEqualTo(tree);
        assertThat(shown(tree)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            explain select 1¦OFF, FORMAT TEXT
            explain analyse select 1¦ON, FORMAT TEXT
            explain (select 1)¦OFF, FORMAT TEXT
            explain analyze ((select 1))¦ON, FORMAT TEXT
            explain (analyze) select 1¦ON, FORMAT TEXT
            explain (format json, analyze true) (select 1)¦ON, FORMAT JSON
            explain (analyze off, format text) select 1¦OFF, FORMAT TEXT
            """)
    void shouldReadTheOptionsOfExplain(String text, String options) {
        assertThat(shown(text)).isEqualTo("EXPLAIN (ANALYZE " + options + ") SELECT 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            SET application_name = 'a;b'¦set WORD:application_name SIGN:= STRING:a;b
            show transaction isolation level¦show WORD:transaction WORD:isolation WORD:level
            begin¦begin
            start transaction read only¦start WORD:transaction WORD:read WORD:only
            declare c cursor for select 1¦declare WORD:c WORD:cursor WORD:for WORD:select NUMBER:1
            """)
    void shouldLeaveWhatFollowsAStatementOfTheSessionAsItIs(String text, String tree) {
        assertThat(shown(text)).isEqualTo(tree);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";", " ; ;; -- nothing\n", "/* nothing */"})
    void shouldLeaveEmptyStatementsOut(String text) {
        assertThat(StatementParser.parse(text)).isEmpty();
    }

    @Test
    void shouldReadTheStatementsOfABatch() {
        List<Statement> statements = StatementParser.parse(";select 1; ;begin;explain select 2;");
        assertThat(ShownStatement.of(statements))
                .isEqualTo("SELECT 1; begin; EXPLAIN (ANALYZE OFF, FORMAT TEXT) SELECT 2");
        assertThat(statements).extracting(Statement::position).containsExactly(1, 12, 18);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "SELECT AVG(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week > 1¦SELECT avg(total_duration_this_week) FROM analyticsmatrix WHERE (number_of_local_calls_this_week > 1)",
                "SELECT MAX(most_expensive_call_this_week) FROM AnalyticsMatrix WHERE total_number_of_calls_this_week > 3¦SELECT max(most_expensive_call_this_week) FROM analyticsmatrix WHERE (total_number_of_calls_this_week > 3)",
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) AS cost_ratio FROM AnalyticsMatrix GROUP BY number_of_calls_this_week LIMIT 100¦SELECT (sum(total_cost_this_week) / sum(total_duration_this_week)) AS cost_ratio FROM analyticsmatrix GROUP BY number_of_calls_this_week LIMIT 100",
                "SELECT city, AVG(number_of_local_calls_this_week), SUM(total_duration_of_local_calls_this_week) FROM AnalyticsMatrix, RegionInfo WHERE number_of_local_calls_this_week > 5 AND total_duration_of_local_calls_this_week > 60 AND AnalyticsMatrix.zip = RegionInfo.zip GROUP BY city¦SELECT city, avg(number_of_local_calls_this_week), sum(total_duration_of_local_calls_this_week) FROM analyticsmatrix, regioninfo WHERE (((number_of_local_calls_this_week > 5) AND (total_duration_of_local_calls_this_week > 60)) AND (analyticsmatrix.zip = regioninfo.zip)) GROUP BY city",
                "SELECT region, SUM(total_cost_of_local_calls_this_week) AS local, SUM(total_cost_of_long_distance_calls_this_week) AS long_distance FROM AnalyticsMatrix a, SubscriptionType t, Category c, RegionInfo r WHERE t.type = 'contract' AND c.category = 'business' AND a.subscription_type = t.id AND a.category = c.id AND a.zip = r.zip GROUP BY region¦SELECT region, sum(total_cost_of_local_calls_this_week) AS local, sum(total_cost_of_long_distance_calls_this_week) AS long_distance FROM analyticsmatrix AS a, subscriptiontype AS t, category AS c, regioninfo AS r WHERE (((((t.type = 'contract') AND (c.category = 'business')) AND (a.subscription_type = t.id)) AND (a.category = c.id)) AND (a.zip = r.zip)) GROUP BY region",
                "SELECT arg_max(subscriber_id, longest_duration_this_day), max(longest_duration_this_day) FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip WHERE country = 'Switzerland'¦SELECT arg_max(subscriber_id, longest_duration_this_day), max(longest_duration_this_day) FROM (analyticsmatrix AS a INNER JOIN regioninfo AS r ON (a.zip = r.zip)) WHERE (country = 'Switzerland')",
                "SELECT subscriber_id FROM AnalyticsMatrix WHERE longest_duration_this_week = (SELECT MAX(longest_duration_this_week) FROM AnalyticsMatrix) ORDER BY 1 LIMIT 1¦SELECT subscriber_id FROM analyticsmatrix WHERE (longest_duration_this_week = (SELECT max(longest_duration_this_week) FROM analyticsmatrix)) ORDER BY 1 LIMIT 1",
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) FROM AnalyticsMatrix WHERE CellValueType = 'gold'¦SELECT (sum(total_cost_this_week) / sum(total_duration_this_week)) FROM analyticsmatrix WHERE (cellvaluetype = 'gold')",
                "SELECT AVG(total_duration_of_calls_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week > 1¦SELECT avg(total_duration_of_calls_this_week) FROM analyticsmatrix WHERE (number_of_local_calls_this_week > 1)",
                "SELECT MAX(most_expensive_call_this_week) FROM AnalyticsMatrix¦SELECT max(most_expensive_call_this_week) FROM analyticsmatrix",
                "SELECT MIN(total_duration_this_week), MAX(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_calls_this_week < 5¦SELECT min(total_duration_this_week), max(total_duration_this_week) FROM analyticsmatrix WHERE (number_of_calls_this_week < 5)",
                "SELECT subscriber_id, average_cost_this_week / average_duration_this_week FROM AnalyticsMatrix WHERE total_duration_this_week > 0 ORDER BY 2, 1 FETCH FIRST ROW ONLY¦SELECT subscriber_id, (average_cost_this_week / average_duration_this_week) FROM analyticsmatrix WHERE (total_duration_this_week > 0) ORDER BY 2, 1 LIMIT 1"
            })
    void shouldReadTheTextsOfTheBenchmarkAsTheyStand(String text, String tree) {
        assertThat(shown(text)).isEqualTo(tree);
    }
}
