package dev.aimonflink.local.chaos;

import dev.aimonflink.local.demo.ExampleModels;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A small campaign of calls with all disturbances, and a smaller one of other models. */
class ChaosIT {
    @ParameterizedTest
    @CsvSource({"1,hashmap,turn,true", "2,rocksdb,rescale,true", "3,rocksdb,schema,false"})
    void shouldStayExactInAStorm(long seed, String backend, String disturbance, boolean unaligned) throws Exception {
        ChaosRun run = ChaosRun.of(seed, 6, backend, disturbance, "--unaligned=" + unaligned);

        assertThat(run.changes()).isEqualTo(disturbance.equals("turn") ? 0 : 2);
        assertThat(run.rows()).isEqualTo(ChaosRun.SUBSCRIBERS + Feed.STRANGERS);
    }

    /** Readings have windows of five minutes, which turn all the time. */
    @ParameterizedTest
    @CsvSource({"4,hashmap,schema,payments", "5,rocksdb,rescale,devices", "6,hashmap,turn,payments"})
    void shouldStayExactWithAnyModel(long seed, String backend, String disturbance, String model) throws Exception {
        ChaosRun run =
                ChaosRun.of(seed, 3, backend, disturbance, "--model=" + ExampleModels.FOLDER.resolve(model + ".yaml"));

        assertThat(run.changes()).isEqualTo(disturbance.equals("turn") ? 0 : 1);
        assertThat(run.rows()).isEqualTo(ChaosRun.SUBSCRIBERS + Feed.STRANGERS);
    }
}
