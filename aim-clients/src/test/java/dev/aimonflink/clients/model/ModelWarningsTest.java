package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ModelWarningsTest {
    private static final String MODEL = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: 0, max: 1000}
              online: boolean
              country: text
            tables:
              regions: regions.csv
            filters:
              online: online
              large: amount > 1000
            windows: [1 day]
            aggregates:
              amount: [sum]
            """;

    @Test
    void shouldFindWhatHasNoEffect() {
        assertThat(ModelWarnings.of(ModelFile.parse(MODEL, "model.yaml")))
                .containsExactly(
                        "The field 'country' is in no aggregate and no filter. Take it out, unless it is to be checked.",
                        "The table 'regions' is that of no attribute. Take it out, or add 'table: regions' to an"
                                + " attribute.",
                        "The filter 'large' is true for no event, so its aggregates stay empty.");
    }

    @Test
    void shouldFindAFilterForNullsOfAFieldThatEachEventHas() {
        String text = MODEL.replace("large: amount > 1000", "large: amount is null");
        assertThat(ModelWarnings.of(ModelFile.parse(text, "model.yaml")))
                .contains("The filter 'large' is true for no event, so its aggregates stay empty.");
        String optional = text.replace("amount: {", "amount: {optional: true, ");
        assertThat(optional).isNotEqualTo(text);
        assertThat(ModelWarnings.of(ModelFile.parse(optional, "model.yaml")))
                .noneMatch(warning -> warning.contains("'large'"));
    }

    @Test
    void shouldFindNothingInTheModelsOfTheBenchmark() {
        for (String preset : PresetModels.names()) {
            assertThat(ModelWarnings.of(PresetModels.named(preset))).as(preset).isEmpty();
        }
    }

    private static List<String> warnings(String amount, String functions, String windows) {
        return ModelWarnings.of(ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: timestamp
                fields: {amount: %s}
                windows: [%s]
                aggregates: {amount: [%s]}
                """.formatted(amount, windows, functions), "model.yaml"));
    }

    @Test
    void shouldWarnOfValuesWhoseSquareHasNoRoom() {
        String money = "The field 'amount' may be in -9999999999999999.99..9999999999999999.99, but its ";
        assertThat(warnings("money", "stdev", "1 day, last 24 hours, last 1000 events"))
                .containsExactly(money + "stdev in the window 'last 1000 events' has no room for a value outside"
                        + " -960383.88..960383.88, and an event with one is a dead letter. Declare a smaller range,"
                        + " give fewer last events, or leave out stdev.");
        assertThat(warnings("money", "stdev, var", "1 day, last 24 hours"))
                .containsExactly(money + "stdev and var in the window 'last 24 hours' have no room for a value outside"
                        + " -6199251.31..6199251.31, and an event with one is a dead letter. Declare a smaller range,"
                        + " give fewer panes, or leave out stdev and var.");
        assertThat(warnings("money", "sum, var", "1 day"))
                .containsExactly(money + "var in the window '1 day' has no room for a value outside"
                        + " -30370004.99..30370004.99, and an event with one is a dead letter. Declare a smaller"
                        + " range, or leave out var.");
    }

    @Test
    void shouldWarnOfSquaresFromTheFirstValueThatHasNoRoom() {
        for (String bounds : List.of("min: -960383.88, max: 960383.88", "min: 0, max: 1", "min: -960383.88, max: 0")) {
            assertThat(warnings("{type: money, " + bounds + "}", "stdev", "last 1000 events"))
                    .as(bounds)
                    .isEmpty();
        }
        for (String bounds : List.of("min: 0, max: 960383.89", "min: -960383.89, max: 0", "min: 0", "max: 0")) {
            assertThat(warnings("{type: money, " + bounds + "}", "stdev", "last 1000 events"))
                    .as(bounds)
                    .hasSize(1);
        }
        assertThat(warnings("int", "stdev", "1 day")).isEmpty();
        assertThat(warnings("double", "stdev", "last 1000 events")).isEmpty();
        assertThat(warnings("long", "min, max", "last 1000 events")).isEmpty();
    }

    @Test
    void shouldWarnOfASumOnlyIfTheBoundIsDeclared() {
        assertThat(warnings("{type: money, min: 0}", "sum, avg", "last 1000 events"))
                .isEmpty();
        assertThat(warnings("{type: money, min: 0, max: 92233720368547.75}", "sum, avg", "last 1000 events"))
                .isEmpty();
        assertThat(warnings("{type: money, min: 0, max: 92233720368547.76}", "sum, avg", "last 1000 events"))
                .containsExactly("The field 'amount' may be in 0.00..92233720368547.76, but its sum and avg in the"
                        + " window 'last 1000 events' have no room for a value outside"
                        + " -92233720368547.75..92233720368547.75, and an event with one is a dead letter. Declare a smaller range, give"
                        + " fewer last events, or leave out sum and avg.");
    }

    @Test
    void shouldWarnOfEverySumOf32BitsThatIsTooNarrow() {
        assertThat(warnings("{type: int, sum: int}", "sum", "1 day")).isEmpty();
        assertThat(warnings("{type: int, min: 0, max: 21474836, sum: int}", "sum", "last 100 events"))
                .isEmpty();
        assertThat(warnings("{type: int, sum: int}", "sum", "last 100 events"))
                .containsExactly("The field 'amount' may be in -2147483646..2147483646, but its sum in the window"
                        + " 'last 100 events' has no room for a value outside -21474836..21474836, and an event with"
                        + " one is a dead letter. Declare a smaller range, give fewer last events, take out 'sum: int',"
                        + " or leave out sum.");
    }
}
