package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.calls.CraftedMatrix;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.setup.Catalogues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The query of one entity, for columns of tables. */
@Tag("compiled")
class QueryOfTablesTest {
    private static final String PAYMENTS = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {amount: money}
            attributes:
              zip: {type: text, table: regions, columns: [city]}
              tier: {type: enum, values: [basic, gold], table: tiers}
            tables: {regions: regions.csv, tiers: tiers.csv}
            windows: [1 day]
            aggregates: {events: [count]}
            aliases: {spendings: count_events_this_day}
            """;

    private static final EntityTable REGIONS = new EntityTable(
            "regions",
            List.of("zip", "city", "country", "spendings", "note"),
            List.of(
                    new String[] {"CH-8000", "Zurich", "Switzerland", "high", "a"},
                    new String[] {"CH-3000", "Bern", "", "low", "b"}));
    private static final EntityTable TIERS =
            new EntityTable("tiers", List.of("tier", "note"), List.<String[]>of(new String[] {"gold", "of 1,000"}));

    private static final MatrixSchema SCHEMA = MatrixSchema.of(ModelFile.parse(PAYMENTS, "payments.yaml"));
    private static final Catalogue CATALOGUE =
            Catalogues.of(SCHEMA, new EntityTables(List.of(REGIONS, TIERS)), AnswerLimits.USUAL);

    private static EntityQuery bind(String columns) {
        return (EntityQuery) CATALOGUE.bind(new AskedQuery("card", Map.of("cardId", 7L, "columns", columns)));
    }

    private static List<Object> row(String columns, Object... attributes) {
        EntityQuery query = bind(columns);
        EntityRecord record = new EntityRecord(
                EntityId.of(7),
                SCHEMA.fingerprint(),
                new int[] {1},
                new int[] {3},
                new long[SCHEMA.layout().longCount()],
                Attributes.of(attributes));
        return query.answer(CraftedMatrix.throughBytes(query.partial(record))).get(0);
    }

    private static void assertRefused(Catalogue catalogue, AskedQuery asked, String message) {
        assertThatThrownBy(() -> catalogue.bind(asked))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(QueryError.Code.INVALID_PARAMETER, message)));
    }

    private static void assertRefused(String columns, String message) {
        assertRefused(CATALOGUE, new AskedQuery("card", Map.of("cardId", 7L, "columns", columns)), message);
    }

    @Test
    void shouldShowColumnsOfTablesListedOrNot() {
        assertThat(row("country,city,cardId,zip.note,tier.note,zip.zip", "CH-8000", "gold"))
                .containsExactly("Switzerland", "Zurich", 7L, "a", "of 1,000", "CH-8000");
        assertThat(bind("country,zip.note").answerColumns()).containsExactly("country", "zip.note");
    }

    @Test
    void shouldShowNullWithoutACell() {
        assertThat(row("country", "CH-3000")).as("an empty cell").containsExactly("");
        assertThat(row("zip,country,zip.zip", "CH-9999")).containsExactly("CH-9999", null, null);
        assertThat(row("zip,country,tier.note")).isEqualTo(Arrays.asList(null, null, null));
        assertThat(row("tier,tier.note", null, "basic")).containsExactly("basic", null);
    }

    @Test
    void shouldPreferNamesOfTheModel() {
        assertThat(row("zip,tier,spendings,zip.spendings", "CH-9999", "basic"))
                .containsExactly("CH-9999", "basic", 3L, null);
        assertThat(row("spendings,zip.spendings", "CH-8000")).containsExactly(3L, "high");
    }

    @Test
    void shouldShowNoColumnOfATableUnlessItIsNamed() {
        EntityQuery all = (EntityQuery) CATALOGUE.bind(new AskedQuery("card", Map.of("cardId", 7L)));
        assertThat(all.answerColumns()).containsExactly("cardId", "zip", "tier", "count_events_this_day");
    }

    @Test
    void shouldRefuseANameOfSeveralColumns() {
        assertRefused(
                "city,note",
                "Query 'card' finds the column 'note' in the tables of several attributes. Give one of zip.note,"
                        + " tier.note.");
    }

    @Test
    void shouldSayWhichColumnsThereAre() {
        String fix = "Give names with commas between them; `aim model show` lists the aggregates, the attributes are"
                + " cardId, zip, tier, the columns of their tables are zip.zip, zip.city, zip.country, zip.spendings,"
                + " zip.note, tier.tier, tier.note.";
        assertRefused("cuntry", "Query 'card' knows no column 'cuntry'. Did you mean 'country'? " + fix);
        assertRefused("zip.cty", "Query 'card' knows no column 'zip.cty'. Did you mean 'zip.city'? " + fix);
        assertRefused("sepndings", "Query 'card' knows no column 'sepndings'. Did you mean 'spendings'? " + fix);
        assertRefused("Country", "Query 'card' knows no column 'Country'. Did you mean 'country'? " + fix);
        assertRefused("limit", "Query 'card' knows no column 'limit'. " + fix);
    }

    @Test
    void shouldNameThirtyTwoColumnsAndCountTheOthers() {
        for (int others : new int[] {0, 1, 5}) {
            List<String> names = new ArrayList<>();
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < 32 + others - TIERS.columns().size(); i++) {
                names.add("column" + i);
                shown.add("zip.column" + i);
            }
            shown.addAll(List.of("tier.tier", "tier.note"));
            assertRefused(
                    Catalogues.of(
                            SCHEMA,
                            new EntityTables(List.of(new EntityTable("regions", names, List.of()), TIERS)),
                            AnswerLimits.USUAL),
                    new AskedQuery("card", Map.of("cardId", 7L, "columns", "limit")),
                    "Query 'card' knows no column 'limit'. Give names with commas between them; `aim model show` lists"
                            + " the aggregates, the attributes are cardId, zip, tier, the columns of their tables are "
                            + String.join(", ", shown.subList(0, 32))
                            + (others == 0 ? "." : " and " + others + " more."));
        }
    }

    @Test
    void shouldShowTheCityOfASubscriber() {
        MatrixSchema calls = CallModel.schema(42);
        EntityTables tables = PresetModels.tables();
        EntityTable regions = tables.table("RegionInfo");
        EntityQuery query = (EntityQuery) Catalogues.of(calls, tables, AnswerLimits.USUAL)
                .bind(new AskedQuery(
                        "subscriber", Map.of("subscriberId", 7L, "columns", "city,category,category.category")));
        EntityRecord record = new EntityRecord(
                EntityId.of(7),
                calls.fingerprint(),
                new int[] {1, 1},
                new int[calls.layout().intCount()],
                new long[calls.layout().longCount()],
                Attributes.of(regions.cell(3, 0), 1L, 2L, 1L));
        EntityTable categories = tables.table("SubscriberCategory");
        assertThat(query.answer(query.partial(record)))
                .containsExactly(List.of(regions.cell(3, 1), 2L, categories.cell(categories.lookup("2"), 1)));
    }
}
