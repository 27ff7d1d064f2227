package dev.aimonflink.core.model;

import dev.aimonflink.core.calls.wire.PresetModels;
import dev.aimonflink.core.wire.ModelFile;
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
    void shouldFindNothingInTheModelsOfTheBenchmark() {
        for (String preset : PresetModels.names()) {
            assertThat(ModelWarnings.of(PresetModels.named(preset))).as(preset).isEmpty();
        }
    }
}
