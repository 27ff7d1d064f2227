package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code *} and the tables of the catalog say of a job that does not keep all columns. */
class CatalogTablesTest {
    private static final MatrixSchema SCHEMA = MatrixSchema.of(ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: -1000, max: 1000}
              rate: {type: double, unit: '%'}
            attributes:
              zip: {type: text, table: regions, columns: [city]}
              tier: {type: enum, values: [silver, gold]}
              limit: {type: money, unit: CHF, description: What the bank lends}
            tables: {regions: regions.csv}
            windows: [1 day]
            aggregates:
              events: [count]
              amount: [sum, max, avg, stdev]
              rate: [sum]
            aliases: {spent: sum_amount_this_day}
            """, "payments.yaml"));

    private static final EntityTables FILES = new EntityTables(
            List.of(new EntityTable("regions", List.of("zip", "city"), List.<String[]>of(new String[] {"1", "Bern"}))));

    private static final List<String> KEPT = List.of("count_events_this_day", "spent", "sum_rate_this_day");
    private static final Map<String, String> ALIASES = Map.of("places", "regions");
    private static final MatrixTables TABLES = new MatrixTables(SCHEMA, FILES, ALIASES, KEPT);
    private static final MatrixTables ALL_KEPT = new MatrixTables(SCHEMA, FILES, ALIASES);

    private final SqlMatrix matrix = new SqlMatrix(TABLES, 2, KEPT);

    private static Query query(MatrixTables tables, String text) {
        return new SqlText(tables, AnswerLimits.USUAL).query(text, List.of());
    }

    private QueryResult ask(String text) {
        QueryResult result = matrix.ask(query(TABLES, text));
        assertThat(result.error()).isNull();
        return result;
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void shouldShowByAStarWhatScansCanRead() {
        DeclaredEvent event = new DeclaredEvent(SCHEMA.model().event());
        event.keyNumber(7);
        event.timestampMs(1_795_132_800_000L);
        event.values().bits(0, 125);
        event.values().bits(1, Double.doubleToRawLongBits(0.5));
        matrix.event(event);

        QueryResult all = ask("SELECT * FROM cards");
        assertThat(all.columns())
                .as("an average whose sum and count are kept is kept")
                .containsExactly(
                        "card_id",
                        "zip",
                        "tier",
                        "limit",
                        "count_events_this_day",
                        "sum_amount_this_day",
                        "sum_rate_this_day",
                        "avg_amount_this_day",
                        "zip_city");
        assertThat(all.rows()).hasSize(1);
        assertThat(ask("SELECT c.* FROM public.cards c WHERE card_id = 7").columns())
                .as("the same of one card")
                .isEqualTo(all.columns());
        assertThat(ask("SELECT * FROM AnalyticsMatrix").columns()).isEqualTo(all.columns());
    }

    @Test
    void shouldShowNoSquaresByAStar() {
        assertThat(query(ALL_KEPT, "SELECT * FROM cards").answerColumns())
                .contains("limit", "max_amount_this_day", "stdev_amount_this_day")
                .doesNotContain("squares_amount_this_day");
        assertThat(query(ALL_KEPT, "SELECT squares_amount_this_day FROM cards").answerColumns())
                .as("they can be named")
                .containsExactly("squares_amount_this_day");
    }

    @Test
    void shouldListTables() {
        assertThat(ask("SELECT * FROM information_schema.tables ORDER BY table_name")
                        .rows())
                .containsExactly(
                        row("public", "analyticsmatrix", "VIEW"),
                        row("public", "cards", "BASE TABLE"),
                        row("public", "places", "VIEW"),
                        row("public", "regions", "BASE TABLE"));
    }

    @Test
    void shouldSayWhichModelTheJobHas() {
        List<Object> model =
                ask("SELECT name, yaml FROM information_schema.model").rows().get(0);
        assertThat(model.get(0)).isEqualTo("payments");
        assertThat(ModelFile.parse((String) model.get(1), "job")).isEqualTo(SCHEMA.model());
    }

    @Test
    void shouldListColumnsWithTheirTypes() {
        QueryResult columns = ask("""
                SELECT column_name, ordinal_position, data_type, numeric_precision, numeric_scale, is_nullable, is_kept,
                       other_names
                FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name = 'cards'
                ORDER BY ordinal_position""");
        assertThat(columns.types())
                .containsExactly("text", "integer", "text", "integer", "integer", "text", "text", "text");
        assertThat(columns.rows())
                .containsExactly(
                        row("card_id", 1L, "bigint", 64L, 0L, "NO", "YES", "cardid"),
                        row("zip", 2L, "text", null, null, "YES", "YES", null),
                        row("tier", 3L, "text", null, null, "YES", "YES", null),
                        row("limit", 4L, "numeric", 18L, 2L, "YES", "YES", null),
                        row("count_events_this_day", 5L, "bigint", 64L, 0L, "NO", "YES", null),
                        row("sum_amount_this_day", 6L, "numeric", 18L, 2L, "NO", "YES", "spent"),
                        row("max_amount_this_day", 7L, "numeric", 18L, 2L, "YES", "NO", null),
                        row("sum_rate_this_day", 8L, "double precision", 53L, null, "NO", "YES", null),
                        row("avg_amount_this_day", 9L, "numeric", null, null, "YES", "YES", null),
                        row("stdev_amount_this_day", 10L, "numeric", null, null, "YES", "NO", null),
                        row("zip_city", 11L, "text", null, null, "YES", "YES", "city"));
        assertThat(ask("SELECT column_name, is_nullable, is_kept FROM information_schema.columns"
                                + " WHERE table_name = 'places'")
                        .rows())
                .containsExactlyInAnyOrder(row("zip", "NO", "YES"), row("city", "NO", "YES"));
    }

    @Test
    void shouldSayWhatColumnsHold() {
        assertThat(ask("SELECT column_name, description, unit FROM information_schema.columns"
                                + " WHERE table_name IN ('cards', 'regions') ORDER BY description, column_name")
                        .rows())
                .contains(
                        row("sum_rate_this_day", "Sum of rate of all payments this day", "%"),
                        row("avg_amount_this_day", "Average amount of all payments this day", null),
                        row("limit", "What the bank lends", "CHF"),
                        row("tier", "attribute tier", null),
                        row("card_id", "the key", null),
                        row("city", null, null));
    }
}
