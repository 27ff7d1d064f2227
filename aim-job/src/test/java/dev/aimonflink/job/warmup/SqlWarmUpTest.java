package dev.aimonflink.job.warmup;

import dev.aimonflink.job.ModelSettings;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SqlWarmUpTest {
    private static final long ONE_ROUND = 0;

    private static int answered(JobSettings settings) {
        return new SqlWarmUp(settings, new ScalarKernels()).run(ONE_ROUND);
    }

    @Test
    void shouldAskQueriesOfAllShapesOfCalls() {
        assertThat(answered(TestSettings.with())).isEqualTo(7);
    }

    @Test
    void shouldAskWhatAModelHasColumnsFor(@TempDir Path folder) throws Exception {
        String head = """
                model: sensors
                entity: sensor
                event: reading
                key: {name: sensorId, type: text}
                time: timestamp
                fields:
                  value: double
                  level: int
                windows: [1 day]
                aggregates:
                """;
        Model numbers = ModelFile.parse(head + "  level: [sum]\n  value: [max]", "sensors.yaml");
        assertThat(answered(ModelSettings.of(numbers, EntityTables.NONE, folder)))
                .isEqualTo(6);
        Model doubles = ModelFile.parse(head + "  value: [max]", "sensors.yaml");
        assertThat(answered(ModelSettings.of(doubles, EntityTables.NONE, folder)))
                .isEqualTo(2);
    }
}
