package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.statement.Payments;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MatrixTablesTest {
    private final Table cards = Payments.TABLES.find("cards").orElseThrow();

    private String typeOf(Table table, String column) {
        return table.columns().stream()
                .filter(each -> each.name().equals(column))
                .map(each -> each.type().toString())
                .findFirst()
                .orElse(null);
    }

    @Test
    void shouldNameTheMatrixAfterItsEntitiesAndAsThePapersDo() {
        assertThat(Payments.TABLES.ownNames())
                .containsExactly("cards", "analyticsmatrix", "regions", "banks", "places");
        Table ofPapers = Payments.TABLES.find("analyticsmatrix").orElseThrow();
        assertThat(ofPapers)
                .isEqualTo(new Table(
                        "analyticsmatrix", cards.columns(), cards.aliases(), cards.unlisted(), cards.explained()));
        assertThat(Payments.TABLES.find("Cards")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "card, cards",
        "subscriber, subscribers",
        "box, boxes",
        "party, parties",
        "day, days",
        "branch, branches",
        "bankAccount, bank_accounts"
    })
    void shouldBuildThePlural(String entity, String table) {
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse(
                "{model: m, entity: " + entity + ", event: e, key: id, time: t, fields: {x: int},"
                        + " windows: [1 day], aggregates: {x: [sum]}}",
                "m.yaml"));
        assertThat(new MatrixTables(schema, EntityTables.NONE, Map.of()).ownNames())
                .containsExactly(table, "analyticsmatrix");
    }

    @Test
    void shouldShowTheKeyTheAttributesTheAggregatesAndTheListedColumns() {
        assertThat(cards.columns())
                .extracting(Column::name)
                .startsWith("card_id", "zip", "tier", "home_bank", "note", "vip", "limit", "points");
        assertThat(cards.columns()).extracting(Column::name).endsWith("zip_city", "zip_country", "home_bank_bank");
        assertThat(cards.columns()).extracting(Column::index).isSorted();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            card_id | bigint
            zip | text
            tier | enum
            home_bank | integer
            vip | boolean
            limit | numeric(18,2)
            zip_city | text
            count_events_this_day | bigint
            sum_amount_this_week | numeric(18,2)
            max_amount_of_online_this_day | numeric(18,2)
            avg_amount_this_day | numeric
            sum_items_this_day | bigint
            max_items_this_day | integer
            sum_rate_this_day | double precision
            max_rate_this_day | double precision
            max_booked_at_this_day | timestamp with time zone
            """)
    void shouldGiveColumnsTheirTypes(String column, String type) {
        assertThat(typeOf(cards, column)).isEqualTo(type);
    }

    @Test
    void shouldKnowOtherNamesOfColumns() {
        assertThat(cards.aliases())
                .containsOnly(
                        Map.entry("cardid", "card_id"),
                        Map.entry("city", "zip_city"),
                        Map.entry("country", "zip_country"),
                        Map.entry("bank", "home_bank_bank"),
                        Map.entry("homebank", "home_bank_bank"),
                        Map.entry("spent_today", "sum_amount_this_day"));
    }

    @Test
    void shouldGiveTheKeyOfATableTheTypeOfItsAttributes() {
        assertThat(typeOf(Payments.TABLES.find("banks").orElseThrow(), "id")).isEqualTo("integer");
        assertThat(typeOf(Payments.TABLES.find("regions").orElseThrow(), "zip")).isEqualTo("text");
        assertThat(typeOf(Payments.TABLES.find("places").orElseThrow(), "people"))
                .isEqualTo("text");
    }

    @Test
    void shouldShowByAStarNothingThatTheModelDoesNotName() {
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse(
                "{model: visits, entity: guest, event: visit, key: guestId, time: at, fields: {minutes: int, euros: int},"
                        + " windows: [1 day], aggregates: {minutes: [avg], euros: [sum, avg]}}",
                "visits.yaml"));
        Table guests = new MatrixTables(schema, EntityTables.NONE, Map.of())
                .find("guests")
                .orElseThrow();
        assertThat(guests.columns())
                .filteredOn(column -> guests.unlisted().contains(column.index()))
                .extracting(Column::name)
                .containsExactly("count_events_this_day", "sum_minutes_this_day");
    }
}
