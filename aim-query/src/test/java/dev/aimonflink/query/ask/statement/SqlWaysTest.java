package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.program.RowPace;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.compute.scan.ScanWay.Kind;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
            DeclaredEvent event = payment(card);
            event.values().bits(2, Double.doubleToRawLongBits(rates.applyAsDouble(card)));
            matrix.event(event);
        }
        return matrix;
    }

    private static DeclaredEvent payment(long card) {
        DeclaredEvent event = new DeclaredEvent(Payments.SCHEMA.model().event());
        event.keyNumber(card);
        event.timestampMs(NOON_MS);
        event.values().bits(0, card);
        event.values().bits(1, card % 5);
        event.values().bits(2, Double.doubleToRawLongBits(0.5));
        event.values().bits(3, card % 2);
        event.values().bits(4, NOON_MS);
        return event;
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
        select avg(avg_amount_this_day) from cards | rows: because the column 'avg_amount_this_day' is computed of others
        select avg(sum_items_this_day) from cards where count_events_this_day > 3 | vectors
        select avg(count_events_this_day) from cards where count_events_this_week >= 2 | kernel q1
        select max(max_amount_this_day) from cards where count_events_this_day > 3 | kernel q2
        select c.zip, sum(count_events_this_day), avg(count_events_this_week) from cards c, regions r where c.zip = r.zip and count_events_this_day > 1 and count_events_this_week > 2 group by 1 | vectors
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
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 16_384, 17_000})
    void shouldLetEventsInAfterEachVector(int cards) {
        SqlMatrix matrix = matrix(cards);
        Map<ScanQuery, Integer> rowsAtOnce = Map.of(
                query("select sum(sum_amount_this_day) from cards"),
                4_096,
                query("select sum(sum_amount_this_day) from cards").atBestBy(ScanWay.Kind.ROWS),
                RowPace.MOST,
                query("select sum(sum_amount_this_day) from cards where count_events_this_day > 0")
                        .atBestBy(ScanWay.Kind.VECTORS),
                8_192);
        rowsAtOnce.forEach((query, most) -> {
            CountedParts counted = new CountedParts(query);
            matrix.ask(counted);
            int expected = 0;
            for (int left = cards; left > 0; left -= 16_384) {
                expected += (Math.min(left, 16_384) + most - 1) / most;
            }
            // Rows that are computed one by one are fewer at first, and where they take long.
            assertThat(counted.parts)
                    .as("%s, %d", query, most)
                    .isBetween(expected, most == RowPace.MOST ? Math.max(expected, cards) : expected);
        });
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

    /** Cards with few different values, a third of them without a payment this day: its extremes are null. */
    private static SqlMatrix tiedCards(int cards, Random random) {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        for (long card = 0; card < cards; card++) {
            DeclaredEvent event = new DeclaredEvent(Payments.SCHEMA.model().event());
            event.keyNumber(card);
            event.timestampMs(
                    random.nextInt(3) == 0 ? NOON_MS - Duration.ofDays(1).toMillis() : NOON_MS);
            event.values().bits(0, random.nextBoolean() ? random.nextInt(5) : card);
            event.values().bits(1, random.nextInt(7));
            event.values().bits(2, Double.doubleToRawLongBits(random.nextInt(9) / 4.0));
            event.values().bits(3, 0);
            event.values().bits(4, NOON_MS - card % 5);
            matrix.event(event);
        }
        return matrix;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 4_095, 4_096, 4_097, 17_000})
    void shouldFindTheFirstRowsThatRowsFind(int cards) {
        long seed = new Random().nextLong();
        SqlMatrix matrix = tiedCards(cards, new Random(seed));
        for (String order : List.of(
                "sum_amount_this_week",
                "sum_amount_this_week desc, card_id",
                "max_items_this_day desc, card_id desc",
                "max_items_this_day desc nulls last, sum_amount_this_week, card_id",
                "min_amount_this_day nulls first, max_items_this_week desc",
                "max_items_this_week - count_events_this_week, max_items_this_day nulls first, card_id",
                "max_rate_this_day desc nulls last, sum_items_this_week % 3, card_id desc",
                "1 - count_events_this_week, tier, card_id")) {
            for (int limit : new int[] {1, 2, 20, 3_000}) {
                String text =
                        "select card_id, max_items_this_day, tier from cards order by " + order + " limit " + limit;
                assertThat(query(text).ways())
                        .as(text)
                        .extracting(ScanWay::kind)
                        .containsExactly(Kind.FILTER_BY_VECTORS);
                assertThat(sameRows(matrix, query(text)))
                        .as("seed %d: %s", seed, text)
                        .hasSize(Math.min(limit, cards));
            }
        }
    }

    /** Each row is before all that were read, so that none can be left out but those of its vector. */
    @Test
    void shouldFindTheFirstRowsWhereTheyComeLast() {
        SqlMatrix matrix = matrix(17_000);
        assertThat(sameRows(matrix, query("select card_id from cards order by sum_amount_this_day desc limit 3")))
                .containsExactly(List.of(16_999L), List.of(16_998L), List.of(16_997L));
        assertThat(sameRows(
                        matrix,
                        query("select card_id from cards order by count_events_this_day, card_id desc limit 2")))
                .containsExactly(List.of(16_999L), List.of(16_998L));
    }

    /** Of texts that have no code, rows would be left out. */
    @Test
    void shouldRefuseAnAttributeWithMoreTextsThanCodesWhicheverWayItGoes() {
        SqlMatrix before = new SqlMatrix(Payments.TABLES, 2);
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        for (long card = 0; card < AttributeColumns.MAX_TEXTS + 10; card++) {
            Partition owner = before.partition((int) (card % 2));
            EntityRecord record = owner.newRecord(EntityId.of(card));
            owner.apply(record, Attributes.of(new Object[] {null, null, null, "note " + card, null, null}));
            matrix.partition(0).restore(record);
        }
        for (String asked : List.of(
                "select sum(sum_amount_this_day), sum(count_events_this_week)",
                "select arg_max(card_id, max_items_this_day)",
                "select max(max_items_this_week)",
                "select card_id")) {
            for (Kind way : Kind.values()) {
                String text = asked + " from cards where note = 'note 7'";
                QueryError error = matrix.ask(query(text).atBestBy(way)).error();
                assertThat(error).as("%s: %s", way, text).isNotNull();
                assertThat(error.code()).isEqualTo(QueryError.Code.COLUMN_NOT_KEPT);
                assertThat(error.message())
                        .isEqualTo("The attribute 'note' has more than 65536 different texts in a partition beside the"
                                + " keys of its table, so scans would leave some out. Ask without it, or give it a"
                                + " table with them.");
            }
        }
    }

    /** Cards of which many are equal in all that they have: a note of six, a tier of three, few counts; some have nothing. */
    private static SqlMatrix likeCards(int cards, Random random) {
        SqlMatrix matrix = matrix(cards, card -> card % 7 == 0 ? -0.0 : card % 3);
        List<String> notes = List.of("b", "", "\uD83D\uDE80", "\uFFFD", "a", "c");
        List<String> tiers = List.of("silver", "gold", "basic");
        for (long card = 0; card < cards; card++) {
            String note = random.nextInt(9) == 0 ? null : notes.get(random.nextInt(notes.size()));
            String tier = random.nextInt(9) == 0 ? null : tiers.get(random.nextInt(tiers.size()));
            matrix.profile(EntityId.of(card), Attributes.of(new Object[] {null, tier, null, note, null, null}));
        }
        return matrix;
    }

    private static final List<String> FIRST_OF_LIKE_CARDS = List.of(
            "note from cards order by note",
            "note from cards order by note desc",
            "note from cards order by note desc nulls last",
            "note from cards order by note nulls first",
            "note from cards where note > 'a' order by note",
            "note, tier from cards order by note, tier desc",
            "upper(note) || '!' from cards order by 1 desc, tier",
            "tier from cards order by tier",
            "tier, note from cards order by tier desc nulls last",
            "count_events_this_day from cards order by 1",
            "max_items_this_day from cards order by 1 desc",
            "max_items_this_day from cards order by 1 desc nulls last",
            "max_items_this_day % 2 from cards order by 1, note",
            "max_rate_this_day from cards order by 1",
            "max_rate_this_day from cards order by max_rate_this_day * -1 desc, 1",
            "case when max_items_this_day > 2 then 1.5 else 1.50 end from cards order by 1");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 4_097, 9_000})
    void shouldFindTheFirstOfEqualRows(int cards) {
        long seed = new Random().nextLong();
        SqlMatrix matrix = likeCards(cards, new Random(seed));
        for (String text : FIRST_OF_LIKE_CARDS) {
            for (String rows : List.of("limit 0", "limit 1", "limit 10", "limit 3 offset 8", "limit 3000 offset 17")) {
                String first = "select " + text + " " + rows;
                assertThat(sameRows(matrix, query(first)).toString())
                        .as("seed %d: %s", seed, first)
                        .isEqualTo(matrix.ask(query(first).atBestBy(Kind.ROWS))
                                .rows()
                                .toString());
            }
        }
        for (String distinct : List.of("note", "tier, note", "max_items_this_day")) {
            sameRows(matrix, query("select distinct " + distinct + " from cards order by 1 limit 3"));
            assertThat(sameRows(matrix, query("select " + distinct + " from cards limit 12")))
                    .hasSize(Math.min(12, cards));
        }
    }

    private static long rowsOneByOne(SqlMatrix matrix, String text) {
        QueryResult plan = matrix.ask(
                new SqlText(Payments.TABLES, AnswerLimits.USUAL).query("EXPLAIN ANALYZE " + text, List.of()));
        Matcher rows = Pattern.compile("row by row: .*, (\\d+) rows?")
                .matcher(plan.rows().toString());
        return rows.find() ? Long.parseLong(rows.group(1)) : 0;
    }

    /** Ten equal rows are known after the first vector; no row behind it can come before them. */
    @Test
    void shouldComputeFewOfTheEqualRowsThatMayComeFirst() {
        SqlMatrix matrix = likeCards(30_000, new Random(7));
        for (String text : FIRST_OF_LIKE_CARDS) {
            if (!text.contains("rate") && !text.contains("case")) {
                assertThat(rowsOneByOne(matrix, "select " + text + " limit 10"))
                        .as(text)
                        .isLessThan(5_000);
            }
        }
    }

    /** As many rows as a matrix of any size may have are a few groups of equal ones. */
    @Test
    void shouldMakeNoMoreRowsOfEqualOnesThanAreWanted() {
        SqlMatrix matrix = likeCards(100, new Random(7));
        for (String text :
                List.of("select note from cards order by note limit 10", "select tier from cards limit 10")) {
            SqlQuery query = query(text);
            Partial merged = matrix.askTogether(List.of(query)).get(0).readPartial();
            for (int doubled = 0; doubled < 40; doubled++) {
                merged = merged.merge(merged);
            }
            assertThat(query.answer(merged)).as(text).hasSize(10);
        }
    }

    /** A key that is not compared may fail in a row that is behind the others. */
    @Test
    void shouldReportTheRowThatFailsBehindTheFirstRows() {
        assertThat(sameError(
                        matrix(5_000),
                        query("select 1 / (sum_amount_this_day - 40.00) from cards order by card_id limit 3")))
                .startsWith("A number is divided by zero.");
    }

    /** Of a row that an earlier key puts behind the others, keys that cannot fail are not computed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2, sum_amount_this_day / nullif(sum_items_this_day, 0), 1 desc",
                "2 desc, sum_amount_this_day % 7 nulls first, sum_items_this_day, 1",
                "max_rate_this_day * 3 desc, 2, 1 / (card_id + 1), note, 1",
                "sum_amount_this_day / nullif(sum_items_this_day, 0) nulls first, 2 desc, 1"
            })
    void shouldGiveTheFirstOfAllRowsInTheirOrder(String order) {
        final SqlMatrix matrix = matrix(3_000, card -> card * 7 % 11 / 4.0);
        final String text = "select card_id, max_rate_this_day / 3 from cards order by " + order;
        final List<List<Object>> all = matrix.ask(query(text)).rows();
        assertThat(all).hasSize(3_000);
        for (int limit : List.of(1, 7, 500)) {
            assertThat(sameRows(matrix, query(text + " limit " + limit)))
                    .as("limit %d", limit)
                    .isEqualTo(all.subList(0, limit));
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

    /** A sum has as many digits behind the point as its numbers have, and none of a partition that has no numbers. */
    @Test
    void shouldTakeNoDigitsFromAPartitionWithoutNumbers() {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 2);
        matrix.event(payment(1));
        matrix.profile(EntityId.of(1), Attributes.of(new Object[] {null, null, null, "a", null, null}));
        String text = "select sum(case when tier ~ '[0-9]' then -3.25 else length(note) end) from cards";
        assertThat(sameRows(matrix, query(text))).hasSize(1);
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
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 33_000})
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
        assertThat(sameError(
                        matrix,
                        query("select count(*) from cards where 7 / sum_items_this_day > 0 and"
                                + " sum_items_this_day > 0")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(sameError(
                        matrix,
                        query("select count(*) from cards where 7 / sum_items_this_day in (1, 2) and"
                                + " sum_items_this_day > 0")))
                .isEqualTo("A number is divided by zero. Use NULLIF(divisor, 0).");
        assertThat(sameRows(
                        matrix,
                        query("select count(*) from cards where sum_items_this_day > 0 and 7 /"
                                + " sum_items_this_day > 2")))
                .containsExactly(List.of(1_200L));
    }

    private static String tooManyGroups(int limit) {
        return "The query has more than " + limit + " groups. Group by fewer columns, filter rows with WHERE, or raise"
                + " the limit: aim.sql.max-groups, or aim.sql.max-memory where groups are wide.";
    }

    private static String tooManyValues(int limit) {
        return "Functions with DISTINCT and percentiles keep more than " + limit + " different values. There is no"
                + " approximate function: filter rows with WHERE, round the values, or raise the limit:"
                + " aim.sql.max-groups, or aim.sql.max-memory where groups are wide.";
    }

    @Test
    void shouldRefuseMoreThanTheLimitsInAllWays() {
        SqlMatrix matrix = matrix(3_000);
        AnswerLimits limits = new AnswerLimits(10_000, 2_999, 2_999, 2_999, AnswerLimits.USUAL.cpuNanos());

        assertThat(sameError(matrix, query("select card_id, count(*) from cards group by 1", limits)))
                .isEqualTo(tooManyGroups(2999));
        assertThat(sameError(matrix, query("select count(distinct card_id) from cards", limits)))
                .isEqualTo(tooManyValues(2999));
        assertThat(sameError(matrix, query("select card_id from cards where card_id >= 0", limits)))
                .isEqualTo("The statement needs more than 2999 rows of the matrix in one place. Filter them, aggregate"
                        + " them before they are joined, combined or compared with the value of a query, or raise the"
                        + " limit: aim.sql.max-groups, or aim.sql.max-memory where rows are wide.");
        // Both limits are exceeded in one vector, and that of values by an earlier row.
        AnswerLimits fewValues = new AnswerLimits(10_000, 2_999, 2_990, 2_999, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameError(matrix, query("select card_id, count(distinct card_id) from cards group by 1", fewValues)))
                .isEqualTo(tooManyValues(2990));
        // The minimum behind it has not seen the vector in which there are too many values.
        assertThat(sameError(
                        matrix,
                        query(
                                "select tier, count(distinct card_id), min(sum_items_this_day) from cards group by 1",
                                fewValues)))
                .isEqualTo(tooManyValues(2990));
        String median = "select percentile_disc(0.5) within group (order by %s) from cards";
        assertThat(sameError(matrix, query(median.formatted("card_id"), limits)))
                .isEqualTo(tooManyValues(2999));
        AnswerLimits enough = new AnswerLimits(10_000, 2_999, 3_000, 2_999, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameRows(matrix, query(median.formatted("card_id"), enough))).containsExactly(List.of(1_499L));
        // Small values and others count together.
        assertThat(sameRows(matrix, query(median.formatted("card_id * 100"), enough)))
                .containsExactly(List.of(149_900L));
        assertThat(sameError(matrix, query(median.formatted("card_id * 100"), limits)))
                .isEqualTo(tooManyValues(2999));
        AnswerLimits few = new AnswerLimits(10_000, 1, 10, 10, AnswerLimits.USUAL.cpuNanos());
        assertThat(sameError(matrix, query("select sum_items_this_day > 2, count(*) from cards group by 1", few)))
                .isEqualTo(tooManyGroups(1));
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

    /** Vectors know which rows come first, but not which of them a condition without vectors leaves out. */
    @Test
    void shouldFindTheFirstRowsOfThoseThatAConditionWithoutVectorsTakes() {
        SqlQuery query = query("SELECT card_id, sum_amount_this_day FROM cards"
                + " WHERE avg_amount_this_day < 36 ORDER BY sum_amount_this_day DESC LIMIT 3");
        List<List<Object>> rows = sameRows(matrix(4_200), query);
        assertThat(rows).extracting(row -> row.get(0)).containsExactly(3_599L, 3_598L, 3_597L);
    }
}
