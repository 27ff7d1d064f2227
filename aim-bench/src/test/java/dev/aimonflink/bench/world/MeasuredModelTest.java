package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.setup.ModelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class MeasuredModelTest {
    @Test
    void shouldShipThePaymentsOfTheDocumentationWithTheirTable() {
        MeasuredModel payments = MeasuredModel.of("payments");
        MeasuredModel file = MeasuredModel.of("../docs/models/payments.yaml");
        assertThat(payments.name()).isEqualTo("payments");
        assertThat(payments.model()).isEqualTo(file.model());
        assertThat(payments.tables()).isEqualTo(file.tables());
        assertThat(payments.tables().names()).containsExactly("regions");
    }

    @Test
    void shouldShipAModelOfTwoThousandAggregates() {
        assertThat(MeasuredModel.of("wide").model().columns()).hasSize(2_000);
    }

    /** A job reads the model from a file or finds it by its name. */
    @ParameterizedTest
    @ValueSource(strings = {"payments", "wide", "aim-546", "../docs/models/devices.yaml"})
    void shouldSayHowAJobFindsTheModel(String name) {
        MeasuredModel measured = MeasuredModel.of(name);
        assertThat(ModelSource.of("Model", measured.option()).model()).isEqualTo(measured.model());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 day", "last 24 hours", "last 100 events"})
    void shouldMakeAModelWithAWindow(String window) {
        MeasuredModel measured = MeasuredModel.withWindow(window);
        assertThat(measured.model().aggregates().windows()).hasToString("[" + window + "]");
        assertThat(measured.model().columns()).hasSize(8);
    }

    @Test
    void shouldRefuseAnUnknownModel() {
        assertFails(InvalidInputException.class, () -> MeasuredModel.of("paymets"))
                .hasMessage("model=paymets is neither a file nor a name. Give the path of a model file, or one of"
                        + " payments, wide, rolling, nexmark, aim-42, aim-546.");
    }

    @Test
    void shouldRefuseAnUnknownWindow() {
        assertFails(InvalidInputException.class, () -> MeasuredModel.withWindow("1 fortnight"))
                .hasMessage("unit 'fortnight' is not one of minute, hour, day, week," + " month. Give one of these.");
    }
}
