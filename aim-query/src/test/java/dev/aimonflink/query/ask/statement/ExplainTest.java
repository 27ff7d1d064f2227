package dev.aimonflink.query.ask.statement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What EXPLAIN and EXPLAIN ANALYZE say. */
class ExplainTest {
    private final SqlText sql = new SqlText(Payments.TABLES, AnswerLimits.USUAL);
    private final SqlMatrix matrix = filled(new SqlMatrix(Payments.TABLES, 2));

    private static SqlMatrix filled(SqlMatrix matrix) {
        new Payments(new Random(7), matrix);
        return matrix;
    }

    private String explained(String text) {
        return explained(text, matrix);
    }

    private String explained(String text, SqlMatrix asked) {
        Query query = sql.query(text, List.of());
        QueryResult result = asked.ask(query);
        assertThat(result.error()).isNull();
        assertThat(result.columns()).containsExactly("QUERY PLAN");
        assertThat(result.types()).containsExactly("text");
        return result.rows().stream().map(row -> row.get(0) + "\n").collect(Collectors.joining());
    }

    private void assertExplained(String text, String lines) {
        assertThat(explained(text)).isEqualTo(lines);
    }

    @Test
    void shouldSayWhatPartitionsAndTheMergerDo() {
        assertExplained(
                "EXPLAIN SELECT tier, sum(sum_amount_this_day) AS spent, count(DISTINCT card_id)"
                        + " FILTER (WHERE NOT vip) FROM cards WHERE count_events_this_day > 3 AND tier IS NOT NULL GROUP BY tier"
                        + " ORDER BY spent DESC LIMIT 5",
                """
                Answer
                -> Limit
                      rows: 5
                   -> Sort
                         by: sum(sum_amount_this_day) DESC
                      -> Each partition groups its cards
                            reads: count_events_this_day, tier, sum_amount_this_day, card_id, vip
                            bytes of each card: 24 to 28
                            where: count_events_this_day > 3 AND tier IS NOT NULL
                            by: tier
                            values:
                               sum(sum_amount_this_day)
                               count(DISTINCT card_id) FILTER (WHERE NOT vip)
                            runs by: vectors
                """);
    }

    @Test
    void shouldSayWhichRowsPartitionsKeep() {
        assertExplained(
                "EXPLAIN SELECT card_id FROM cards WHERE tier = 'gold' ORDER BY sum_amount_this_day DESC LIMIT 3", """
                Answer
                -> Limit
                      rows: 3
                   -> Sort
                         by: sum_amount_this_day DESC
                      -> Each partition sorts its cards
                            reads: tier, sum_amount_this_day, card_id
                            bytes of each card: 16 to 20
                            where: tier = 'gold'
                            runs by: filter by vectors, then rows: because it asks for rows
                            keeps: the first 3 by sum_amount_this_day
                """);
        assertExplained(
                "EXPLAIN SELECT card_id FROM cards WHERE max_amount_this_day = (SELECT max(max_amount_this_day) FROM"
                        + " cards)",
                """
                Answer
                -> Filter
                      where: max_amount_this_day = (query 1)
                   -> Each partition lists its cards
                         reads: card_id, max_amount_this_day
                         bytes of each card: 12 to 16
                         runs by: rows: because it asks for rows
                         keeps: rows with the greatest max_amount_this_day
                   -> Query 1, before
                      -> Each partition aggregates its cards
                            reads: max_amount_this_day
                            bytes of each card: 4 to 8
                            values:
                               max(max_amount_this_day)
                            runs by: vectors
                """);
    }

    @Test
    void shouldSayThatOneEntityIsLookedUp() {
        assertExplained("EXPLAIN SELECT upper(note) || '!' AS note FROM cards WHERE card_id = 5", """
                Answer
                -> Compute
                      columns:
                         upper(note) || '!' AS note
                   -> Filter
                         where: card_id = 5
                      -> Look up card 5, whose record has all columns
                """);
    }

    @Test
    void shouldSayWhichColumnsAreNotKept() {
        SqlMatrix small = filled(new SqlMatrix(Payments.TABLES, 2, List.of("count_events_this_day")));
        assertThat(explained("EXPLAIN SELECT avg(avg_amount_this_day) FROM cards", small))
                .isEqualTo("""
                Answer
                   partitions:
                      2 x Column 'sum_amount_this_day' is not kept for scans, so the first question reads it from the records.
                -> Each partition aggregates its cards
                      reads: avg_amount_this_day
                      bytes of each card: 8 to 12
                      values:
                         avg(avg_amount_this_day)
                      runs by: rows: because the column 'avg_amount_this_day' is computed of others
                """);
    }

