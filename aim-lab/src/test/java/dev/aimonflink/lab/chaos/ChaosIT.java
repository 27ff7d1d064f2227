package dev.aimonflink.lab.chaos;

import dev.aimonflink.lab.feed.StormFeed;
import dev.aimonflink.lab.workload.ExampleModels;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A storm of calls, with clients of gateways and scans beside, and one of another model with scans in slices; the campaign has all
 * disturbances, and both modes of scans with both backends.
 */
class ChaosIT {
    private static final int ATTACKS = 25;

    @TempDir
    private Path folder;

    @Test
    void shouldStayExactInAStorm() throws Exception {
        stayExactInAStorm(1, 3, "hashmap", "turn", "--unaligned");
    }

    @ParameterizedTest
    @CsvSource({"1,hashmap,turn,true", "2,rocksdb,rescale,true", "3,rocksdb,schema,false"})
    @Tag("campaign")
    void shouldStayExactInALongStorm(long seed, String backend, String disturbance, boolean unaligned)
            throws Exception {
        stayExactInAStorm(seed, 6, backend, disturbance, "--unaligned=" + unaligned);
    }

    @ParameterizedTest
    @CsvSource({"7,hashmap,rescale", "8,rocksdb,schema"})
    @Tag("campaign")
    void shouldStayExactWhereProcessesAreKilled(long seed, String backend, String disturbance) throws Exception {
        // As the launcher does: the job's jar is below it.
        System.setProperty("aim.home", "..");
        try {
            stayExactInAStorm(seed, 3, backend, disturbance, "--processes");
        } finally {
            System.clearProperty("aim.home");
        }
    }

    /** Readings have windows of five minutes, which turn all the time. */
    @Test
    void shouldStayExactWithAnotherModel() throws Exception {
        stayExactWithAnyModel(10, "rocksdb", "rescale", "devices", "--no-hostile");
    }

    @ParameterizedTest
    @CsvSource({"4,hashmap,schema,payments", "6,hashmap,turn,payments"})
    @Tag("campaign")
    void shouldStayExactWithAnyModel(long seed, String backend, String disturbance, String model) throws Exception {
        stayExactWithAnyModel(seed, backend, disturbance, model, "--unaligned=false");
    }

    private void stayExactInAStorm(long seed, int points, String backend, String disturbance, String further)
            throws Exception {
        ChaosRun run = ChaosRun.of(
                GatewayGuests::new, seed, points, backend, disturbance, "--model=" + callsOfEver(), further);

        assertThat(run.changes()).isEqualTo(disturbance.equals("turn") ? 0 : (points - 1) / 2);
        assertThat(run.attacks()).as("each of them").isGreaterThanOrEqualTo(ATTACKS);
        assertThat(run.rows())
                .as("and strangers with an event that was not late")
                .isBetween(ChaosRun.SUBSCRIBERS, ChaosRun.SUBSCRIBERS + StormFeed.STRANGERS);
    }

    private Path callsOfEver() throws IOException {
        PresetModels.writeTables(folder);
        String calls = ModelFile.text(PresetModels.named("aim-42"));
        return Files.writeString(folder.resolve("calls.yaml"), calls.replace("windows: [", "windows: [ever, "));
    }

    private static void stayExactWithAnyModel(
            long seed, String backend, String disturbance, String model, String further) throws Exception {
        ChaosRun run = ChaosRun.of(
                seed, 3, backend, disturbance, "--model=" + ExampleModels.FOLDER.resolve(model + ".yaml"), further);

        assertThat(run.changes()).isEqualTo(disturbance.equals("turn") ? 0 : 1);
        assertThat(run.rows())
                .as("and strangers with an event that was not late")
                .isBetween(ChaosRun.SUBSCRIBERS, ChaosRun.SUBSCRIBERS + StormFeed.STRANGERS);
    }
}
