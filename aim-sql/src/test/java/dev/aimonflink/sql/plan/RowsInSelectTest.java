package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

/** What they compute is in the statements of rows-in-select.slt. */
class RowsInSelectTest {
    private static final String ADVICE =
            ". Call it in FROM, behind the table whose columns it takes, and use its column.";

    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select generate_series(1, i), i from u¦project #3 generate_series:integer, i#0 i:integer < inner lateral(i#0) {scan u} {generate_series(1:integer, outer0:integer)}
            select generate_series(1, i) + 1, generate_series(1, 2), -generate_series(1, i) from u¦project (#3 + 1:integer) ?column?:integer, #4 generate_series:integer, negation(#3) ?column?:integer < inner lateral(i#0) {scan u} {generate_series(1:integer, outer0:integer), generate_series(1:integer, 2:integer)}
            select generate_series(1, generate_series(1, i)) from u¦project #4 generate_series:integer < inner lateral(#3) {inner lateral(i#0) {scan u} {generate_series(1:integer, outer0:integer)}} {generate_series(1:integer, outer0:integer)}
            select generate_series(1, i), max(x) from u group by 1¦project #0 generate_series:integer, #1 max:bigint < aggregate by (#3) max(x#2):bigint < inner lateral(i#0) {scan u} {generate_series(1:integer, outer0:integer)}
            """)
    void shouldJoinTheRowsOfEachRow(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select i from u where generate_series(1, 2) = 1¦0A000¦22¦in WHERE
            select i from u having generate_series(1, 2) = 1¦0A000¦23¦in HAVING
            select sum(generate_series(1, 2))¦0A000¦11¦in arguments of aggregates
            select rank() over (order by generate_series(1, 2))¦0A000¦29¦in window functions and their windows
            select i from u limit generate_series(1, 2)¦0A000¦22¦in LIMIT or OFFSET
            values (generate_series(1, 2))¦0A000¦8¦in VALUES
            select 1 from t join u on generate_series(1, 2) = 1¦0A000¦26¦in the condition of a join
            select 1 from generate_series(1, generate_series(1, 2))¦0A000¦33¦in a function of FROM
            select case when true then generate_series(1, 2) end¦0A000¦7¦in CASE
            select coalesce(generate_series(1, 2), 1)¦0A000¦7¦in COALESCE
            select generate_series(1, 2) = 1 or true¦42804¦33¦in AND, OR, NOT, BETWEEN and IS TRUE
            select generate_series(1, 2) in (select i from u)¦42804¦29¦in comparisons with the rows of a query
            """)
    void shouldSayWhereTheyCannotStand(String text, String code, int position, String where) {
        assertRefused(
                code, position, "set-returning functions are not allowed " + where + ADVICE, () -> schema.bind(text));
    }
}
