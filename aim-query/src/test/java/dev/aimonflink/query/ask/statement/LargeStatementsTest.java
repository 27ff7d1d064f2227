package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.ask.cut.StarJoin;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Statements that are short and mean much. */
class LargeStatementsTest {
    /** What a thread has by default, such as one that scans. The thread that plans has more. */
    private static final int STACK_BYTES = 1024 * 1024;

    private final SqlText sql = new SqlText(Payments.TABLES, AnswerLimits.USUAL);

    /** Each query computes a column of that of the one before. */
    private static String chain(int levels, String expression, String last) {
        return "WITH q0 AS (SELECT card_id AS x FROM cards)"
                + IntStream.rangeClosed(1, levels)
                        .mapToObj(level -> ", q%d AS (SELECT %s AS x FROM q%d)".formatted(level, expression, level - 1))
                        .collect(Collectors.joining())
                + last.formatted("q" + levels);
    }

    private void refuse(String text, String message) {
        assertThatThrownBy(() -> sql.query(text, List.of())).isInstanceOfSatisfying(QueryFailure.class, failure -> {
            assertThat(failure.error().inSql().state()).isEqualTo("54001");
            assertThat(failure.error().message()).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " SELECT x FROM %s",
                " SELECT max(x) FROM %s",
                " SELECT DISTINCT x FROM %s",
                " SELECT count(*) FROM %s WHERE x > 0",
                " SELECT x FROM %s ORDER BY x LIMIT 1",
                " SELECT count(*) FROM %s GROUP BY x",
                " SELECT count(*) FROM (SELECT 1 FROM %1$s a JOIN %1$s b ON a.x = b.x) s",
                " SELECT 1 FROM %1$s WHERE x = (SELECT max(x) FROM %1$s)"
            })
    void shouldCountAnExpressionWhereverItsColumnIsNamed(String last) {
        assertThat(sql.query(chain(10, "x + x", last), List.of())).isNotNull();
        String message =
                "The statement has more than 100000 parts. Columns of tables are parts, and what is used several"
                        + " times counts each time. Make it shorter.";
        refuse(chain(20, "x + x", last), message);
        refuse(chain(60, "x + x", last), message);
        refuse(chain(140, "CASE WHEN x > 0 THEN x ELSE -x END", last), message);
    }

    @Test
    void shouldNotCountExpressionsThatNothingUses() {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        QueryResult result = matrix.ask(sql.query(chain(60, "x + x", " SELECT count(*) FROM %s"), List.of()));
        assertThat(result.rows()).isEqualTo(List.of(List.of(0L)));
    }

    @Test
    void shouldLimitHowManyOperatorsAreInEachOther() throws InterruptedException {
        // One is the cast of the column to the type of the numbers.
        String ofFive = "x + 1 + 1 + 1 + 1 + 1";
        assertThat(plannedOnASmallStack(chain(StarJoin.MAX_HEIGHT / 5 - 1, ofFive, " SELECT max(x) FROM %s")))
                .isInstanceOf(SqlQuery.class);
        refuse(
                chain(StarJoin.MAX_HEIGHT / 5 + 1, ofFive, " SELECT max(x) FROM %s"),
                "With those of the queries in FROM, an expression has more than 500 operators in each other. Nest fewer"
                        + " queries, or write simpler expressions in them.");
    }

    private Object plannedOnASmallStack(String text) throws InterruptedException {
        AtomicReference<Object> result = new AtomicReference<>();
        Runnable planning = () -> {
            try {
                SqlQuery query = (SqlQuery) sql.query(text, List.of());
                result.set(query.ways().isEmpty() ? "no scan" : query);
            } catch (RuntimeException | StackOverflowError wrong) {
                result.set(wrong);
            }
        };
        Thread thread = new Thread(null, planning, "high expression", STACK_BYTES);
        thread.start();
        thread.join();
        return result.get();
    }

    // ---- texts and numbers that become long

    @Test
    void shouldPlanTextsThatWouldBecomeTooLong() {
        String doubled = chain(40, "x || x", " SELECT count(*) FROM %s WHERE length(x) > 1")
                .replace("card_id AS x", "'abcdefgh' AS x");
        assertThatThrownBy(() -> sql.query(doubled, List.of())).hasMessageContaining("has more than 100000 parts");
        String replaced = "SELECT length(replace(replace('" + "a".repeat(1_000) + "', 'a', '" + "a".repeat(1_000)
                + "'), 'a', '" + "b".repeat(1_000) + "')) FROM cards";
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        assertThat(new Payments(new Random(1), matrix)).isNotNull();
        QueryError error = matrix.ask(sql.query(replaced, List.of())).error();
        assertThat(error.inSql().state()).isEqualTo("54000");
    }

    // ---- queries of tables alone, whose values are known before partitions are asked

    /** Three rows to the power of twenty are more than any limit of time allows. */
    @Test
    void shouldEndWhatTakesTooLongBeforePartitionsAreAsked() {
        String joined = "regions r0"
                + IntStream.range(1, 20).mapToObj(i -> ", regions r" + i).collect(Collectors.joining());
        String text = "SELECT count(*) FROM cards WHERE card_id > (SELECT count(*) FROM " + joined + ")";
        assertThatThrownBy(() -> sql.query(text, List.of()))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(SqlFailures.mergedTooLong(AnswerLimits.USUAL).error()));
    }
}
