package dev.aimonflink.core.calls;

import dev.aimonflink.core.model.Model;
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
}
