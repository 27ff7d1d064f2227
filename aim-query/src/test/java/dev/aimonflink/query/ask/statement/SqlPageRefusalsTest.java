package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks for everything that the page on SQL says is not there. */
class SqlPageRefusalsTest {
    private static final Path PAGE = Path.of("..", "docs", "sql.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (.+?) \\| .+ \\|$");
    private static final Pattern CODE = Pattern.compile("\\(([0-9A-Z]{5})\\)");
    /** What is wrong, and then what to do. */
    private static final Pattern TWO_SENTENCES = Pattern.compile("\\S.*\\. \\p{Lu}.*\\.");

    /** The first cell of each row, and below it statements that the row is about. */
    private static final String EXAMPLES = """
            statements that change something (25006)
                INSERT INTO subscribers VALUES (1)
                UPDATE subscribers SET zip = 'CH-8000'
                DELETE FROM subscribers
                CREATE TABLE bills (cost numeric)
                SELECT city INTO cities FROM subscribers
                SELECT city FROM subscribers FOR UPDATE
            frames with `GROUPS`, `EXCLUDE`, or `RANGE` and a number
                SELECT sum(total_cost_this_week) OVER (ORDER BY city GROUPS 1 PRECEDING) FROM subscribers
                SELECT sum(total_cost_this_week) OVER (ORDER BY city ROWS 1 PRECEDING EXCLUDE TIES) FROM subscribers
                SELECT sum(total_cost_this_week) OVER (ORDER BY total_cost_this_week RANGE 1 PRECEDING) FROM subscribers
            over a window: `DISTINCT`, percentiles, `ORDER BY` in the call
                SELECT count(DISTINCT city) OVER () FROM subscribers
                SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY zip) OVER () FROM subscribers
                SELECT string_agg(city, ',' ORDER BY city) OVER () FROM subscribers
            in a query, an aggregate of columns of the query around it alone
                SELECT (SELECT max(s.zip) FROM RegionInfo r) FROM subscribers s
            `GROUPING SETS`, `ROLLUP`, `CUBE`
                SELECT city, count(*) FROM subscribers GROUP BY GROUPING SETS ((city), ())
                SELECT city, count(*) FROM subscribers GROUP BY ROLLUP (city)
                SELECT city, count(*) FROM subscribers GROUP BY CUBE (city)
            functions that return rows in `WHERE`, `HAVING`, `CASE` and `coalesce`, and in what aggregates and windows take
                SELECT city FROM subscribers WHERE unnest(ARRAY[1, 2]) = 1
                SELECT count(*) FROM subscribers HAVING unnest(ARRAY[1, 2]) = 1
                SELECT CASE WHEN city = 'Bern' THEN unnest(ARRAY[1, 2]) END FROM subscribers
                SELECT coalesce(unnest(ARRAY[1, 2]), 0)
                SELECT sum(unnest(ARRAY[1, 2]))
                SELECT rank() OVER (ORDER BY unnest(ARRAY[1, 2])) FROM subscribers
            `TABLESAMPLE`
                SELECT count(*) FROM subscribers TABLESAMPLE SYSTEM (10)
            `FETCH ... WITH TIES`
                SELECT city FROM subscribers ORDER BY 1 FETCH FIRST 1 ROW WITH TIES
            `(a, b) IN (SELECT ...)`
                SELECT 1 FROM subscribers WHERE (city, country) IN (SELECT city, country FROM RegionInfo)
            arrays of arrays, slices as `a[2:3]`
                SELECT ARRAY[ARRAY[1]]
                SELECT ARRAY(SELECT ARRAY[1])
            `json`, `jsonb`, `bytea`, `uuid`
                SELECT '{}'::json
                SELECT '{}'::jsonb
                SELECT city::bytea FROM subscribers
                SELECT CAST(city AS uuid) FROM subscribers
            `json_agg`
                SELECT json_agg(city) FROM subscribers
                SELECT jsonb_agg(city) FROM subscribers
            `median`, `approx_count_distinct`
                SELECT median(total_cost_this_week) FROM subscribers
                SELECT approx_count_distinct(city) FROM subscribers
            times that are `infinity`
                SELECT timestamptz 'infinity'
            `time`
                SELECT '12:30'::time
            `current_time`, `localtime`, `clock_timestamp()`
                SELECT current_time
                SELECT localtime
                SELECT clock_timestamp()
            `to_number`
                SELECT to_number('1', '9')
            `regexp_matches`, `regexp_split_to_table`, `SIMILAR TO`
                SELECT regexp_matches(city, 'Z') FROM subscribers
                SELECT regexp_split_to_table(city, 'Z') FROM subscribers
                SELECT 1 FROM subscribers WHERE city SIMILAR TO 'Z%'
            `random()`, `gen_random_uuid()`
                SELECT random()
                SELECT gen_random_uuid()
            `money`, `char(n)`
                SELECT 1::money
                SELECT city::char(3) FROM subscribers
            numbers as `0x1F` and `1_000`, texts as `U&'\\0041'` and `x'1F'` (42601)
                SELECT 0x1F
                SELECT 1_000
                SELECT U&'\\0041'
                SELECT x'1F'
            `EXPLAIN VERBOSE`
                EXPLAIN VERBOSE SELECT 1
                EXPLAIN ANALYZE VERBOSE SELECT 1
            options of `EXPLAIN` in parentheses but for `ANALYZE` and `FORMAT` (42601)
                EXPLAIN (VERBOSE) SELECT 1
                EXPLAIN (ANALYZE, BUFFERS) SELECT 1
            collations but for `"C"`
                SELECT city FROM subscribers ORDER BY city COLLATE "de_CH"
            """;

