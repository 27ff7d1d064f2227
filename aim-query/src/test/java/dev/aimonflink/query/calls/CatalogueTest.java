package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.VerifyColumns;
import dev.aimonflink.query.setup.Catalogues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Checks which calls are accepted, and the errors of the others. */
class CatalogueTest {
    private static final String LONGEST_NAME = "n".repeat(256);

    private final MatrixSchema schema = CallModel.schema(42);
    private final Catalogue catalogue = Catalogues.of(schema);

    private Query bind(String query, String parameter, Object value) {
        return catalogue.bind(new AskedQuery(query, Map.of(parameter, value)));
    }

    private void assertRefused(AskedQuery call, QueryError.Code code, String message) {
        assertThatThrownBy(() -> catalogue.bind(call))
                .isInstanceOfSatisfying(QueryFailure.class, failure -> assertThat(failure.error())
                        .isEqualTo(new QueryError(code, message)));
    }

    private void assertRefused(String query, String parameter, Object value, String message) {
        assertRefused(new AskedQuery(query, Map.of(parameter, value)), QueryError.Code.INVALID_PARAMETER, message);
    }

    @Test
    void shouldHoldTheSevenAndThoseOfTheThesis() {
        assertThat(catalogue.entries())
                .extracting(Catalogue.Entry::id)
                .containsExactly(
                        "q1", "q2", "q3", "q4", "q5", "q6", "q7", "w2", "w3", "flat_rate", "subscriber", "verify");
        assertThat(catalogue.entries())
                .allSatisfy(entry -> assertThat(entry.summary()).isNotBlank());
    }

    @Test
    void shouldListTheParametersOfAQuery() {
        assertThat(catalogue.entries())
                .filteredOn(entry -> List.of("q4", "q6", "w2", "subscriber").contains(entry.id()))
                .extracting(Catalogue.Entry::parameters)
                .containsExactly(
                        List.of(Parameter.number("gamma", 5), Parameter.number("delta", 60)),
                        List.of(Parameter.name("country", "Switzerland")),
                        List.of(),
                        List.of(Parameter.key(new EntityKey("subscriberId", false)), Parameter.names("columns")));
        assertThat(Parameter.number("gamma", 5)).isEqualTo(new Parameter("gamma", Parameter.Kind.NUMBER, 5L));
        assertThat(Parameter.names("columns")).isEqualTo(new Parameter("columns", Parameter.Kind.NAMES, "*"));
        assertThat(Parameter.key(new EntityKey("id", false)))
                .isEqualTo(new Parameter("id", Parameter.Kind.NUMBER, null));
        assertThat(Parameter.key(new EntityKey("id", true))).isEqualTo(new Parameter("id", Parameter.Kind.KEY, null));
    }

    @Test
    void shouldNameTheColumnsOfItsAnswers() {
        assertThat(catalogue.bind(AskedQuery.withDefaults("verify")).answerColumns())
                .containsExactly("rows", "differences");
        assertThat(catalogue.bind(AskedQuery.withDefaults("flat_rate")).answerColumns())
                .containsExactly("subscriberId", "cost_per_second");
    }

    @Test
    void shouldFillInTheDefaults() {
        assertThat(catalogue.bind(AskedQuery.withDefaults("q1"))).isEqualTo(bind("q1", "alpha", 1L));
        assertThat(catalogue.bind(AskedQuery.withDefaults("q2"))).isEqualTo(bind("q2", "beta", 3L));
        assertThat(catalogue.bind(AskedQuery.withDefaults("q4")))
                .isEqualTo(catalogue.bind(new AskedQuery("q4", Map.of("gamma", 5L, "delta", 60L))));
        assertThat(catalogue.bind(AskedQuery.withDefaults("q5")))
                .isEqualTo(catalogue.bind(
                        new AskedQuery("q5", Map.of("subscriptionType", "contract", "category", "business"))));
        assertThat(catalogue.bind(AskedQuery.withDefaults("q6"))).isEqualTo(bind("q6", "country", "Switzerland"));
        assertThat(catalogue.bind(AskedQuery.withDefaults("q7"))).isEqualTo(bind("q7", "cellValueType", "gold"));
        assertThat(catalogue.bind(AskedQuery.withDefaults("w3"))).isEqualTo(bind("w3", "beta", 3L));
        assertThat(catalogue.bind(AskedQuery.withDefaults("flat_rate")))
                .isEqualTo(bind("flat_rate", "cellValueType", "gold"));
        assertThat(catalogue.bind(AskedQuery.withDefaults("verify"))).isEqualTo(new VerifyColumns());
    }

    @Test
    void shouldTakeTheGivenParameters() {
        assertThat(bind("q1", "alpha", 0L)).isNotEqualTo(bind("q1", "alpha", 1L));
        assertThat(bind("q4", "delta", 150L)).isNotEqualTo(bind("q4", "delta", 60L));
        assertThat(bind("q5", "category", "private")).isNotEqualTo(bind("q5", "category", "business"));
        assertThat(bind("q6", "country", LONGEST_NAME)).isNotEqualTo(bind("q6", "country", "Switzerland"));
        assertThat(bind("subscriber", "subscriberId", Long.MIN_VALUE))
                .isEqualTo(new EntityQuery(schema, EntityId.of(Long.MIN_VALUE), List.of(), Map.of()));
    }

