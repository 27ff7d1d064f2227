package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BenchmarkTextsTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "SELECT AVG(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week > 1¦project #0 avg:numeric < aggregate avg(total_duration_this_week#7):numeric < filter (number_of_local_calls_this_week#6 > 1:integer) < scan analyticsmatrix",
                "SELECT MAX(most_expensive_call_this_week) FROM AnalyticsMatrix WHERE total_number_of_calls_this_week > 3¦project #0 max:numeric(18,2) < aggregate max(most_expensive_cost_this_week#13):numeric(18,2) < filter (number_of_calls_this_week#5 > 3:integer) < scan analyticsmatrix",
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) AS cost_ratio FROM AnalyticsMatrix GROUP BY number_of_calls_this_week LIMIT 100¦limit 100:bigint < project (#1 / #2::numeric) cost_ratio:numeric < aggregate by (number_of_calls_this_week#5) sum(total_cost_this_week#10):numeric, sum(total_duration_this_week#7):bigint < scan analyticsmatrix",
                "SELECT city, AVG(number_of_local_calls_this_week), SUM(total_duration_of_local_calls_this_week) FROM AnalyticsMatrix, RegionInfo WHERE number_of_local_calls_this_week > 5 AND total_duration_of_local_calls_this_week > 60 AND AnalyticsMatrix.zip = RegionInfo.zip GROUP BY city¦project #0 city:text, #1 avg:numeric, #2 sum:bigint < aggregate by (city#15) avg(number_of_local_calls_this_week#6):numeric, sum(total_duration_of_local_calls_this_week#8):bigint < filter (((number_of_local_calls_this_week#6 > 5:integer) and (total_duration_of_local_calls_this_week#8 > 60:integer)) and (zip#1 = zip#14)) < inner join {scan analyticsmatrix} {scan regioninfo}",
                "SELECT region, SUM(total_cost_of_local_calls_this_week) AS local, SUM(total_cost_of_long_distance_calls_this_week) AS long_distance FROM AnalyticsMatrix a, SubscriptionType t, Category c, RegionInfo r WHERE t.type = 'contract' AND c.category = 'business' AND a.subscription_type = t.id AND a.category = c.id AND a.zip = r.zip GROUP BY region¦project #0 region:text, #1 local:numeric, #2 long_distance:numeric < aggregate by (region#21) sum(total_cost_of_local_calls_this_week#11):numeric, sum(total_cost_of_long_distance_calls_this_week#12):numeric < filter (((((type#15 = 'contract':text) and (category#17 = 'business':text)) and (subscription_type#2 = id#14)) and (category#3 = id#16)) and (zip#1 = zip#18)) < inner join {inner join {inner join {scan analyticsmatrix} {scan subscriptiontype}} {scan category}} {scan regioninfo}",
                "SELECT arg_max(subscriber_id, longest_duration_this_week), max(longest_duration_this_week) FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip WHERE country = 'Switzerland'¦project #0 arg_max:bigint, #1 max:integer < aggregate arg_max(subscriber_id#0, longest_duration_this_week#9):bigint, max(longest_duration_this_week#9):integer < filter (country#16 = 'Switzerland':text) < inner join on (zip#1 = zip#14) {scan analyticsmatrix} {scan regioninfo}",
                "SELECT subscriber_id FROM AnalyticsMatrix WHERE longest_duration_this_week = (SELECT MAX(longest_duration_this_week) FROM AnalyticsMatrix) ORDER BY 1 LIMIT 1¦limit 1:bigint < sort subscriber_id#0 < project subscriber_id#0 subscriber_id:bigint < filter (longest_duration_this_week#9 = ?0:integer) < scan analyticsmatrix; ?0 value: project #0 max:integer < aggregate max(longest_duration_this_week#9):integer < scan analyticsmatrix",
                "SELECT SUM(total_cost_this_week) / SUM(total_duration_this_week) FROM AnalyticsMatrix WHERE CellValueType = 'gold'¦project (#0 / #1::numeric) ?column?:numeric < aggregate sum(total_cost_this_week#10):numeric, sum(total_duration_this_week#7):bigint < filter (cellvaluetype#4 = 'gold':text) < scan analyticsmatrix",
                "SELECT MIN(total_duration_this_week), MAX(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_calls_this_week < 5¦project #0 min:integer, #1 max:integer < aggregate min(total_duration_this_week#7):integer, max(total_duration_this_week#7):integer < filter (number_of_calls_this_week#5 < 5:integer) < scan analyticsmatrix"
            })
    void shouldBindTheTextsOfTheBenchmarkAsTheyStand(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }
}
