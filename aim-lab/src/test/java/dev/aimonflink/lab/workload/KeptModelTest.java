package dev.aimonflink.lab.workload;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.setup.ModelSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class KeptModelTest {
    @TempDir
    private Path folder;

    @Test
    void shouldBeReadFromAnyFolderWithItsTables() throws IOException {
        GivenModel payments = example("payments");
        Path file = KeptModel.first(payments).write(folder);

        ModelSource read = ModelSource.of("Model", file.toString());

        assertThat(read.tables()).isEqualTo(payments.tables());
        assertThat(read.model().columns()).isEqualTo(payments.model().columns());
        assertThat(read.model().names()).isEqualTo(payments.model().names());
    }

    @Test
    void shouldSpareAFilterAndMinimaAndAddAWindowOfEachKind() {
        GivenModel payments = example("payments");
        KeptModel other = KeptModel.other(payments);

        assertThat(names(payments.model()))
                .contains("count_events_of_online_this_day", "min_amount_this_day")
                .doesNotContain("count_events_last_7_events");
        assertThat(names(other.model()))
                .contains(
                        "count_events_of_abroad_this_day",
                        "avg_amount_this_day",
                        "max_amount_this_6_hours",
                        "sum_amount_last_12_hours",
                        "count_events_last_7_events",
                        "max_amount_last_20_events")
                .noneMatch(name -> name.contains("online") || name.startsWith("min_"));
        assertThat(other.model().entity())
                .isEqualTo(KeptModel.first(payments).model().entity());
        assertThat(other.model().event()).isEqualTo(payments.model().event());
    }

    @Test
    void shouldKeepAMinimumThatIsAlone() {
        assertThat(names(KeptModel.other(example("devices")).model()))
                .contains("min_battery_this_hour", "max_temperature_this_hour")
                .doesNotContain("min_temperature_this_hour");
    }

    @Test
    void shouldAddNoWindowWhereNamesHaveNone() throws IOException {
        GivenModel model = written("1 day", "names: '{function}_{measure}[_of_{filter}]'", "sum, min");

        assertThat(names(KeptModel.other(model).model())).containsExactly("count_events", "sum_x");
    }

    @Test
    void shouldRefuseAModelOfWhichNothingCanBeChanged() throws IOException {
        assertCannotBeChanged(written("1 day", "names: '{function}_{measure}[_of_{filter}]'", "sum"));
        assertCannotBeChanged(written("6 hours, last 12 hours, last 7 events, ever", "", "sum"));
    }

    private static void assertCannotBeChanged(GivenModel model) {
        assertFails(InvalidInputException.class, () -> KeptModel.other(model))
                .hasMessage(
                        "disturbance=schema cannot change the model 'readings': it has no filter or minimum to spare,"
                                + " and the windows '6 hours', 'last 12 hours', 'last 7 events' and 'ever' are in it or do not fit. Give"
                                + " rescale or turn.");
    }

    private GivenModel written(String windows, String names, String functions) throws IOException {
        Path file = Files.writeString(folder.resolve("model.yaml"), """
                model: readings
                entity: sensor
                event: reading
                key: sensorId
                time: at
                fields: {x: int}
                windows: [%s]
                aggregates: {events: [count], x: [%s]}
                %s
                """.formatted(windows, functions, names));
        return GivenModel.of(file.toString());
    }

    private static GivenModel example(String name) {
        String file = ExampleModels.FOLDER.resolve(name + ".yaml").toString();
        return GivenModel.of(file);
    }

    private static List<String> names(Model model) {
        return model.columns().stream().map(ModelColumn::name).toList();
    }
}