    @Test
    void shouldMeasureWhatItRuns() {
        assertThat(explained("EXPLAIN ANALYZE SELECT tier, count(*) FROM cards GROUP BY tier")
                        .replaceAll("[0-9.]+ (ms|ns)", "# $1")
                        .replaceAll("sent [0-9]+", "sent #"))
                .isEqualTo("""
                Answer
                   newest event: 2026-11-18T12:00:00Z
                   rows: 4
                   finished in: # ms
                   partitions:
                      0: read 30 rows, 120 bytes, in # ms (# ns a row), made 4 groups, sent # bytes, waited # ms
                         cut: # ms before this answer, newest event 2026-11-18T12:00:00Z; pass: alone; scan: # ms of a core, mode s1
                         vectors: # ms (# ns a row)
                            filter and expressions, by vectors: # ms (# ns a row), 30 rows
                            find groups, by vectors: # ms (# ns a row), 30 rows
                            aggregate, by vectors: # ms (# ns a row), 30 rows
                      1: read 30 rows, 120 bytes, in # ms (# ns a row), made 4 groups, sent # bytes, waited # ms
                         cut: # ms before this answer, newest event 2026-11-18T12:00:00Z; pass: alone; scan: # ms of a core, mode s1
                         vectors: # ms (# ns a row)
                            filter and expressions, by vectors: # ms (# ns a row), 30 rows
                            find groups, by vectors: # ms (# ns a row), 30 rows
                            aggregate, by vectors: # ms (# ns a row), 30 rows
                -> Each partition groups its cards
                      reads: tier
                      bytes of each card: 4
                      by: tier
                      values:
                         count(*)
                      runs by: vectors
                      keeps: the first 10001 in the order of their keys
                """);
        assertThat(explained("EXPLAIN ANALYZE SELECT tier FROM cards WHERE card_id = 5")
                        .replaceAll("[0-9.]+ ms", "# ms"))
                .isEqualTo("""
                Answer
                   newest event: 2026-11-18T12:00:00Z
                   rows: 1
                   finished in: # ms
                   partitions:
                      1: read 1 row, sent 229 bytes, answered within # ms
                         cut: # ms before this answer, newest event 2026-11-18T12:00:00Z
                -> Filter
                      where: card_id = 5
                   -> Look up card 5, whose record has all columns
                """);
    }

    @Test
    void shouldMeasureTheRowsThatAFilterLeaves() {
        assertThat(explained("EXPLAIN ANALYZE SELECT note || '!' FROM cards WHERE count_events_this_day > 1000")
                        .replaceAll("[0-9.]+ (ms|ns)", "# $1"))
                .contains(
                        "filter by vectors, then rows: because it asks for rows: # ms (# ns a row)",
                        "filter and expressions, by vectors: # ms (# ns a row), 30 rows");
    }

    @Test
    void shouldMeasureWhatLoopsDoTogether() {
        assertThat(explained("EXPLAIN ANALYZE SELECT sum(count_events_this_day), max(count_events_this_week) FROM cards"
                                + " WHERE count_events_this_day > 1000")
                        .replaceAll("[0-9.]+ (ms|ns)", "# $1"))
                .containsOnlyOnce("      0: read 30 rows")
                .contains("filter and aggregate together, by vectors: # ms (# ns a row), 30 rows to 0")
                .doesNotContain("filter and expressions");
        assertThat(explained("EXPLAIN ANALYZE SELECT count_events_this_day, sum(count_events_this_week) FROM cards"
                                + " GROUP BY 1")
                        .replaceAll("[0-9.]+ (ms|ns)", "# $1"))
                .contains("find groups and aggregate together, by vectors: # ms (# ns a row), 30 rows");
    }

    @Test
    void shouldSayAboutHowManyBytesWereRead() {
        assertThat(explained(
                        "EXPLAIN ANALYZE SELECT tier, sum(sum_amount_this_day), (SELECT max(sum_amount_this_day) FROM cards)"
                                + " FROM cards GROUP BY tier"))
                .as("4 of the tier, 4 or 8 of the sum, whose queries are in the same scan")
                .contains("0: read 30 rows, about 240 to 360 bytes, in ");
        assertThat(explained("EXPLAIN ANALYZE SELECT count(*) FROM cards")).contains("0: read 30 rows, 0 bytes, in ");
    }

