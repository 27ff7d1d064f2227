package dev.aimonflink.query.ask.answer;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.CutQuery;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.KeptValues;
import dev.aimonflink.query.ask.statement.From;
import dev.aimonflink.query.ask.statement.Payments;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SqlQueryTest {
    private static final long ONE_SECOND = 1_000_000_000;
    private static final long DAY_MS = 86_400_000;

    private final SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 3);
    private final Payments payments = new Payments(new Random(7), matrix);

    private static Query query(String text, Object... values) {
        return new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of(values));
    }

    private List<List<Object>> ask(String text, Object... values) {
        QueryResult result = matrix.ask(query(text, values));
        assertThat(result.error()).isNull();
        return result.rows();
    }

    private QueryError error(String text, AnswerLimits limits) {
        return matrix.ask(new SqlText(Payments.TABLES, limits).query(text, List.of()))
                .error();
    }

    private static CutQuery cut(String text) {
        return ((SqlQuery) query(text)).cut();
    }

    // ---- what is asked

    @Test
    void shouldBeEqualIfTheSameIsAsked() {
        Query one = query("SELECT sum(sum_amount_this_day) FROM cards WHERE tier = 'gold'");
        assertThat(query("select  SUM(sum_amount_this_day) from cards where 'gold' = tier"))
                .isEqualTo(one)
                .hasSameHashCodeAs(one);
        assertThat(query("SELECT sum(sum_amount_this_day) FROM cards WHERE tier = 'basic'"))
                .isNotEqualTo(one);
        assertThat(new SqlText(Payments.TABLES, new AnswerLimits(1, 2, 3, 4, 5))
                        .query("SELECT sum(sum_amount_this_day) FROM cards WHERE tier = 'gold'", List.of()))
                .isNotEqualTo(one);
    }

    private static int shapeHash(String text, Object... values) {
        return ((ScanQuery) query(text, values)).shapeHash();
    }

    @Test
    void shouldBeAlikeIfValuesAloneDiffer() {
        String text = "SELECT max(sum_amount_this_day) FROM cards WHERE city LIKE $1 AND card_id IN ($2, 7, 8) LIMIT 5";
        int one = shapeHash(text, "B%", 3L);
        assertThat(shapeHash(text, "Z_rich", 4L)).isEqualTo(one);
        assertThat(shapeHash(text.replace("5", "6").replace("7, 8", "17, 19, 23"), "", 1L))
                .isEqualTo(one);
        assertThat(shapeHash(text.replace("max", "min"), "B%", 3L)).isNotEqualTo(one);
        assertThat(shapeHash(text.replace("IN", "NOT IN"), "B%", 3L)).isNotEqualTo(one);
        assertThat(shapeHash("EXPLAIN ANALYZE " + text, "B%", 3L)).isEqualTo(one);
        assertThat(shapeHash("SELECT 1 FROM cards WHERE card_id > 2; SELECT 2 FROM cards"))
                .isEqualTo(shapeHash("SELECT 3 FROM cards WHERE card_id > 1; SELECT 2 FROM cards"));
    }

    @Test
    void shouldSayTheNamesAndTypesOfItsAnswer() {
        Query query = query("SELECT tier, count(*) AS cards, avg(sum_amount_this_day) FROM cards GROUP BY tier");
        assertThat(query.answerColumns()).containsExactly("tier", "cards", "avg");
        assertThat(query.answerTypes()).containsExactly("enum", "bigint", "numeric");
    }

    @Test
    void shouldReadTheColumnsThatComputedOnesAreMadeOf() {
        assertThat(((SqlQuery) query("SELECT max(avg_amount_this_day) FROM cards WHERE city = 'Bern'")).columns())
                .containsExactly("count_events_this_day", "sum_amount_this_day");
    }

    @Test
    void shouldTakeValuesOfParameters() {
        assertThat(ask("SELECT count(*) FROM cards WHERE tier = $1 OR card_id < $2", "gold", 10L))
                .isEqualTo(ask("SELECT count(*) FROM cards WHERE tier = 'gold' OR card_id < 10"));
    }

    @Test
    void shouldShowAKeyThatTheTableLacks() {
        matrix.profile(EntityId.of(1_000), Attributes.of("9999", null, 77L));
        assertThat(ask("SELECT zip, city, home_bank FROM cards WHERE card_id = 1000"))
                .as("of the record")
                .containsExactly(Arrays.asList("9999", null, 77L));
        assertThat(
                        ask(
                                "SELECT card_id, city, home_bank, home_bank_bank FROM cards WHERE zip = '9999' AND home_bank = 77"))
                .containsExactly(Arrays.asList(1_000L, null, 77L, null));
        assertThat(ask("SELECT zip, count(*) FROM cards WHERE city IS NULL AND zip > '9' AND zip < 'A' GROUP BY zip"))
                .containsExactly(List.of("9999", 1L));
        assertThat(ask("SELECT count(*) FROM cards c JOIN regions r ON c.zip = r.zip WHERE c.zip = '9999'"))
                .containsExactly(List.of(0L));
        assertThat(ask("SELECT c.zip, count(*) FROM cards c JOIN regions r ON c.zip = r.zip GROUP BY 1 ORDER BY 1"))
                .extracting(row -> row.get(0))
                .containsExactly("CH-3000", "CH-8000", "DE-80801");
    }

    @Test
    void shouldAnswerWithNoMoreRowsThanTheRequestAllows() {
        SqlText sql = new SqlText(Payments.TABLES, AnswerLimits.USUAL);
        String text = "SELECT card_id FROM cards WHERE card_id < 10";
        QueryResult refused = matrix.ask(limited(sql, text, 9));
        assertThat(refused.error().inSql().state()).isEqualTo("54000");
        assertThat(refused.error().message())
                .isEqualTo("The answer has more than 9 rows. Add LIMIT 9, filter rows with WHERE, or raise the limit:"
                        + " aim.sql.max-rows, or the request's own.");
        assertThat(matrix.ask(limited(sql, text, 10)).rows()).hasSize(10);
        assertThat(limited(sql, text, 10)).isNotEqualTo(limited(sql, text, 11));
    }

    private static Query limited(SqlText sql, String text, long rows) {
        return new Catalogue(List.of(sql.entry()))
                .bind(new AskedQuery("sql", Map.of("text", text, Parameter.MAX_ROWS, rows)));
    }

    // ---- memory

    private AnswerLimits effective(String text, long bytes) {
        AnswerLimits given = new AnswerLimits(10_000, 100_000, 100_000, 100_000, ONE_SECOND, ONE_SECOND, bytes);
        CutQuery cut = ((SqlQuery) new SqlText(Payments.TABLES, given).query(text, List.of())).cut();
        return given.with(KeptValues.of(cut));
    }

    /** Columns that a statement does not read take no memory, however many the model has. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM cards a JOIN cards b ON a.card_id = b.card_id",
                "SELECT count(*) FROM cards c FULL OUTER JOIN regions r ON c.zip = r.zip",
                "SELECT count(*) FROM cards c JOIN regions r ON c.zip < r.zip",
            })
    void shouldKeepTheColumnsThatAStatementReads(String text) {
        assertThat(effective(text, 128L << 20).movedRows()).isEqualTo(100_000);
    }

    @Test
    void shouldKeepFewerGroupsAndRowsIfTheyAreWide() {
        String narrow = "SELECT city, count(*) FROM cards GROUP BY city";
        assertThat(effective(narrow, 128L << 20).groups()).isEqualTo(100_000);
        // In the partition a key and a count, in the merger both again.
        assertThat(effective(narrow, 64 * 4 * 1_000).groups()).isEqualTo(1_000);
        assertThat(effective(narrow, 1).groups()).isEqualTo(1);
        String wide = "SELECT city" + ", max(sum_amount_this_day + %d)".repeat(100) + " FROM cards GROUP BY city";
        Object[] numbers = LongStream.range(0, 100).boxed().toArray();
        AnswerLimits limits = effective(wide.formatted(numbers), 64 * 202 * 50);
        assertThat(limits.groups()).isEqualTo(50);
        assertThat(limits.rows()).isEqualTo(50);
    }

    @Test
    void shouldKeepFewerValuesIfSeveralFunctionsDo() {
        assertThat(effective("SELECT count(DISTINCT city) FROM cards", 64 * 1_000)
                        .values())
                .isEqualTo(1_000);
        String percentile = "percentile_disc(0.5) WITHIN GROUP (ORDER BY sum_amount_this_day)";
        assertThat(effective("SELECT count(DISTINCT city), " + percentile + " FROM cards", 64 * 1_000)
                        .values())
                .isEqualTo(500);
        assertThat(effective("SELECT count(city) FROM cards", 64).values()).isEqualTo(100_000);
    }

    @Test
    void shouldCountLongTextsAndNumbersByTheirLength() {
        String text = "SELECT %s, count(*) FROM cards GROUP BY 1";
        long bytes = 64 * 4 * 1_000;
        assertThat(effective(text.formatted("lower(city)"), bytes).groups()).isEqualTo(1_000);
        // Three texts, in the partition and in the merger, and a count in each.
        assertThat(effective(text.formatted("city || country || zip"), bytes).groups())
                .isEqualTo(500);
        assertThat(effective(text.formatted("concat(city, country, zip)"), bytes)
                        .groups())
                .isEqualTo(500);
        String thousand = "a".repeat(1_000);
        assertThat(effective(text.formatted("replace(city, 'a', '" + thousand + "')"), bytes)
                        .groups())
                .isEqualTo(1);
        assertThat(effective(text.formatted("lpad(city, 9, '0')"), bytes).groups())
                .isEqualTo(1_000);
        assertThat(effective(text.formatted("rpad(city, 1000)"), bytes).groups())
                .isEqualTo(4_000 / (2 * (1 + 32)));
        assertThat(effective(text.formatted("repeat(city, 3)"), bytes).groups()).isEqualTo(500);
        assertThat(effective(text.formatted("repeat(city, count_events_this_day)"), 128L << 20)
                        .groups())
                .isLessThan(64);
        assertThat(effective("SELECT city, max(city || '" + thousand + "') FROM cards GROUP BY 1", bytes)
                        .groups())
                .isEqualTo(4_000 / (2 * (1 + 33)));
        String product = "sum_amount_this_day" + " * sum_amount_this_day".repeat(2);
        assertThat(effective(text.formatted(product), bytes).groups()).isEqualTo(500);
        assertThat(effective("SELECT count(DISTINCT city || '" + thousand + "') FROM cards", bytes)
                        .values())
                .isEqualTo(4_000 / 33);
    }

    @Test
    void shouldSayThatGroupsHaveNoRoom() {
        String text = "SELECT card_id, count(*) FROM cards GROUP BY card_id";
        AnswerLimits little = new AnswerLimits(10_000, 100_000, 100_000, 100_000, ONE_SECOND, ONE_SECOND, 64 * 4 * 30);
        assertThat(error(text, little)).isEqualTo(tooManyGroups(30));
        assertThat(ask(text)).hasSize(60);
    }

    @Test
    void shouldShareTheMemoryAmongTheStatementsOfABatch() {
        String text = "SELECT card_id, count(*) FROM cards GROUP BY card_id";
        AnswerLimits enough = new AnswerLimits(10_000, 100_000, 100_000, 100_000, ONE_SECOND, ONE_SECOND, 64 * 4 * 60);
        assertThat(error(text, enough)).isNull();
        assertThat(error(text + "; " + text, enough)).isEqualTo(tooManyGroups(30));
    }

    // ---- batches

    @Test
    void shouldAnswerSeveralStatementsInOneScan() {
        QueryResult result = matrix.ask(query("SELECT count(*) FROM cards; SELECT city FROM regions ORDER BY 1 LIMIT 1;"
                + " SELECT tier, count(*) FROM cards GROUP BY tier; SELECT card_id FROM cards WHERE card_id = 7"));
        assertThat(result.error()).isNull();
        assertThat(result.rows()).isEqualTo(ask("SELECT count(*) FROM cards"));
        assertThat(result.others()).hasSize(3);
        assertThat(result.others().get(0).rows()).isEqualTo(ask("SELECT city FROM regions ORDER BY 1 LIMIT 1"));
        assertThat(result.others().get(1).rows()).isEqualTo(ask("SELECT tier, count(*) FROM cards GROUP BY tier"));
        assertThat(result.others().get(1).columns()).containsExactly("tier", "count");
        assertThat(result.others().get(1).types()).containsExactly("enum", "bigint");
        assertThat(result.others().get(2).rows()).isEqualTo(List.of(List.of(7L)));
        assertThat(result.others()).allMatch(each -> each.asOf().equals(result.asOf()));
    }

    @Test
    void shouldGiveEachStatementOfABatchItsValues() {
        String ofOne = "SELECT count(*) FROM cards WHERE card_id < $1";
        String ofTwo = "SELECT count(*), $2::text FROM cards WHERE card_id >= $1";
        QueryResult result =
                matrix.ask(query(ofOne + "; SELECT count(*) FROM cards; " + ofTwo + "; " + ofOne, 7L, 9L, "x", 8L));
        assertThat(result.rows()).isEqualTo(matrix.ask(query(ofOne, 7L)).rows());
        assertThat(result.others())
                .extracting(QueryResult::rows)
                .containsExactly(
                        ask("SELECT count(*) FROM cards"),
                        matrix.ask(query(ofTwo, 9L, "x")).rows(),
                        matrix.ask(query(ofOne, 8L)).rows());
        assertThatThrownBy(() -> query(ofOne + "; " + ofTwo, 7L, 9L))
                .hasMessage("The statements have parameters=3 together, but there are values=2. Give those of the first"
                        + " statement, then those of the next.");
        assertThatThrownBy(() -> query("SELECT 1 FROM cards; SELECT 2 FROM cards", 7L))
                .hasMessageStartingWith("The statements have parameters=0 together, but there are values=1.");
    }

    @Test
    void shouldFailAsAWholeIfAStatementOfABatchFails() {
        QueryResult result = matrix.ask(query("SELECT count(*) FROM cards; SELECT 1 / (card_id - card_id) FROM cards"));
        assertThat(result.error().inSql().state()).isEqualTo("22012");
        assertThat(result.others()).isEmpty();
    }

    @Test
    void shouldSayWhatABatchMayBe() {
        String ofTwenty = "SELECT 1 FROM cards;";
        assertThat(matrix.ask(query(ofTwenty.repeat(16))).error()).isNull();
        assertThatThrownBy(() -> query(ofTwenty.repeat(17)))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(
                                QueryError.Code.SQL_ERROR,
                                "The text has more than 16 statements. Send them in several texts.",
                                new QueryError.InSql("54000", 16 * 20 + 1))));
        assertThatThrownBy(() -> query("SELECT 1 FROM cards; EXPLAIN SELECT 2 FROM cards"))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(
                                QueryError.Code.SQL_ERROR,
                                "EXPLAIN stands among other statements. Send it by itself.",
                                new QueryError.InSql("0A000", 22))));
        assertThatThrownBy(() -> query(" -- nothing")).hasMessage("There is no statement. Write a SELECT.");
    }

    // ---- fragments

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT tier, count(*) FROM cards, regions WHERE cards.zip = regions.zip AND people < '5' GROUP BY tier HAVING count(*) > 1 ORDER BY 2",
                "SELECT x, max(y) FROM (SELECT sum_amount_this_day + 1 AS x, card_id AS y FROM cards WHERE vip) s GROUP BY x",
                "SELECT DISTINCT city FROM cards",
                "SELECT count(*), (SELECT count(*) FROM regions) FROM cards",
            })
    void shouldGiveTheWholeWorkOnTheMatrixToOneFragment(String text) {
        assertThat(cut(text).fragments()).hasSize(1);
        assertThat(cut(text).fragments().get(0).givesRows()).isFalse();
    }

    @Test
    void shouldScanOnceForSeveralFragments() {
        String text =
                "SELECT 'gold' AS t, count(*) FROM cards WHERE tier = 'gold' UNION ALL SELECT 'all', count(*) FROM cards"
                        + " ORDER BY 1";
        assertThat(cut(text).fragments()).hasSize(2);
        assertThat(ask(text).get(0)).isEqualTo(List.of("all", 60L));
        assertThat(ask(text).get(1).get(1))
                .isEqualTo(ask("SELECT count(*) FROM cards WHERE tier = 'gold'")
                        .get(0)
                        .get(0));
    }

    @Test
    void shouldAnswerFromTablesAlone() {
        assertThat(cut("SELECT count(*) FROM regions").fragments()).isEmpty();
        assertThat(ask("SELECT zip FROM regions WHERE people = '400'")).containsExactly(List.of("CH-8000"));
        assertThat(ask("SELECT 1 + 1")).containsExactly(List.of(2L));
    }

    @Test
    void shouldCompareWithTheExtremeOfTheSameRows() {
        String rows = "FROM cards WHERE tier = 'gold'";
        String text = "SELECT card_id " + rows + " AND sum_amount_this_week = (SELECT max(sum_amount_this_week) " + rows
                + ")";
        assertThat(cut(text).fragments().get(1).extreme()).isNotNull();
        assertThat(ask(text)).isNotEmpty().isEqualTo(ask("SELECT arg_max(card_id, sum_amount_this_week) " + rows));
    }

    @Test
    void shouldRecogniseAComparisonWithTheExtremeOfTheSameRows() {
        From rows = From.table(Payments.TABLES, "cards").where("tier = 'gold'");
        From extreme = rows.all("max(sum_amount_this_week)");
        Column sum = rows.plan().columns().stream()
                .filter(column -> column.name().equals("sum_amount_this_week"))
                .findFirst()
                .orElseThrow();
        Bound equal = new Bound.Comparison(
                BinaryOperator.EQUAL, new Bound.Field(sum, 0), new Bound.Initial(0, sum.type(), 0), 0);
        PlannedQuery.Initial initial = new PlannedQuery.Initial(PlannedQuery.Initial.Kind.VALUE, extreme.plan(), 0);
        PlannedQuery query = rows.where(equal).select("card_id").query(initial);
        CutQuery cut = ((SqlQuery)
                        SqlQuery.of(query, Payments.TABLES, AnswerLimits.USUAL, null, AnswerLimits.USUAL.mergeCheck()))
                .cut();
        assertThat(cut.fragments()).hasSize(2);
        assertThat(cut.fragments().get(1).extreme().isGreatest()).isTrue();
        // Fewer than the rows of all gold cards.
        QueryResult result = matrix.ask(query, new AnswerLimits(10, 10, 10, 3, ONE_SECOND));
        assertThat(result.error()).isNull();
        assertThat(result.rows())
                .isEqualTo(ask("SELECT arg_max(card_id, sum_amount_this_week) FROM cards WHERE tier = 'gold'"));
        PlannedQuery other = rows.where("vip").where(equal).select("card_id").query(initial);
        assertThat(((SqlQuery) SqlQuery.of(
                                other, Payments.TABLES, AnswerLimits.USUAL, null, AnswerLimits.USUAL.mergeCheck()))
                        .hasSecondRound())
                .isTrue();
    }

    @Test
    void shouldCompareWithTheValueOfAQueryOverTheMatrix() {
        String text =
                "SELECT count(*) FROM cards WHERE count_events_this_week > (SELECT avg(count_events_this_week) FROM cards)";
        long above = ask("SELECT count_events_this_week FROM cards").stream()
                .mapToLong(row -> (Long) row.get(0))
                .filter(events -> events * 60
                        > (Long) ask("SELECT sum(count_events_this_week)::bigint FROM cards")
                                .get(0)
                                .get(0))
                .count();
        assertThat(ask(text)).containsExactly(List.of(above));
    }

    @Test
    void shouldSendFewRowsWhereTheOrderIsLimited() {
        CutQuery cut = cut("SELECT card_id FROM cards ORDER BY sum_amount_this_week DESC LIMIT 3 OFFSET 2");
        assertThat(cut.fragments().get(0).limit().groups()).isEqualTo(5);
        assertThat(cut.fragments().get(0).kind()).isEqualTo(Fragment.Kind.FIRST_ROWS);
        assertThat(cut("SELECT tier, count(*) FROM cards GROUP BY tier HAVING count(*) > 1 LIMIT 2")
                        .fragments()
                        .get(0)
                        .limit()
                        .groups())
                .isEqualTo(AnswerLimits.USUAL.groups());
    }

    // ---- one entity

    @Test
    void shouldAskForOneEntityByItsKey() {
        for (Long card : Stream.of(0L, 7L, 59L).toList()) {
            String text =
                    "SELECT card_id, avg_amount_this_day, \"limit\", zip, city, country FROM cards WHERE card_id = "
                            + card;
            Query query = query(text);
            assertThat(query).isInstanceOf(SqlPointQuery.class);
            List<Object> plain = java.util.Arrays.asList(RowEngine.run(
                            ((SqlPointQuery) query).planned(), payments, AnswerLimits.USUAL.ofMerger(), StopCheck.NEVER)
                    .rows()
                    .get(0));
            assertThat(ask(text)).containsExactly(plain);
        }
        assertThat(ask("SELECT * FROM cards WHERE card_id = 1000")).isEmpty();
        assertThat(ask("SELECT count(*) FROM cards WHERE 7 = card_id AND vip IS NULL OR false"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM cards WHERE card_id = 7 OR vip",
                "SELECT card_id FROM cards WHERE card_id = 7 UNION ALL SELECT card_id FROM cards WHERE card_id = 8",
                "SELECT card_id FROM cards WHERE card_id = 7 AND vip = (SELECT bool_or(vip) FROM cards)",
            })
    void shouldScanForMoreThanOneEntity(String text) {
        assertThat(query(text)).isInstanceOf(SqlQuery.class);
    }

    // ---- limits and errors

    @Test
    void shouldRefuseMoreRowsGroupsAndValuesThanTheLimits() {
        AnswerLimits limits = new AnswerLimits(5, 10, 15, 20, ONE_SECOND);
        assertThat(error("SELECT card_id FROM cards", limits).message())
                .isEqualTo("The answer has more than 5 rows. Add LIMIT 5, filter rows with WHERE, or raise the limit:"
                        + " aim.sql.max-rows, or the request's own.");
        assertThat(error("SELECT max(n) FROM (SELECT card_id, count(*) AS n FROM cards GROUP BY card_id) s", limits))
                .isEqualTo(tooManyGroups(10));
        assertThat(error("SELECT count(DISTINCT card_id) FROM cards", limits))
                .isEqualTo(new QueryError(
                        QueryError.Code.SQL_ERROR,
                        "Functions with DISTINCT and percentiles keep more than 15 different values. There is no"
                                + " approximate function: filter rows with WHERE, round the values, or raise the limit:"
                                + " aim.sql.max-groups, or aim.sql.max-memory where groups are wide.",
                        new QueryError.InSql("54000", 0)));
        assertThat(error("SELECT count(*) FROM cards a JOIN cards b ON a.tier = b.tier", limits))
                .isEqualTo(new QueryError(
                        QueryError.Code.SQL_ERROR,
                        "The statement needs more than 20 rows of the matrix in one place. Filter them, aggregate them"
                                + " before they are joined, combined or compared with the value of a query, or raise the"
                                + " limit: aim.sql.max-groups, or aim.sql.max-memory where rows are wide.",
                        new QueryError.InSql("54000", 0)));
    }

    private static QueryError tooManyGroups(int limit) {
        return new QueryError(
                QueryError.Code.SQL_ERROR,
                "The query has more than " + limit + " groups. Group by fewer columns, filter rows with WHERE, or raise"
                        + " the limit: aim.sql.max-groups, or aim.sql.max-memory where groups are wide.",
                new QueryError.InSql("54000", 0));
    }

    @Test
    void shouldRefuseTooManyGroupsAlikeInPartitionsAndInTheMerger() {
        AnswerLimits limits = new AnswerLimits(1_000, 59, 100, 1_000, ONE_SECOND);
        String inPartitions = "SELECT card_id, count(*) FROM cards GROUP BY card_id";
        String inTheMerger = "SELECT a.card_id, count(*) FROM cards a JOIN cards b ON a.card_id = b.card_id GROUP BY 1";
        assertThat(error(inPartitions, limits)).isEqualTo(tooManyGroups(59));
        assertThat(error("EXPLAIN ANALYZE " + inPartitions, limits)).isEqualTo(tooManyGroups(59));
        assertThat(error(inTheMerger, limits)).isEqualTo(tooManyGroups(59));
    }

    @Test
    void shouldEndWhatTakesTooLongInAPartition() {
        SqlText sql = new SqlText(Payments.TABLES, withTime(1));
        SqlQuery query = (SqlQuery) sql.query("SELECT sum(sum_amount_this_day) FROM cards", List.of());
        Scan scan = query.open(Payments.TABLES.contextOfAll());
        scan.hasUsed(1);
        assertThatThrownBy(() -> scan.hasUsed(2))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(tooLong()));
    }

    @Test
    void shouldEndWhatTakesTooLongInTheMerger() {
        String joins = "SELECT count(*) FROM regions a, regions b, regions c, regions d";
        assertThat(error(joins, withMergeTime(1))).isEqualTo(mergedTooLong());
        assertThat(error("SELECT 1; " + joins, withMergeTime(1))).isEqualTo(mergedTooLong());
    }

    @Test
    void shouldEndWhatTakesTooLongBeforeTheScan() {
        String joins = "SELECT count(*) FROM regions a, regions b, regions c, regions d";
        String text = "SELECT count(*) FROM cards WHERE card_id > (" + joins + ")";
        for (String each : List.of(text, "SELECT 1; " + text)) {
            assertThatThrownBy(() -> new SqlText(Payments.TABLES, withMergeTime(1)).query(each, List.of()))
                    .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                            .isEqualTo(mergedTooLong()));
        }
    }

    private static AnswerLimits withTime(long cpuNanos) {
        AnswerLimits usual = AnswerLimits.USUAL;
        return new AnswerLimits(
                usual.rows(),
                usual.groups(),
                usual.values(),
                usual.movedRows(),
                cpuNanos,
                usual.mergeCpuNanos(),
                usual.bytes());
    }

    private static AnswerLimits withMergeTime(long mergeCpuNanos) {
        AnswerLimits usual = AnswerLimits.USUAL;
        return new AnswerLimits(
                usual.rows(),
                usual.groups(),
                usual.values(),
                usual.movedRows(),
                usual.cpuNanos(),
                mergeCpuNanos,
                usual.bytes());
    }

    private static QueryError mergedTooLong() {
        return new QueryError(
                QueryError.Code.SQL_ERROR,
                "The statement needs more than 0 ms of a core besides its scan, to join, group and sort rows. Other statements"
                        + " wait for it, so it was ended. Join and sort fewer rows, or raise aim.sql.max-merge-time.",
                new QueryError.InSql("57014", 0));
    }

    private static QueryError tooLong() {
        return new QueryError(
                QueryError.Code.SQL_ERROR,
                "The statement needs more than 0 ms of one partition's core. Other queries wait for it, so it was ended. Ask"
                        + " for less, or raise aim.sql.max-scan-time.",
                new QueryError.InSql("57014", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT ", "EXPLAIN ANALYZE SELECT ", "SELECT 1 FROM cards; SELECT "})
    void shouldNotPointIntoTheTextOfAnotherRequestThatAsksTheSame(String begin) {
        String failing = "sum(1 / (card_id - card_id)) FROM cards";
        SqlMatrix one = new SqlMatrix(Payments.TABLES, 1);
        new Payments(new Random(7), one).payMore(10);
        Query first = query(begin + "/* the sum of it */ " + failing);
        Query second = query(begin + failing);
        assertThat(one.askTogether(List.of(first, second, query(begin + "/* the sum of it */ " + failing))))
                .extracting(part -> part.error().inSql())
                .containsExactly(
                        new QueryError.InSql("22012", begin.length() + 27),
                        new QueryError.InSql("22012", 0),
                        new QueryError.InSql("22012", begin.length() + 27));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT max(sum_amount_this_day) FROM cards", "SELECT max(avg_amount_this_day) FROM cards"})
    void shouldReadColumnsThatAreNotKept(String text) {
        SqlMatrix all = new SqlMatrix(Payments.TABLES, 2);
        SqlMatrix small = new SqlMatrix(Payments.TABLES, 2, List.of("count_events_this_week"));
        new Payments(new Random(7), all).payMore(300);
        new Payments(new Random(7), small).payMore(300);
        assertThat(small.ask(query(text)).rows()).isEqualTo(all.ask(query(text)).rows());
        for (String asked : List.of("EXPLAIN ANALYZE " + text, "SELECT 1 FROM cards; " + text)) {
            SqlMatrix again = new SqlMatrix(Payments.TABLES, 2, List.of());
            new Payments(new Random(7), again).payMore(300);
            assertThat(again.ask(query(asked)).error()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT avg_amount_this_day FROM cards ORDER BY 1 LIMIT 3 | 8
            SELECT tier, count(*) FROM cards WHERE sum_amount_this_day > 5 GROUP BY tier | 40
            SELECT count(*) FILTER (WHERE sum_amount_this_day > 5), max(sum_amount_this_day) FROM cards | 31
            SELECT x FROM (SELECT sum_amount_this_day AS x FROM cards) s WHERE x > 3 | 8
            SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sum_amount_this_day) FROM cards | 52
            SELECT card_id FROM cards WHERE sum_amount_this_day = (SELECT max(sum_amount_this_day) FROM cards) | 33
            """)
    void shouldPointAtTheColumnForWhichThereIsNoRoom(String text, int position) {
        SqlMatrix small = new SqlMatrix(Payments.TABLES, 1, List.of("count_events_this_day"));
        new Payments(new Random(7), small).payMore(10);
        small.partition(0).columns().look(1);
        assertThat(small.ask(query(text)).error().inSql()).isEqualTo(new QueryError.InSql("53200", position));
    }

    @Test
    void shouldRefusePartsOfDifferentWindows() {
        Query query = query("SELECT sum(sum_amount_this_day) FROM cards");
        Query ofWeek = query("SELECT sum(sum_amount_this_week) FROM cards");
        Partition ahead = matrix.partition(0);
        ahead.advanceTo(ahead.nowMs() + DAY_MS);
        assertThat(matrix.ask(query).error())
                .isEqualTo(new QueryError(
                        QueryError.Code.WINDOW_TURNED, "A window turned between the partitions' answers. Ask again."));
        assertThat(matrix.ask(ofWeek).error()).isNull();
    }

    @Test
    void shouldShowExtremesOverNothingAsNull() {
        Partition all = matrix.partition(0);
        long nextWeekMs = all.nowMs() + 7 * DAY_MS;
        for (int i = 0; i < 3; i++) {
            matrix.partition(i).advanceTo(nextWeekMs);
        }
        assertThat(
                        ask(
                                "SELECT max(max_amount_this_week), count(max_amount_this_week), sum(sum_amount_this_week), count(*) FROM cards"))
                .containsExactly(java.util.Arrays.asList(null, 0L, new java.math.BigDecimal("0.00"), 60L));
    }
}
