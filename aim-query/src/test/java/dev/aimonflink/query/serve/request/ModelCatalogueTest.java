package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.calls.CraftedMatrix;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import dev.aimonflink.query.setup.Catalogues;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The catalogue of a model whose events are no calls. */
@Tag("compiled")
class ModelCatalogueTest {
    private static final String PAYMENTS = """
            model: payments
            entity: card
            event: payment
            key: KEY
            time: timestamp
            fields:
              amount: money
              bookedAt: time
              share: double
            attributes:
              limit: money
              tier: {type: enum, values: [basic, gold]}
              blocked: boolean
              since: time
              score: double
              note: text
            windows: [1 day]
            aggregates: {events: [count], amount: [sum, avg], bookedAt: [max], share: [sum]}
            aliases: {spend_today: sum_amount_this_day, mean_today: avg_amount_this_day}
            """;

    private static final MatrixSchema OF_TEXTS = schema("{name: cardId, type: text}");
    private static final Catalogue TEXTS = Catalogues.of(OF_TEXTS);
    private static final Catalogue NUMBERS = Catalogues.of(schema("cardId"));

    private static MatrixSchema schema(String key) {
        return MatrixSchema.of(ModelFile.parse(PAYMENTS.replace("KEY", key), "payments.yaml"));
    }

    private static EntityQuery bind(Catalogue catalogue, Object key) {
        return (EntityQuery) catalogue.bind(new AskedQuery("card", Map.of("cardId", key)));
    }

