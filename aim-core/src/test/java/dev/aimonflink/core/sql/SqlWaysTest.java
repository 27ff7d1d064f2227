package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.ScanQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The ways in which partitions compute a query: which one it is, and that it makes no difference to the answer. */
class SqlWaysTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static SqlQuery query(String text, AnswerLimits limits) {
        return (SqlQuery) new SqlText(Payments.TABLES, limits).query(text, List.of());
    }

    private static SqlQuery query(String text) {
        return query(text, AnswerLimits.USUAL);
    }

    /** Cards from 0 on, each with one payment of as many cents as its number. */
    private static SqlMatrix matrix(int cards, LongToDoubleFunction rates) {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        for (long card = 0; card < cards; card++) {
            DeclaredEvent event = new DeclaredEvent(Payments.SCHEMA.model().event());
            event.keyNumber(card);
            event.timestampMs(NOON_MS);
            event.values().bits(0, card);
            event.values().bits(1, card % 5);
            event.values().bits(2, Double.doubleToRawLongBits(rates.applyAsDouble(card)));
            event.values().bits(3, card % 2);
            event.values().bits(4, NOON_MS);
            matrix.event(event);
        }
        return matrix;
    }

    private static SqlMatrix matrix(int cards) {
        return matrix(cards, card -> 0.5);
    }

    private static List<List<Object>> sameRows(SqlMatrix matrix, SqlQuery query) {
        QueryResult byRows = matrix.ask(query.atBestBy(ScanWay.Kind.ROWS));
        QueryResult result = matrix.ask(query);
        assertThat(byRows.error()).isNull();
        assertThat(result.error()).isNull();
        assertThat(result.rows()).isEqualTo(byRows.rows());
        return result.rows();
    }

    private static String sameError(SqlMatrix matrix, SqlQuery query) {
        QueryResult byRows = matrix.ask(query.atBestBy(ScanWay.Kind.ROWS));
        assertThat(matrix.ask(query).error()).isEqualTo(byRows.error());
        return byRows.error().message();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select count(*) from cards | vectors
            select tier, sum(sum_amount_this_day) from cards where vip group by tier | vectors
            select r.people, count(*) from cards c, regions r where c.zip = r.zip group by 1 | vectors
            select count_events_this_day, count(*) from cards group by 1 limit 3 | vectors
            select sum(sum_amount_this_day), sum(count_events_this_week) from cards group by count_events_this_day limit 3 | kernel q3
            select sum(sum_amount_this_day), sum(count_events_this_week) from cards group by count_events_this_day order by count_events_this_day desc limit 3 | vectors
            select sum(sum_amount_this_day), sum(count_events_this_week) from cards group by count_events_this_day limit 2000 | vectors
            select sum(sum_amount_this_day), sum(sum_amount_this_week) from cards group by count_events_this_day limit 3 | vectors
            select sum(sum_items_this_day), sum(count_events_this_week) from cards group by sum_items_this_day limit 3 | vectors
            select arg_max(card_id, max_items_this_day), max(max_items_this_week) from cards where note = 'a' | kernel q6
            select arg_max(card_id, max_amount_this_day) from cards where note = 'a' | vectors
            select max(max_items_this_week) from cards where note = 'a' | vectors
            select sum(sum_amount_this_day), sum(count_events_this_week) from cards where note = 'a' | kernel q7
            select avg(sum_amount_this_day), sum(count_events_this_week) from cards where note = 'a' | vectors
            select sum(sum_amount_this_day), sum(sum_amount_this_week) from cards where note = 'a' | vectors
            select distinct note from cards where home_bank in (1, 20, 3, 4, 5, 6) | vectors
            select sum(distinct items) from (select max_items_this_day as items from cards) x | vectors
            select percentile_disc(0.5) within group (order by sum_amount_this_day desc) filter (where vip) from cards | vectors
            select tier, percentile_disc(0.5) within group (order by note) from cards group by 1 | vectors
            select percentile_disc(0.5) within group (order by avg_amount_this_day) from cards | rows: because the column 'avg_amount_this_day' is computed of others
            select sum(sum_rate_this_day) from cards where vip | filter by vectors, then rows: because a sum of double precision is exact by rows alone
            select sum(sum_rate_this_day) from cards | rows: because a sum of double precision is exact by rows alone
            select card_id from cards where zip = 'CH-8000' limit 3 | filter by vectors, then rows: because it asks for rows
            select card_id from cards where avg_amount_this_day > 3 | rows: because it asks for rows
            select card_id from cards order by count_events_this_day - count_events_this_week desc, note limit 3 | filter by vectors, then rows: because it asks for the first rows
            select card_id from cards where avg_amount_this_day > 3 order by upper(note), 1 limit 3 | filter by vectors, then rows: because it asks for the first rows
            select card_id from cards order by sum_rate_this_day limit 3 | filter by vectors, then rows: because it asks for the first rows
            select card_id from cards where vip order by avg_amount_this_day limit 3 | filter by vectors, then rows: because it asks for rows, and the column 'avg_amount_this_day' has no vectors
            select card_id from cards order by card_id / 2 limit 3 | rows: because it asks for rows, and the operator / has no vectors
            select card_id / sum_items_this_day from cards order by card_id limit 3 | rows: because it asks for rows, and the operator / has no vectors
            select card_id from cards where 7 / card_id > 1 order by card_id limit 3 | rows: because it asks for rows, and the operator / has no vectors
            select avg(avg_amount_this_day) from cards | rows: because the column 'avg_amount_this_day' is computed of others
            select avg(sum_items_this_day) from cards where count_events_this_day > 3 | vectors
            select avg(count_events_this_day) from cards where count_events_this_week >= 2 | kernel q1
            select max(max_amount_this_day) from cards where count_events_this_day > 3 | kernel q2
            select r.city, sum(count_events_this_day), avg(count_events_this_week) from cards c, regions r where c.zip = r.zip and count_events_this_day > 1 and count_events_this_week > 2 group by 1 | kernel q4
            select zip_city, sum(count_events_this_day), avg(count_events_this_week) from cards where count_events_this_day > 1 and count_events_this_week > 2 group by 1 | vectors
            select r.country, sum(sum_amount_this_day), sum(sum_amount_this_week) from cards c, regions r, banks b where c.zip = r.zip and c.home_bank = b.id and b.bank = 'one' and note = 'a' group by 1 | kernel q5
            """)
    void shouldSayWhichWayAQueryGoes(String text, String way) {
        assertThat(query(text).ways()).extracting(ScanWay::toString).containsExactly(way);
    }

    @Test
    void shouldSayThatAllIsComputedByRowsWhereThatWasAskedFor() {
        SqlQuery byRows = query("select count(*) from cards").atBestBy(ScanWay.Kind.ROWS);

        assertThat(byRows.ways()).containsExactly(ScanWay.rows("it was asked for"));
        assertThat(byRows).isNotEqualTo(query("select count(*) from cards"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2_047, 2_048, 2_049, 16_384, 17_000})
    void shouldLetEventsInAfterEachVector(int cards) {
        SqlMatrix matrix = matrix(cards);
        for (ScanQuery query : List.of(
                query("select sum(sum_amount_this_day) from cards"),
                query("select sum(sum_amount_this_day) from cards").atBestBy(ScanWay.Kind.ROWS))) {
            CountedParts counted = new CountedParts(query);
            matrix.ask(counted);
            int rowsAtOnce = query.equals(query("select sum(sum_amount_this_day) from cards")) ? 2_048 : 256;
            int expected = 0;
            for (int left = cards; left > 0; left -= 16_384) {
                expected += (Math.min(left, 16_384) + rowsAtOnce - 1) / rowsAtOnce;
            }
            assertThat(counted.parts).as("%s", query).isEqualTo(expected);
        }
    }

    /** Counts the parts in which a query takes its blocks. */
    private static final class CountedParts implements ScanQuery {
        private final ScanQuery query;
        private int parts;

        CountedParts(ScanQuery query) {
            this.query = query;
        }

        @Override
        public Set<String> columns() {
            return query.columns();
        }

        @Override
        public Scan open(ScanContext context) {
            Scan scan = query.open(context);
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {
                    scan.scan(block, rows);
                }

                @Override
                public boolean scanPart(Block block, int rows) {
                    parts++;
                    return scan.scanPart(block, rows);
                }

                @Override
                public Partial partial() {
                    return scan.partial();
                }
            };
        }

        @Override
        public List<String> answerColumns() {
            return query.answerColumns();
        }

        @Override
        public List<List<Object>> answer(Partial merged) {
            return query.answer(merged);
        }
    }

    @Test
    void shouldKeepTheLowestGroupsOfMoreThanVectorsHold() {
        SqlMatrix matrix = matrix(40_000);

        assertThat(sameRows(matrix, query("select card_id, count(*) from cards group by 1 order by 1 desc limit 2")))
                .containsExactly(List.of(39_999L, 1L), List.of(39_998L, 1L));
        assertThat(sameRows(matrix, query("select card_id, sum(sum_items_this_day) from cards group by 1 limit 3")))
                .hasSize(3);
    }

    @Test
    void shouldComputeTheValuesOfTheFirstGroupsAlone() {
        SqlMatrix matrix = matrix(20_000);

        String text = "select card_id, %s, count(distinct sum_items_this_day) from cards where card_id <> 7 group by 1"
                + " order by 1 %s limit 2";
        String positive = text.formatted("max(100 / (19999 - card_id))", "");
        assertThat(sameRows(matrix, query(positive))).containsExactly(List.of(0L, 0L, 1L), List.of(1L, 0L, 1L));
        assertThat(sameError(matrix, query(text.formatted("max(100 / (19999 - card_id))", "desc"))))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(sameRows(
                        matrix, query("select tier, vip, count(distinct card_id) from cards group by 1, 2 limit 1")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2_047, 2_048, 2_049, 33_000})
    void shouldComputePercentilesAndDifferentValues(int cards) {
        SqlMatrix matrix = matrix(cards, card -> card % 7 / 4.0);
        for (String value : List.of(
                "card_id",
                "-card_id",
                "card_id * 3000000",
                "sum_amount_this_day",
                "sum_items_this_day",
                "nullif(sum_items_this_day, 3)",
                "max_rate_this_day",
                "max_booked_at_this_day",
                "note",
                "vip",
                "sum_items_this_day / 2")) {
            String percentile = ", percentile_disc(%s) within group (order by " + value + " %s)";
            String calls = "select count(distinct " + value + ")"
                    + percentile.formatted("0", "")
                    + percentile.formatted("0.5", "desc")
                    + percentile.formatted("1", "") + " filter (where card_id % 3 = 1)"
                    + percentile.formatted("0.9", "desc") + " filter (where sum_items_this_day > 1)";
            assertThat(sameRows(matrix, query(calls + " from cards"))).hasSize(1);
            sameRows(matrix, query(calls + " from cards where card_id > 700"));
            sameRows(matrix, query(calls + ", sum_items_this_day, count(*) from cards group by 6 order by 6"));
            sameRows(matrix, query(calls + ", card_id from cards group by card_id order by 6 desc limit 3"));
        }
    }

    @Test
    void shouldShowTheZeroWithoutASignOfAGroupWithBoth() {
        for (long signed = 0; signed < 2; signed++) {
            long card = signed;
            SqlMatrix matrix = matrix(2, each -> each == card ? -0.0 : 0.0);

            assertThat(sameRows(matrix, query("select max_rate_this_week, count(*) from cards group by 1")))
                    .containsExactly(List.of(0.0, 2L));
        }
    }

    @Test
    void shouldReportTheFailureOfTheFirstRow() {
        SqlMatrix matrix = matrix(3_000);

        assertThat(sameError(
                        matrix, query("select sum(sum_items_this_day) from cards where 7 / sum_items_this_day > 0")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(
                        sameError(
                                matrix,
                                query(
                                        "select count(*) from cards where 7 / sum_items_this_day > 0 and sum_items_this_day > 0")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(
                        sameRows(
                                matrix,
                                query(
                                        "select count(*) from cards where sum_items_this_day > 0 and 7 / sum_items_this_day > 2")))
                .containsExactly(List.of(1_200L));
    }

    @Test
    void shouldRefuseMoreThanTheLimitsInAllWays() {
        SqlMatrix matrix = matrix(3_000);
        AnswerLimits limits = new AnswerLimits(10_000, 2_999, 2_999, 2_999, AnswerLimits.USUAL.cpuNanos());

        assertThat(sameError(matrix, query("select card_id, count(*) from cards group by 1", limits)))
                .isEqualTo("The answer has more than 2999 groups. Ask with a narrower filter.");
        assertThat(sameError(matrix, query("select count(distinct card_id) from cards", limits)))
                .isEqualTo("The different values that a function of the query has to keep are more than 2999."
                        + " Ask with a narrower filter.");
        assertThat(sameError(matrix, query("select card_id from cards where card_id >= 0", limits)))
                .isEqualTo("The statement needs more than 2999 rows of the matrix in one place. Filter them, or"
                        + " aggregate them before they are joined, combined or compared with the value of a query.");
        // Both limits are exceeded in one vector, and that of values by an earlier row.
        AnswerLimits fewValues = new AnswerLimits(10_000, 2_999, 2_990, 2_999, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameError(matrix, query("select card_id, count(distinct card_id) from cards group by 1", fewValues)))
                .isEqualTo("The different values that a function of the query has to keep are more than 2990."
                        + " Ask with a narrower filter.");
        // The minimum behind it has not seen the vector in which there are too many values.
        assertThat(sameError(
                        matrix,
                        query(
                                "select tier, count(distinct card_id), min(sum_items_this_day) from cards group by 1",
                                fewValues)))
                .isEqualTo("The different values that a function of the query has to keep are more than 2990."
                        + " Ask with a narrower filter.");
        String median = "select percentile_disc(0.5) within group (order by %s) from cards";
        assertThat(sameError(matrix, query(median.formatted("card_id"), limits)))
                .isEqualTo("The different values that a function of the query has to keep are more than 2999."
                        + " Ask with a narrower filter.");
        AnswerLimits enough = new AnswerLimits(10_000, 2_999, 3_000, 2_999, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameRows(matrix, query(median.formatted("card_id"), enough))).containsExactly(List.of(1_499L));
        // Small values and others count together.
        assertThat(sameRows(matrix, query(median.formatted("card_id * 100"), enough)))
                .containsExactly(List.of(149_900L));
        assertThat(sameError(matrix, query(median.formatted("card_id * 100"), limits)))
                .isEqualTo("The different values that a function of the query has to keep are more than 2999."
                        + " Ask with a narrower filter.");
        AnswerLimits few = new AnswerLimits(10_000, 1, 10, 10, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameError(matrix, query("select sum_items_this_day > 2, count(*) from cards group by 1", few)))
                .isEqualTo("The answer has more than 1 groups. Ask with a narrower filter.");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2_047, 2_048, 2_049, 33_000})
    void shouldReturnTheSameFirstRows(int cards) {
        SqlMatrix matrix = matrix(cards);
        for (String order : List.of(
                // Each vector is better than all before, or worse.
                "card_id desc",
                "card_id",
                // Many rows have the key of the last one.
                "sum_items_this_day desc, card_id",
                "sum_items_this_day, card_id desc",
                // All rows, and all keys of some.
                "note, card_id",
                "note desc nulls last, max_rate_this_day, card_id",
                "nullif(sum_items_this_day, 3) nulls first, 1",
                "nullif(sum_items_this_day, 3) desc nulls last, 1 desc",
                "count_events_this_day - 2 * max_items_this_day desc",
                "sum_rate_this_week, count_events_this_day, card_id desc")) {
            for (int rows : new int[] {0, 1, 3, 2_048, 5_000}) {
                String text = "select card_id, sum_items_this_day from cards%s order by %s limit %d";
                assertThat(sameRows(matrix, query(text.formatted("", order, rows))))
                        .hasSize(Math.min(rows, cards));
                sameRows(matrix, query(text.formatted(" where avg_amount_this_day > 20 and vip is null", order, rows)));
                sameRows(matrix, query(text.formatted(" where card_id % 100 < 7", order, rows)));
            }
        }
    }

    /** Of equal rows, a partition keeps one and how often it occurs: those that come when there are enough count too. */
    @Test
    void shouldCountEqualRowsThatComeLate() {
        SqlMatrix matrix = matrix(9_000);

        assertThat(sameRows(matrix, query("select sum_items_this_day from cards order by 1 desc limit 3")))
                .containsExactly(List.of(4L), List.of(4L), List.of(4L));
        assertThat(sameRows(matrix, query("select sum_items_this_day from cards order by 1 limit 2 offset 1799")))
                .containsExactly(List.of(0L), List.of(1L));
    }

    @Test
    void shouldReportTheFailureOfARowBehindTheFirstOnes() {
        SqlMatrix matrix = matrix(3_000);

        assertThat(sameError(matrix, query("select 7 / (2999 - card_id) from cards order by card_id limit 1")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(sameError(
                        matrix,
                        query("select card_id from cards where 7 / (2999 - card_id) >= 0 order by card_id limit 1")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(sameError(
                        matrix,
                        query("select card_id from cards order by card_id, 9223372036854775807 - card_id + 1 limit 1")))
                .isEqualTo("The result is out of the range of bigint.");
    }

    @Test
    void shouldReturnTheSameFirstRowsOfAFilter() {
        SqlMatrix matrix = matrix(5_000);
        List<List<Object>> rows = new ArrayList<>();
        for (long card = 4_001; card < 4_004; card++) {
            rows.add(List.of(card));
        }

        assertThat(sameRows(matrix, query("select card_id from cards where card_id > 4000 order by 1 limit 3")))
                .isEqualTo(rows);
        assertThat(sameRows(matrix, query("select card_id from cards where card_id > 4000 limit 3")))
                .hasSize(3);
    }
}