    private static final MatrixTables TABLES = ShippedModel.CALLS;

    /** Has no rows, since no statement comes so far as to read one. */
    private final PageExamples examples = new PageExamples(
            new SqlText(TABLES, AnswerLimits.USUAL),
            new SqlMatrix(TABLES, 1, KeptColumns.of(TABLES.schema(), List.of(KeptColumns.AUTO))));

    private static Map<String, List<String>> examplesByRow() {
        Map<String, List<String>> byRow = new LinkedHashMap<>();
        List<String> ofRow = new ArrayList<>();
        for (String line : EXAMPLES.lines().toList()) {
            if (line.startsWith(" ")) {
                ofRow.add(line.strip());
            } else {
                ofRow = new ArrayList<>();
                byRow.put(line, ofRow);
            }
        }
        return byRow;
    }

    private static List<String> rowsOfThePage() throws IOException {
        String section =
                Files.readString(PAGE).split("(?m)^## What is not there$")[1].split("(?m)^## ")[0];
        return ROW.matcher(section)
                .results()
                .map(row -> row.group(1))
                // The head of the table.
                .skip(1)
                .toList();
    }

    @Test
    void shouldHaveExamplesOfEachRow() throws IOException {
        assertThat(examplesByRow().keySet()).containsExactlyElementsOf(rowsOfThePage());
        assertThat(examplesByRow().values()).doesNotContain(List.of());
    }

    @Test
    void shouldRefuseWhatIsNotThereAndSayWhatToDo() {
        examplesByRow().forEach((row, statements) -> {
            Matcher named = CODE.matcher(row);
            String code = named.find() ? named.group(1) : SqlState.NOT_SUPPORTED.code();
            for (String statement : statements) {
                QueryError error = examples.errorOrNull(statement);
                assertThat(error).as(statement).isNotNull();
                assertThat(error.inSql().state()).as("%s: %s", statement, error).isEqualTo(code);
                assertThat(error.inSql().position())
                        .as("%s: %s", statement, error)
                        .isPositive();
                assertThat(error.message()).as(statement).matches(TWO_SENTENCES);
            }
        });
    }
}
