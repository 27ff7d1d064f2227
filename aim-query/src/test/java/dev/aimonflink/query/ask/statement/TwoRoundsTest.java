package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.SentValues;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.InitialValues;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries whose partitions have to know the values of the queries in their expressions before they can choose rows. */
class TwoRoundsTest {
    private static final long ONE_SECOND = 1_000_000_000;

    /** So few rows may be moved that a query of one round fails. */
    private static final AnswerLimits FEW_ROWS = new AnswerLimits(100, 100, 100, 8, ONE_SECOND);

    private final SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 3);
    private final Payments payments = new Payments(new Random(7), matrix);

    private static SqlQuery query(String text, AnswerLimits limits) {
        return (SqlQuery) new SqlText(Payments.TABLES, limits).query(text, List.of());
    }

    private QueryResult ask(String text, AnswerLimits limits) {
        return matrix.ask(query(text, limits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM cards WHERE sum_amount_this_week > (SELECT avg(sum_amount_this_week) FROM cards)",
                "SELECT tier, count(*), sum(sum_amount_this_day) FROM cards"
                        + " WHERE sum_amount_this_week > 2 * (SELECT avg(sum_amount_this_week) FROM cards) GROUP BY tier",
                "SELECT card_id FROM cards"
                        + " WHERE count_events_this_week = (SELECT max(count_events_this_week) - 1 FROM cards)"
                        + " ORDER BY card_id LIMIT 3",
                "SELECT count(*) FROM cards WHERE tier IN (SELECT tier FROM cards GROUP BY tier HAVING count(*) > 12)",
                "SELECT count(*) FROM cards WHERE city NOT IN (SELECT city FROM cards WHERE tier = 'gold')",
                "SELECT count(*) FILTER (WHERE sum_amount_this_week < (SELECT avg(sum_amount_this_week) FROM cards))"
                        + " FROM cards",
                "SELECT sum(CASE WHEN EXISTS (SELECT 1 FROM cards WHERE tier = 'gold') THEN 1 ELSE 0 END) FROM cards",
                "SELECT card_id FROM cards"
                        + " ORDER BY abs(sum_amount_this_week - (SELECT avg(sum_amount_this_week) FROM cards)), card_id"
                        + " LIMIT 2",
                "SELECT count(*) FROM cards WHERE sum_amount_this_week > (SELECT sum_amount_this_week FROM cards WHERE"
                        + " card_id = -1)",
                "SELECT count(*), min(card_id) FROM cards o WHERE sum_amount_this_week >"
                        + " (SELECT avg(sum_amount_this_week) FROM cards WHERE tier = o.tier)",
                "SELECT tier, count(*) FROM cards o WHERE NOT EXISTS (SELECT 1 FROM cards"
                        + " WHERE (tier = 'gold') = (o.tier = 'gold') AND tier = o.tier AND count_events_this_week > 3) GROUP BY tier",
                "SELECT count(*) FROM cards o WHERE count_events_this_week NOT IN"
                        + " (SELECT max(count_events_this_week) FROM cards WHERE tier = o.tier GROUP BY tier)"
            })
    void shouldMoveNoRowsForTheValueOfAQuery(String text) {
        assertThat(query(text, FEW_ROWS).hasSecondRound()).isTrue();
        QueryResult result = ask(text, FEW_ROWS);
        assertThat(result.error()).isNull();
        SqlQuery withoutLimits = query(text, AnswerLimits.USUAL);
        QueryResult atOnce = matrix.ask(SqlQuery.scanOf(
                withoutLimits.planned(), Payments.TABLES, AnswerLimits.USUAL, null, AnswerLimits.USUAL.mergeCheck()));
        assertThat(atOnce.error()).isNull();
        assertThat(result.rows()).isEqualTo(atOnce.rows());
        assertThat(result.columns()).isEqualTo(atOnce.columns());
        assertThat(result.types()).isEqualTo(atOnce.types());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT card_id FROM cards WHERE sum_amount_this_week = (SELECT max(sum_amount_this_week) FROM cards)",
                "SELECT count(*) FROM cards WHERE count_events_this_week > (SELECT count(*) FROM regions)",
                "SELECT tier, count(*) - (SELECT count(*) FROM cards) FROM cards GROUP BY tier",
                "SELECT count(*) FROM cards o WHERE city = (SELECT max(city) FROM regions r WHERE r.zip = o.zip)",
                "SELECT zip, (SELECT count(*) FROM cards WHERE zip = r.zip) FROM regions r",
                "SELECT tier FROM cards GROUP BY tier HAVING count(*) > (SELECT count(*) / 4 FROM cards)",
                "SELECT count(*) FROM cards"
            })
    void shouldNeedOneRoundWhereThatIsEnough(String text) {
        assertThat(query(text, AnswerLimits.USUAL).hasSecondRound()).isFalse();
    }

    @Test
    void shouldReadTheSameCutInBothRounds() {
        String text =
                "SELECT count(*) FROM cards WHERE count_events_this_week > (SELECT avg(count_events_this_week) FROM cards)";
        List<List<Object>> before = ask(text, AnswerLimits.USUAL).rows();
        SqlQuery query = query(text, AnswerLimits.USUAL);
        matrix.submit(query);
        matrix.run();
        payments.payMore(100);
        assertThat(matrix.finish(query).rows()).isEqualTo(before);
        assertThat(ask(text, AnswerLimits.USUAL).rows()).isNotEqualTo(before);
    }

    @Test
    void shouldMoveRowsIfTheValuesAreTooLongToBeSent() {
        PlannedQuery query = query(
                        "SELECT count(*) FROM cards WHERE card_id IN (SELECT card_id FROM cards)", AnswerLimits.USUAL)
                .planned();
        assertThat(SentValues.in(query, sent(1_000)).initials()).isEmpty();
        assertThat(SentValues.in(query, sent(SentValues.MAX_BYTES))).isEqualTo(query);
    }

    private static Partial sent(int values) {
        InitialValues initials = new InitialValues();
        initials.add(new ConstantSet(LongStream.range(0, values).boxed().toList()));
        return SentValues.of(initials);
    }

    @Test
    void shouldExplainBothRounds() {
        String text =
                "SELECT count(*) FROM cards WHERE sum_amount_this_week > (SELECT avg(sum_amount_this_week) FROM cards)";
        assertThat(lines("EXPLAIN " + text))
                .containsSubsequence(
                        "Answer",
                        "         where: sum_amount_this_week > (query 1)",
                        "      -> Read the same cut once more, with the values of the queries before");
        assertThat(lines("EXPLAIN ANALYZE " + text))
                .anyMatch(line -> line.matches(" +where: sum_amount_this_week > [0-9.]+"));
    }

    @Test
    void shouldTestRowsByTheValuesOfTheirKeys() {
        String text = "SELECT count(*) FROM cards o WHERE sum_amount_this_week >"
                + " (SELECT avg(sum_amount_this_week) FROM cards WHERE tier = o.tier)";
        assertThat(lines("EXPLAIN " + text)).contains("         where: sum_amount_this_week > (query 1)[tier]");
        assertThat(lines("EXPLAIN ANALYZE " + text))
                .anyMatch(line -> line.matches(" +where: sum_amount_this_week > \\([0-9] rows\\)\\[tier\\]"));
    }

    @Test
    void shouldExplainWhatRunsForEachRow() {
        assertThat(
                        lines(
                                "EXPLAIN SELECT zip, (SELECT card_id FROM cards WHERE zip = r.zip ORDER BY 1 LIMIT 1) FROM regions r"))
                .containsSubsequence(
                        "-> Compute",
                        "         (query of zip) AS card_id",
                        "   -> Query, for each row",
                        "                  where: zip = (outer zip)");
    }

    private List<String> lines(String text) {
        QueryResult result = matrix.ask(new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of()));
        assertThat(result.error()).isNull();
        return result.rows().stream().map(row -> (String) row.get(0)).toList();
    }
}
