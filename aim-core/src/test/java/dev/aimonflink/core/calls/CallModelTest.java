package dev.aimonflink.core.calls;

import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.PresetModels;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.model.Window;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallModelTest {
    private static void assertSameColumns(SchemaDefinition definition) {
        assertThat(CallModel.of(definition).columns())
                .extracting(ModelColumn::name)
                .containsExactlyElementsOf(CallSchema.of(definition).names());
    }

    @Test
    void shouldNameTheColumnsOfAnySchemaAsItDoes() {
        assertSameColumns(SchemaDefinition.benchmark(1));
        assertSameColumns(new SchemaDefinition(
                List.of(new Window(Window.Unit.HOUR, 6), new Window(Window.Unit.MONTH, 3)),
                List.of(CallFilter.LONG_DISTANCE),
                List.of(Function.MAX_COST),
                List.of(Derived.STDEV_DURATION, Derived.AVG_COST, Derived.VAR_COST),
                3));
        assertSameColumns(new SchemaDefinition(
                List.of(Window.DAY), List.of(CallFilter.values()), List.of(), List.of(Derived.values()), 2));
    }

    @ParameterizedTest
    @CsvSource({"aim-42, 1", "aim-546, 13"})
    void shouldBeTheModelOfTheBenchmarkButForItsEntity(String preset, int copies) {
        Model model = CallModel.of(SchemaDefinition.benchmark(copies));
        assertThat(model.event()).isEqualTo(PresetModels.named(preset).event());
        assertThat(model.aggregates()).isEqualTo(PresetModels.named(preset).aggregates());
        assertThat(model.names()).isEqualTo(PresetModels.named(preset).names());
    }
}