    /** Numbers that vary are masked, and stay numbers. */
    private JsonNode json(String text) throws IOException {
        return new ObjectMapper()
                .readTree(explained(text).replaceAll("(Nanos|nanos|cutAgeMs|bytesSent)\" : [0-9]+", "$1\" : -1"));
    }

    @Test
    void shouldBeJsonForPrograms() throws IOException {
        String partition = """
                {"partition": %d, "rowsRead": 30, "bytesSent": -1, "cutAgeMs": -1, "newestEventMs": 1795003200000,
                 "bytesRead": {"least": 240, "most": 360}, "queuedNanos": -1, "scanNanos": -1,
                 "cpuNanos": -1, "mode": "s1", "freshRows": 0,
                 "queriesOfPass": 1, "equalRequests": 1,
                 "fragments": [{"runsBy": "vectors", "nanos": -1, "groupsMade": 4, "steps": [
                    {"step": "filter and expressions, by vectors", "nanos": -1, "rowsIn": 30, "rowsOut": 30},
                    {"step": "find groups, by vectors", "nanos": -1, "rowsIn": 30, "rowsOut": 30},
                    {"step": "aggregate, by vectors", "nanos": -1, "rowsIn": 30, "rowsOut": 30}]}]}
                """;
        assertThat(json("EXPLAIN (ANALYZE, FORMAT JSON) SELECT tier, sum(sum_amount_this_day) FROM cards"
                        + " GROUP BY 1 ORDER BY 2 LIMIT 2"))
                .isEqualTo(new ObjectMapper().readTree("""
                {"newestEventMs": 1795003200000, "rows": 2, "finishedNanos": -1,
                 "partitions": [%s, %s],
                 "plan": {"step": "Limit", "rows": 2, "inputs": [
                    {"step": "Sort", "by": ["sum(sum_amount_this_day)"], "inputs": [
                       {"step": "Each partition groups its cards", "reads": ["tier", "sum_amount_this_day"],
                        "bytesOfEach": {"least": 8, "most": 12}, "by": ["tier"],
                        "values": ["sum(sum_amount_this_day)"], "runsBy": "vectors"}]}]}}
                """.formatted(partition.formatted(0), partition.formatted(1))));
    }

    @Test
    void shouldBeJsonOfALookUp() throws IOException {
        assertThat(json("EXPLAIN (ANALYZE, FORMAT JSON) SELECT tier FROM cards WHERE card_id = 5"))
                .isEqualTo(new ObjectMapper().readTree("""
                {"newestEventMs": 1795003200000, "rows": 1, "finishedNanos": -1,
                 "partitions": [{"partition": 1, "rowsRead": 1, "bytesSent": -1, "cutAgeMs": -1,
                                 "newestEventMs": 1795003200000, "answeredNanos": -1}],
                 "plan": {"step": "Filter", "where": "card_id = 5", "inputs": [
                    {"step": "Look up card 5, whose record has all columns"}]}}
                """));
    }

    @Test
    void shouldSayInJsonWhichColumnsAreNotKept() throws IOException {
        SqlMatrix small = filled(new SqlMatrix(Payments.TABLES, 2, List.of("count_events_this_day")));
        JsonNode plan = new ObjectMapper()
                .readTree(explained("EXPLAIN (FORMAT JSON) SELECT avg(avg_amount_this_day) FROM cards", small));
        assertThat(plan.at("/notes/0/partitions").intValue()).isEqualTo(2);
        assertThat(plan.at("/notes/0/note").textValue())
                .startsWith("Column 'sum_amount_this_day' is not kept for scans, so the first");
    }

    /** A query for an explanation asks nothing of the columns, and never shares its scan with the query itself. */
    @Test
    void shouldBeAnotherQueryThanTheExplainedOne() {
        String text = "SELECT count(*) FROM cards";
        assertThat(sql.query("EXPLAIN " + text, List.of()))
                .isEqualTo(sql.query("EXPLAIN select COUNT(*) from cards", List.of()))
                .isNotEqualTo(sql.query(text, List.of()))
                .isNotEqualTo(sql.query("EXPLAIN ANALYZE " + text, List.of()));
    }
}
