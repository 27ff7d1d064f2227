package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallModelTest {
    @ParameterizedTest
    @ValueSource(strings = {"aim-42", "aim-546"})
    void shouldBeWhatTheFilesAre(String preset) {
        Model model = CallModel.withAggregates(Integer.parseInt(preset.substring("aim-".length())));
        assertThat(model).isEqualTo(PresetModels.named(preset));
        assertThat(PresetModels.find(preset)).contains(model);
    }

    @Test
    void shouldShipTheTablesOfTheBenchmark() {
        assertThat(PresetModels.tables()).isEqualTo(PlainDimensions.benchmark());
        for (String name : PresetModels.names()) {
            assertThat(PresetModels.named(name).entity()).isEqualTo(CallModel.entityType());
        }
    }
}
