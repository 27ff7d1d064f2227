package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Columns of the window without an end are as any others, and lack no event that was ever applied. */
class EverInScansTest {
    private static final long DAY_MS = 86_400_000;
    private static final int EVENTS = 2_000;
    private static final int CARDS = 100;
    private static final MatrixTables TABLES =
            new MatrixTables(MatrixSchema.of(ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: at
            fields: {amount: {type: int, sum: int}}
            filters: {refund: amount < 0}
            windows: [ever, 1 day]
            aggregates: {events: [count], amount: [sum, max]}
            """, "payments.yaml")), EntityTables.NONE, Map.of());

    private static List<List<Object>> rows(SqlMatrix matrix, String text) {
        QueryResult result = matrix.ask(new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of()));
        assertThat(result.error()).isNull();
        return result.rows();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldCountEachEventThatIsAppliedOnce(long seed) {
        Random random = new Random(seed);
        SqlMatrix matrix = new SqlMatrix(TABLES, 1 + random.nextInt(3));
        DeclaredEvent event = new DeclaredEvent(TABLES.schema().model().event());
        long applied = 0;
        long refunds = 0;
        long sum = 0;
        for (int i = 0; i < EVENTS; i++) {
            int amount = random.nextInt(-Integer.MAX_VALUE / 1_000, Integer.MAX_VALUE / 10);
            event.clear();
            event.keyNumber(random.nextInt(CARDS));
            event.timestampMs(random.nextLong(100 * DAY_MS));
            event.values().bits(0, amount);
            if (matrix.event(event) == Effect.APPLIED) {
                applied++;
                refunds += amount < 0 ? 1 : 0;
                sum += amount;
            }
        }
        assertThat(applied).isGreaterThan(EVENTS / 2);
        assertThat(
                        rows(
                                matrix,
                                "select sum(count_events_ever), sum(count_events_of_refund_ever), sum(sum_amount_ever) from cards"))
                .hasToString("[[%d, %d, %d]]".formatted(applied, refunds, sum));
        assertThat(rows(
                        matrix,
                        "select sum(n * c) from (select count_events_ever n, count(*) c from cards group by 1)"))
                .hasToString("[[%d]]".formatted(applied));
        assertThat(rows(matrix, "select count(*) from cards where sum_amount_ever > 2147483647"))
                .isNotEqualTo(List.of(List.of(0L)));
    }
}
