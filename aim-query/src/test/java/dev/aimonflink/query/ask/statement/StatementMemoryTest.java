package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.ValueBytes;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** All statements of a partition together keep no more than they may. */
class StatementMemoryTest {
    private static final int CARDS = 20_000;
    private static final long BUDGET = 8L << 20;

    private static SqlMatrix matrix() {
        SqlMatrix matrix = new SqlMatrix(
                Payments.TABLES,
                1,
                Payments.SCHEMA.columns().stream().map(StoredColumn::name).toList(),
                BUDGET);
        for (long card = 0; card < CARDS; card++) {
            DeclaredEvent event = new DeclaredEvent(Payments.SCHEMA.model().event());
            event.keyNumber(card);
            event.timestampMs(Instant.parse("2026-11-18T12:00:00Z").toEpochMilli());
            event.values().bits(0, card);
            event.values().bits(1, card % 5);
            event.values().bits(2, Double.doubleToRawLongBits(0.5));
            event.values().bits(3, card % 2);
            event.values().bits(4, event.timestampMs());
            matrix.event(event);
        }
        return matrix;
    }

    private static SqlQuery query(String text) {
        return (SqlQuery) new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of());
    }

    private static List<Query> statements(String text, ScanWay.Kind way, int count) {
        return IntStream.range(0, count)
                .<Query>mapToObj(number -> query(text.formatted(number)).atBestBy(way))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select card_id, count(*), sum(sum_amount_this_day) + %d from cards group by 1 limit 20000",
                "select count(distinct card_id), count(distinct card_id - 7), %d from cards",
                "select card_id, sum_amount_this_day, tier, vip from cards where card_id <> %d + 20000",
            })
    void shouldEndTheStatementThatNeedsMoreThanIsLeft(String text) {
        SqlMatrix matrix = matrix();
        for (ScanWay.Kind way : List.of(ScanWay.Kind.KERNEL, ScanWay.Kind.ROWS)) {
            List<Part> alone = matrix.askTogether(statements(text, way, 1));
            assertThat(alone).as("%s by %s", text, way).allMatch(part -> part.error() == null);

            List<Part> parts = matrix.askTogether(statements(text, way, 16));

            List<QueryError> errors = new ArrayList<>();
            parts.stream().map(Part::error).filter(error -> error != null).forEach(errors::add);
            assertThat(parts).hasSize(16);
            assertThat(errors)
                    .as("%s by %s", text, way)
                    .isNotEmpty()
                    .hasSizeLessThan(16)
                    .allSatisfy(error -> {
                        assertThat(error.inSql().state()).isEqualTo("53200");
                        assertThat(error.message())
                                .startsWith("The statements that run in a partition keep more than"
                                        + " aim.sql.max-total-memory=8 MiB together")
                                .endsWith("Ask for fewer groups or rows, ask again when others have ended, or raise the"
                                        + " option.");
                    });
            assertThat(matrix.partition(0).queries().keptBytes()).isZero();
        }
    }

    /** Each has vectors of its own, before it has read a row. */
    @Test
    void shouldEndStatementsOfWhichTooManyAreOpen() {
        List<Part> parts = matrix().askTogether(
                        statements("select tier, count(*) + %d from cards group by 1", ScanWay.Kind.KERNEL, 40));
        assertThat(parts).hasSize(40);
        assertThat(parts.stream().filter(part -> part.error() == null)).hasSizeBetween(10, 16);
        assertThat(parts.stream().filter(part -> part.error() != null))
                .allMatch(part -> part.error().inSql().state().equals("53200"));
    }

    @Test
    void shouldSayHowMuchStatementsKeepWhileTheyRun() {
        SqlMatrix matrix = matrix();
        Query query = query("select card_id, count(*) from cards group by 1 limit 20000");
        matrix.partition(0).submit(new Asker("request", "client", Long.MAX_VALUE), (ScanQuery) query);
        long most = 0;
        while (matrix.partition(0).hasWork()) {
            matrix.partition(0).runSlice(0);
            most = Math.max(most, matrix.partition(0).queries().keptBytes());
        }
        assertThat(most).isEqualTo(ValueBytes.OF_VECTORS + 2L * 64 * CARDS);
        assertThat(matrix.partition(0).queries().keptBytes()).isZero();
    }
}