    @Test
    void shouldTakeAGivenNullForTheDefault() {
        Map<String, Object> params = new HashMap<>();
        params.put("alpha", null);
        assertThat(catalogue.bind(new AskedQuery("q1", params))).isEqualTo(bind("q1", "alpha", 1L));
    }

    @Test
    void shouldSayThatThereIsNoSuchQuery() {
        String choices = "Ask one of q1, q2, q3, q4, q5, q6, q7, w2, w3, flat_rate, subscriber, verify.";
        assertRefused(
                AskedQuery.withDefaults("q8"), QueryError.Code.UNKNOWN_QUERY, "There is no query 'q8'. " + choices);
        assertRefused(
                AskedQuery.withDefaults(LONGEST_NAME),
                QueryError.Code.UNKNOWN_QUERY,
                "There is no query '" + LONGEST_NAME + "'. " + choices);
        assertRefused(
                AskedQuery.withDefaults(LONGEST_NAME + "n"),
                QueryError.Code.UNKNOWN_QUERY,
                "There is no query of that name. " + choices);
    }

    @Test
    void shouldSayThatThereIsNoSuchParameter() {
        assertRefused("q1", "beta", 1L, "Query 'q1' has no parameter 'beta'. It takes alpha.");
        assertRefused("q4", "alpha", 1L, "Query 'q4' has no parameter 'alpha'. It takes gamma, delta.");
        assertRefused("q3", "alpha", 1L, "Query 'q3' has no parameter 'alpha'. It takes none.");
        assertRefused("q3", LONGEST_NAME, 1L, "Query 'q3' has no parameter '" + LONGEST_NAME + "'. It takes none.");
        assertRefused("q3", LONGEST_NAME + "n", 1L, "Query 'q3' has no parameter of that name. It takes none.");
    }

    @Test
    void shouldSayThatAParameterIsMissing() {
        assertRefused(
                AskedQuery.withDefaults("subscriber"),
                QueryError.Code.INVALID_PARAMETER,
                "Query 'subscriber' needs the parameter 'subscriberId'.");
    }

    @Test
    void shouldSayThatANumberIsNone() {
        assertRefused("q1", "alpha", 1.5, "Query 'q1' needs a whole number for alpha, not 1.5.");
        assertRefused("q1", "alpha", "2", "Query 'q1' needs a whole number for alpha, not '2'.");
        assertRefused("q1", "alpha", true, "Query 'q1' needs a whole number for alpha, not true.");
        assertRefused(
                "q1", "alpha", LONGEST_NAME, "Query 'q1' needs a whole number for alpha, not '" + LONGEST_NAME + "'.");
        assertRefused(
                "q1",
                "alpha",
                LONGEST_NAME + "n",
                "Query 'q1' needs a whole number for alpha, not a text of 257 characters.");
    }

    @Test
    void shouldSayThatANameIsNone() {
        assertRefused("q6", "country", 7L, "Query 'q6' needs a name of at most 256 characters for country, not 7.");
        assertRefused(
                "q6",
                "country",
                LONGEST_NAME + "n",
                "Query 'q6' needs a name of at most 256 characters for country, not a text of 257 characters.");
    }

    @Test
    void shouldRefuseColumnsThatASubscriberDoesNotHave() {
        String fix = "Give names with commas between them; `aim model show` lists the aggregates, the attributes are"
                + " subscriberId, zip, subscriptionType, category, cellValueType.";
        for (String unknown : List.of("", "zap", LONGEST_NAME)) {
            assertRefused(
                    new AskedQuery("subscriber", Map.of("subscriberId", 7L, "columns", "zip," + unknown)),
                    QueryError.Code.INVALID_PARAMETER,
                    "Query 'subscriber' knows no column '" + unknown + "'. "
                            + (unknown.equals("zap") ? "Did you mean 'zip'? " : "") + fix);
        }
        assertRefused(
                new AskedQuery("subscriber", Map.of("subscriberId", 7L, "columns", 7L)),
                QueryError.Code.INVALID_PARAMETER,
                "Query 'subscriber' needs names with commas between them for columns, not 7.");
    }

    @Test
    void shouldKeepTheColumnsThatItsQueriesScan() {
        assertThat(Catalogues.scannedColumns(schema))
                .containsExactlyInAnyOrder(
                        "number_of_calls_this_week",
                        "number_of_local_calls_this_week",
                        "total_duration_this_week",
                        "total_duration_of_local_calls_this_week",
                        "total_cost_this_week",
                        "total_cost_of_local_calls_this_week",
                        "total_cost_of_long_distance_calls_this_week",
                        "most_expensive_cost_this_week",
                        "longest_duration_of_local_calls_this_day",
                        "longest_duration_of_local_calls_this_week",
                        "longest_duration_of_long_distance_calls_this_day",
                        "longest_duration_of_long_distance_calls_this_week");
    }
}
