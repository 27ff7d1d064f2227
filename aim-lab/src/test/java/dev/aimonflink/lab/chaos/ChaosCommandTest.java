package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.lab.disturbance.Backend;
import dev.aimonflink.lab.disturbance.Cell;
import dev.aimonflink.lab.disturbance.Disturbance;
import dev.aimonflink.lab.workload.ExampleModels;
import dev.aimonflink.lab.workload.GivenModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChaosCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --seeds=0              | seeds=0 is outside 1..1000. Give a number inside.
            --points=0             | points=0 is outside 1..1000. Give a number inside.
            --entities=1000001  | entities=1000001 is outside 1..1000000. Give a number inside.
            --model=aim-4242      | The model 'aim_4242' has 4242 columns, more than 4200, so that an answer with all of them may not fit into a record. Take out windows, filters, functions or copies.
            --model=none           | Model 'none' is neither a file nor a name: HERE/none does not exist. Give the path of a file, or one of aim-42, aim-546.
            --backend=disk         | backend=disk is none. Give one of hashmap, rocksdb, both.
            --disturbance=fire     | disturbance=fire is none. Give one of rescale, turn, schema, all.
            """)
    void shouldRefuseBadOptions(String option, String message) {
        assertThat(chaos(option).exits(ExitCode.USAGE).shows("").err())
                .contains(message.replace("HERE", Path.of("").toAbsolutePath().toString()));
    }

    @Test
    void shouldTakeAlignedCheckpointsOfProcesses() throws IOException {
        chaos("--processes", "--unaligned")
                .refuses("processes take aligned checkpoints. Give one of --processes and --unaligned.\n");
    }

    @Test
    void shouldRefuseAModelThatItCannotRecompute(@TempDir Path folder) throws IOException {
        Path wide = ExampleModels.copy("payments", "regions.csv", "1 day, 1 week, 1 month, 1 hour", folder);
        Files.writeString(wide, "copies: 24\n", StandardOpenOption.APPEND);
        chaos("--model=" + wide)
                .refuses(
                        "The model 'payments' has 4320 columns, more than 4200, so that an answer with all of them may not fit into"
                                + " a record. Take out windows, filters, functions or copies.\n");
    }

    @Test
    void shouldRefuseADisturbanceWithoutEffect(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("model.yaml"), """
                model: readings
                entity: sensor
                event: reading
                key: sensorId
                time: at
                windows: [1 month]
                aggregates: {events: [count]}
                """);
        chaos("--model=" + model, "--points=1", "--backend=hashmap")
                .refuses(
                        "disturbance=turn with seed=1 and points=1 turns no window of the model 'readings': its events are of"
                                + " 2025-03-27 to 2025-03-28. Give a model with shorter windows, more points, or rescale or schema.\n");
        Files.writeString(
                model, Files.readString(model).replace("1 month", "6 hours, last 12 hours, last 7 events, ever"));
        chaos("--model=" + model, "--points=1")
                .refuses(
                        "disturbance=schema cannot change the model 'readings': it has no filter or minimum to spare, and the"
                                + " windows '6 hours', 'last 12 hours', 'last 7 events' and 'ever' are in it or do not fit. Give rescale"
                                + " or turn.\n");
    }

    @Test
    void shouldRefuseAModelWhoseTimesItDoesNotPublish(@TempDir Path folder) throws IOException {
        Path payments = ExampleModels.copy("payments", "regions.csv", "1 day", folder);
        Files.writeString(payments, Files.readString(payments).replace("time: timestamp", "time: record"));
        chaos("--model=" + payments)
                .refuses(
                        "The model 'payments' has time: record, and answers are verified here by the times of the events that"
                                + " are published. Name a field of the event as its time.\n");
    }

    @Test
    void shouldPointAtTheErrorInAModel(@TempDir Path folder) throws IOException {
        Path payments = ExampleModels.copy("payments", "regions.csv", "1 fortnight", folder);
        String line = Files.readString(payments).lines().toList().indexOf("windows: [1 fortnight]") + 1 + "";

        chaos("--model=" + payments)
                .refuses(payments + ", line " + line
                        + ", column 11: unit 'fortnight' is not one of minute, hour, day, week, month."
                        + " Give one of these.\n");
    }

    @Test
    void shouldMissTheTableOfAModel(@TempDir Path folder) throws IOException {
        Path payments = ExampleModels.copy("payments", "regions.csv", "1 day", folder);
        Files.delete(folder.resolve("regions.csv"));

        int line = 1 + Files.readString(payments).lines().toList().indexOf("  regions: regions.csv");
        chaos("--model=" + payments)
                .refuses(
                        payments + ", line " + line + ", column 12: Table regions file=" + folder.resolve("regions.csv")
                                + " does not exist. Paths of tables begin in the folder of the model. Give another path.\n");
    }

    @Test
    void shouldRepeatTheModelInTheCommandOfARun() {
        String file = ExampleModels.FOLDER.resolve("devices.yaml").toString();
        GivenModel devices = GivenModel.of(file);
        ChaosOptions options = new ChaosOptions(
                3, 1, 4, 1_000, List.of(Backend.HASHMAP), List.of(Disturbance.TURN), 500, false, false, true, devices);

        assertThat(options.commandOf(options.cells().get(0)))
                .isEqualTo(
                        "aim chaos --seed 3 --points 4 --rate 1000 --backend hashmap --disturbance turn --entities 500 --model "
                                + file);
    }

    private static CommandRun chaos(String... options) {
        return CommandRun.of(
                Stream.concat(Stream.of("chaos"), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void shouldExplainItself() {
        assertThat(chaos("--help").succeeds().out())
                .contains("verify that every answer stays exact", "--seed=N", "aim chaos --seeds 3 --output json");
    }

    @Test
    void shouldDoEachBackendWithEachDisturbanceForEachSeed() {
        ChaosOptions options = new ChaosOptions(
                3,
                2,
                1,
                1_000,
                ChaosOptions.backends("both"),
                ChaosOptions.disturbances("all"),
                1,
                false,
                false,
                true,
                GivenModel.of("aim-42"));

        assertThat(options.cells())
                .hasSize(12)
                .doesNotHaveDuplicates()
                .startsWith(new Cell(3, Backend.HASHMAP, Disturbance.RESCALE))
                .endsWith(new Cell(4, Backend.ROCKSDB, Disturbance.SCHEMA));
    }
}
