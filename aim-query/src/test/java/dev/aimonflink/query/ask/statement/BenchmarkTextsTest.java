package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The texts of the benchmark give the answers of the catalogue's queries. */
class BenchmarkTextsTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int SUBSCRIBERS = 500;
    /** The code of 'gold' in the dimension tables of the benchmark. */
    private static final int GOLD = 2;

    private static final MatrixTables TABLES =
            new MatrixTables(CallModel.schema(42), PlainDimensions.benchmark(), CallModel.tableAliases());
    private static final Catalogue CATALOGUE = Catalogues.of(TABLES.schema());
    /** An average, or a division. */
    private static final Pattern QUOTIENT =
            Pattern.compile("AVG\\((\\w+)\\)|(\\w+|SUM\\(\\w+\\)) / (\\w+|SUM\\(\\w+\\))");
    /** Far more than a quotient needs to be on the right side of the middle between two doubles. */
    private static final MathContext ALL_DIGITS = new MathContext(60);

    private static final String SAME_COUNTRY =
            "FROM AnalyticsMatrix a, RegionInfo r WHERE a.zip = r.zip AND r.country = 'Switzerland'";

    private static SqlMatrix matrix(int partitions) {
        SqlMatrix matrix = new SqlMatrix(TABLES, partitions);
        Random random = new Random(42);
        List<String> zips = PlainDimensions.benchmark().table("RegionInfo").column(0);
        for (int i = 0; i < 10 * SUBSCRIBERS; i++) {
            matrix.event(CallModel.event(new Event(
                    random.nextInt(SUBSCRIBERS),
                    NOON_MS - random.nextInt(60) * 3_600_000L,
                    // A call of no length would divide by zero, as it does in PostgreSQL.
                    1 + random.nextInt(600),
                    random.nextInt(2_000) / 4f,
                    random.nextBoolean())));
        }
        for (int id = 0; id < SUBSCRIBERS; id += 1 + random.nextInt(3)) {
            Profile profile = new Profile(
                    id, zips.get(random.nextInt(zips.size())), random.nextInt(4), random.nextInt(3), random.nextInt(4));
            matrix.profile(EntityId.of(id), CallProfiles.attributes(profile));
        }
        return matrix;
    }

    private static List<List<Object>> rows(QueryResult result) {
        assertThat(result.error()).isNull();
        return result.rows();
    }

    private static List<List<Object>> ask(SqlMatrix matrix, String text) {
        return rows(matrix.ask(new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of())));
    }

    private static List<List<Object>> catalogue(SqlMatrix matrix, String id) {
        return rows(matrix.ask(CATALOGUE.bind(AskedQuery.withDefaults(id))));
    }

    private static SqlMatrix matrixOfOneProfileWithoutCalls() {
        SqlMatrix matrix = new SqlMatrix(TABLES, 2);
        Profile gold = new Profile(1, "CH-1000", 1, 1, GOLD);
        matrix.profile(EntityId.of(1), CallProfiles.attributes(gold));
        return matrix;
    }

    /**
     * The answer to a text, with the dividend and the divisor in the place of its first quotient. Its rows have the same order only if the
     * text does not order by the number of a column.
     */
    private static List<List<Object>> inParts(SqlMatrix matrix, String text) {
        Matcher quotient = QUOTIENT.matcher(text);
        if (!quotient.find()) {
            return ask(matrix, text);
        }
        String parts = quotient.group(1) == null
                ? quotient.group(2) + ", " + quotient.group(3)
                : "SUM(" + quotient.group(1) + "), COUNT(" + quotient.group(1) + ")";
        return ask(matrix, text.substring(0, quotient.start()) + parts + text.substring(quotient.end()));
    }

    private static BigDecimal exact(Object number) {
        return new BigDecimal(number.toString());
    }

    /**
     * The text gives a quotient as a numeric and the catalogue gives it as a double. Both have to be the exact quotient, rounded once.
     * They are not compared with each other, because the numeric would be rounded a second time: 107 / 15 is the double
     * 7.133333333333334, and the numeric 7.1333333333333333 is nearer to the double before it.
     */
    private static void assertSame(List<List<Object>> expected, SqlMatrix matrix, String text) {
        List<List<Object>> actual = ask(matrix, text);
        List<List<Object>> inParts = inParts(matrix, text);
        assertThat(actual).hasSameSizeAs(expected).isNotEmpty();
        for (int row = 0; row < expected.size(); row++) {
            List<Object> shown = new ArrayList<>(actual.get(row));
            for (int column = 0; column < shown.size(); column++) {
                if (expected.get(row).get(column) instanceof Long number
                        && shown.get(column) instanceof BigDecimal sum) {
                    // The sum of a bigint is a numeric.
                    assertThat(sum).isEqualTo(BigDecimal.valueOf(number));
                    shown.set(column, number);
                } else if (expected.get(row).get(column) instanceof Double
                        && shown.get(column) instanceof BigDecimal rounded) {
                    BigDecimal dividend = exact(inParts.get(row).get(column));
                    BigDecimal divisor = exact(inParts.get(row).get(column + 1));
                    assertThat(rounded).isEqualTo(dividend.divide(divisor, rounded.scale(), RoundingMode.HALF_UP));
                    shown.set(column, dividend.divide(divisor, ALL_DIGITS).doubleValue());
                }
            }
            assertThat(shown).isEqualTo(expected.get(row));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            q1 | SELECT AVG(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week > 1
            q2 | SELECT MAX(most_expensive_call_this_week) FROM AnalyticsMatrix WHERE total_number_of_calls_this_week > 3
            q4 | SELECT city, AVG(number_of_local_calls_this_week), SUM(total_duration_of_local_calls_this_week) FROM AnalyticsMatrix, RegionInfo WHERE number_of_local_calls_this_week > 5 AND total_duration_of_local_calls_this_week > 60 AND AnalyticsMatrix.zip = RegionInfo.zip GROUP BY city
            q5 | SELECT region, SUM(total_cost_of_local_calls_this_week) AS local, SUM(total_cost_of_long_distance_calls_this_week) AS long_distance FROM AnalyticsMatrix a, SubscriptionType t, Category c, RegionInfo r WHERE t.type = 'contract' AND c.category = 'business' AND a.subscription_type = t.id AND a.category = c.id AND a.zip = r.zip GROUP BY region
            q7 | SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) FROM AnalyticsMatrix WHERE CellValueType = 'gold'
            w2 | SELECT MAX(most_expensive_call_this_week) FROM AnalyticsMatrix
            w3 | SELECT MIN(total_duration_of_calls_this_week), MAX(total_duration_of_calls_this_week) FROM subscribers WHERE total_number_of_calls_this_week < 3
            flat_rate | SELECT subscriber_id, total_cost_this_week / total_duration_this_week FROM AnalyticsMatrix a JOIN SubscriberValue c ON a.cell_value_type = c.id WHERE c.value = 'gold' AND total_duration_this_week > 0 ORDER BY total_cost_this_week / total_duration_this_week, 1 LIMIT 1
            """)
    void shouldGiveTheAnswerOfTheCatalogue(String id, String text) {
        for (int partitions : new int[] {1, 2, 7}) {
            SqlMatrix matrix = matrix(partitions);
            assertSame(catalogue(matrix, id), matrix, text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldGiveTheLowestGroupsOfQuery3(int partitions) {
        SqlMatrix matrix = matrix(partitions);
        List<List<Object>> expected =
                catalogue(matrix, "q3").stream().map(row -> row.subList(1, 2)).toList();
        assertSame(
                expected,
                matrix,
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) AS cost_ratio FROM AnalyticsMatrix"
                        + " GROUP BY number_of_calls_this_week LIMIT 100");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldFindTheLongestCallsOfQuery6(int partitions) {
        SqlMatrix matrix = matrix(partitions);
        List<List<Object>> expected = catalogue(matrix, "q6");
        assertThat(expected).hasSize(4);
        for (int contest = 0; contest < 4; contest++) {
            String column = "longest_duration_of_" + (contest < 2 ? "local" : "long_distance") + "_calls_this_"
                    + (contest % 2 == 0 ? "day" : "week");
            List<Object> winner = expected.get(contest);
            Object id = winner.get(winner.size() - 2);
            assertThat(ask(
                            matrix,
                            "SELECT arg_max(subscriber_id, " + column + "), max(" + column + ") " + SAME_COUNTRY))
                    .as(column)
                    .containsExactly(winner.subList(winner.size() - 2, winner.size()));
            String compared = "SELECT subscriber_id " + SAME_COUNTRY + " AND " + column + " = (SELECT max(" + column
                    + ") " + SAME_COUNTRY + ") ORDER BY 1 LIMIT 1";
            assertThat(ask(matrix, compared)).as(compared).containsExactly(List.of(id));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) AS cost_ratio FROM AnalyticsMatrix"
                        + " GROUP BY number_of_calls_this_week LIMIT 100",
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) FROM AnalyticsMatrix"
                        + " WHERE CellValueType = 'gold'"
            })
    void shouldFailInQueries3And7WhereAGroupHasNoCallsUnlessTheyUseNullif(String text) {
        SqlMatrix matrix = matrixOfOneProfileWithoutCalls();
        SqlText sql = new SqlText(TABLES, AnswerLimits.USUAL);
        QueryError error = matrix.ask(sql.query(text, List.of())).error();
        assertThat(error.inSql().state()).isEqualTo("22012");
        assertThat(error.message()).isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        String fixed = text.replace("SUM(total_duration_this_week)", "nullif(SUM(total_duration_this_week), 0)");
        assertThat(ask(matrix, fixed)).containsExactly(Collections.singletonList(null));
    }
}