    private static void assertRefused(Catalogue catalogue, AskedQuery call, QueryError.Code code, String message) {
        assertThatThrownBy(() -> catalogue.bind(call))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(code, message)));
    }

    private static void assertRefused(Catalogue catalogue, Object key, String message) {
        AskedQuery call = new AskedQuery("card", Map.of("cardId", key));
        assertRefused(catalogue, call, QueryError.Code.INVALID_PARAMETER, message);
    }

    @Test
    void shouldHoldTheQueryOfOneEntityAndTheVerification() {
        assertThat(TEXTS.entries()).extracting(Catalogue.Entry::id).containsExactly("card", "verify");
        Catalogue.Entry ofOne = TEXTS.entries().iterator().next();
        assertThat(ofOne.summary()).isEqualTo("all aggregates and attributes of one card");
        assertThat(ofOne.parameters())
                .containsExactly(Parameter.key(new EntityKey("cardId", true)), Parameter.names("columns"));
        assertThat(Catalogues.scannedColumns(OF_TEXTS)).isEmpty();
        assertRefused(
                TEXTS,
                AskedQuery.withDefaults("q1"),
                QueryError.Code.UNKNOWN_QUERY,
                "There is no query 'q1'. Ask one of card, verify.");
        assertRefused(
                TEXTS,
                AskedQuery.withDefaults("card"),
                QueryError.Code.INVALID_PARAMETER,
                "Query 'card' needs the parameter 'cardId'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c-1", "7", " ", "Z\u00fcrich \ud83d\ude80"})
    void shouldTakeATextAsKey(String key) {
        assertThat(bind(TEXTS, key).key()).isEqualTo(EntityId.of(key));
    }

    @Test
    void shouldTakeANumberAsKey() {
        assertThat(bind(NUMBERS, 7L).key()).isEqualTo(EntityId.of(7));
    }

    @Test
    void shouldRefuseAKeyOfTheOtherKind() {
        assertRefused(TEXTS, 7L, "Query 'card' needs a text for cardId, not 7.");
        assertRefused(NUMBERS, "7", "Query 'card' needs a whole number for cardId, not '7'.");
    }

    @Test
    void shouldRefuseATextThatIsNoKey() {
        String longest = "k".repeat(62) + "\u00fc";
        assertThat(bind(TEXTS, longest).key()).isEqualTo(EntityId.of(longest));
        assertRefused(
                TEXTS,
                "k" + longest,
                "Query 'card' finds no cardId like this: cardId has 65 bytes instead of 1 to 64.");
        assertRefused(TEXTS, "", "Query 'card' finds no cardId like this: cardId has 0 bytes instead of 1 to 64.");
        assertRefused(
                TEXTS,
                "half \ud83d",
                "Query 'card' finds no cardId like this: cardId is not Unicode: it has half of a character.");
    }

    @Test
    void shouldRefuseAColumnThatTheModelLacks() {
        assertRefused(
                TEXTS,
                new AskedQuery("card", Map.of("cardId", "c-1", "columns", "zip")),
                QueryError.Code.INVALID_PARAMETER,
                "Query 'card' knows no column 'zip'. Give names with commas between them; `aim model show` lists the"
                        + " aggregates, the attributes are cardId, limit, tier, blocked, since, score, note.");
    }

    /** A card with one payment and a profile. */
    private static EntityRecord card() {
        int[] ints = new int[OF_TEXTS.layout().intCount()];
        long[] longs = new long[OF_TEXTS.layout().longCount()];
        ints[OF_TEXTS.column("count_events_this_day").slot()] = 3;
        longs[OF_TEXTS.column("sum_amount_this_day").slot()] = -1_000;
        longs[OF_TEXTS.column("max_booked_at_this_day").slot()] = 1_795_132_800_000L;
        longs[OF_TEXTS.column("sum_share_this_day").slot()] = Double.doubleToLongBits(0.25);
        return new EntityRecord(
                EntityId.of("c-1"),
                OF_TEXTS.fingerprint(),
                new int[] {1},
                ints,
                longs,
                Attributes.of(50L, "gold", false, 1_795_132_800_001L, 1.5, "\"5\""));
    }

    @Test
    void shouldAnswerWithTheTypesOfTheModel() {
        EntityQuery query = bind(TEXTS, "c-1");
        assertThat(query.answerColumns())
                .containsExactly(
                        "cardId",
                        "limit",
                        "tier",
                        "blocked",
                        "since",
                        "score",
                        "note",
                        "count_events_this_day",
                        "sum_amount_this_day",
                        "max_booked_at_this_day",
                        "sum_share_this_day",
                        "avg_amount_this_day");
        assertThat(query.answer(CraftedMatrix.throughBytes(query.partial(card()))))
                .containsExactly(List.of(
                        "c-1",
                        new BigDecimal("0.50"),
                        "gold",
                        false,
                        1_795_132_800_001L,
                        1.5,
                        "\"5\"",
                        3L,
                        new BigDecimal("-10.00"),
                        1_795_132_800_000L,
                        0.25,
                        -10.0 / 3));
    }

    @Test
    void shouldShowTheTypesInAResult() {
        EntityQuery query = bind(TEXTS, "c-1");
        QueryResult result = new QueryResult(
                new QueryResult.Origin("r", "c", "card"),
                Status.OK,
                new QueryResult.Table(query.answerColumns(), List.of(), query.answer(query.partial(card()))),
                null,
                new QueryResult.Work(new Partitions(1, 1), 1, Timings.NONE),
                null);
        ResultCodec codec = new ResultCodec();
        byte[] json = codec.encode(result);
        assertThat(new String(json, StandardCharsets.UTF_8))
                .contains("\"rows\":[[\"c-1\",0.50,\"gold\",false,1795132800001,1.5,\"\\\"5\\\"\",3,-10.00,"
                        + "1795132800000,0.25,-3.3333333333333335]]");
        assertThat(codec.decode(json).rows().get(0).subList(0, 5))
                .containsExactly("c-1", new BigDecimal("0.50"), "gold", false, 1_795_132_800_001L);
    }

    @Test
    void shouldKnowAliases() {
        AskedQuery call = new AskedQuery("card", Map.of("cardId", "c-1", "columns", "mean_today,cardId,spend_today"));
        EntityQuery query = (EntityQuery) TEXTS.bind(call);
        assertThat(query.answerColumns()).containsExactly("mean_today", "cardId", "spend_today");
        assertThat(query.answer(query.partial(card())))
                .containsExactly(List.of(-10.0 / 3, "c-1", new BigDecimal("-10.00")));
    }
}
