package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.Payments;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Scans that compute something of very many texts before they read rows. */
class OpeningScanTest {
    /** More than are always computed, and more than are computed in one step. */
    private static final int CARDS = 1_500;

    /** Far more than what is left of a scan: a step for its opening, some for vectors, and one for the answer. */
    private static final int MANY_SLICES = 15;

    /** Each note takes some microseconds at least, whatever the machine. */
    private static final String SLOW = "lpad(note, 3000) like '%7'";

    private static SqlQuery query(String text) {
        return (SqlQuery) new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of());
    }

    private static void note(SqlMatrix matrix, long card, String note) {
        matrix.profile(EntityId.of(card), Attributes.of(new Object[] {null, "gold", null, note, null, null}));
    }

    private static SqlMatrix matrix() {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        for (long card = 0; card < CARDS; card++) {
            note(matrix, card, "note " + card);
        }
        return matrix;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*) from cards where " + SLOW,
                "select card_id from cards where " + SLOW + " order by note desc limit 5",
                "select count(*) filter (where " + SLOW + "), count(*) from cards",
                "select substr(lpad(note, 3000), 2998), count(*) from cards group by 1 order by 1 limit 9",
                "select card_id from cards order by substr(lpad(note, 3000), 2998) desc, card_id limit 5",
                "select max(substr(lpad(note, 3000), 2997)), sum(length(lpad(note, 3000))) from cards",
                "select max(case when " + SLOW + " then note else lpad(note, 100) end) from cards",
                // The number of a late text has more than 64 bits, so rows compute it.
                "select sum(1000000000000000000.0 * greatest(length(lpad(note, 3000)) + length(note) - 3008, 0)) from cards",
                // Programs of narrow cells come to the text, the others do not.
                "select count(*) from cards where sum_items_this_day * sum_items_this_week"
                        + " >= length(lpad(note, 3000)) - 3000",
            })
    void shouldLetEventsInWhileItComputesSomethingOfTexts(String text) {
        SqlMatrix matrix = matrix();
        QueryResult expected = matrix.ask(query(text).atBestBy(ScanWay.Kind.ROWS));
        matrix.submit(query(text));
        int slices = 0;
        while (matrix.partition(0).hasWork()) {
            matrix.partition(0).runSlice(0);
            slices++;
            if (slices % 2 == 0) {
                // A new text, of a card that is counted or a new one.
                note(matrix, slices, "later 7 " + slices);
                note(matrix, CARDS + slices, "new 7 " + slices);
            }
        }
        assertThat(matrix.finish(query(text)).rows()).isEqualTo(expected.rows()).isNotEmpty();
        assertThat(slices).isGreaterThan(MANY_SLICES);
        assertThat(matrix.ask(query(text)).rows())
                .as("the next pass sees them")
                .isEqualTo(matrix.ask(query(text).atBestBy(ScanWay.Kind.ROWS)).rows());
    }

    @Test
    void shouldAnswerOthersOfThePass() {
        SqlMatrix matrix = matrix();
        List<Part> parts = matrix.askTogether(List.of(
                query("select count(*) from cards where " + SLOW),
                query("select count(*) from cards"),
                query("select count(*) from cards where note like '%7'")));
        assertThat(parts).hasSize(3).allMatch(part -> part.error() == null);
        assertThat(parts.get(0).partial()).isEqualTo(parts.get(2).partial());
    }

    @Test
    void shouldAnswerOfNoRows() {
        SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 1);
        for (String text : List.of("select count(*) from cards where " + SLOW, "select note from cards order by 1")) {
            assertThat(matrix.ask(query(text)).rows())
                    .isEqualTo(
                            matrix.ask(query(text).atBestBy(ScanWay.Kind.ROWS)).rows());
        }
    }

    /** Each card has had several notes, and no row has the old ones. */
    @Test
    void shouldComputeRowsIfTheseAreFewerThanTexts() {
        SqlMatrix matrix = matrix();
        String text = "explain analyze select card_id from cards where note like '%7'";
        assertThat(waysOf(matrix, text)).contains("filter by vectors, then rows: because it asks for rows: ");
        for (long card = 0; card < 500; card++) {
            note(matrix, card, "other " + card);
        }
        assertThat(waysOf(matrix, text))
                .contains(" rows: because it asks for rows: ")
                .doesNotContain("then rows: because it asks for rows: ");
    }

    private static String waysOf(SqlMatrix matrix, String text) {
        ScanQuery query = (ScanQuery) new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of());
        return matrix.ask(query).rows().toString();
    }
}
