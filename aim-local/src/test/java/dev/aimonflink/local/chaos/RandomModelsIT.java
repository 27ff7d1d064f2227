package dev.aimonflink.local.chaos;

import dev.aimonflink.core.model.EntityTables;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.RandomModels;
import dev.aimonflink.core.plain.RandomUpdates;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.ModelFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A campaign over random models and their tables. Neighbouring seeds differ in the backend and in the disturbance. */
class RandomModelsIT {
    /** With more of them, such as {@code -Daim.test.chaos.models=20}, the test is a campaign of minutes. */
    private static final int MODELS = Integer.getInteger("aim.test.chaos.models", 2);

    private static final long FIRST_SEED = Long.getLong("aim.test.chaos.seed", 1);

    /** One change of the job among them. */
    private static final int POINTS = 3;

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + MODELS);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void shouldStayExact(long seed, @TempDir Path folder) throws IOException {
        Backend backend = Backend.values()[(int) Math.floorMod(seed, Backend.values().length)];
        Disturbance disturbance = Disturbance.values()[(int) Math.floorMod(seed, Disturbance.values().length)];
        Random random = new Random(seed);
        Model model = RandomModels.withOneTypeForEachTable(RandomUpdates.model(random, null));
        EntityTables tables = RandomModels.tablesToDrawFrom(model, random);
        Path file = ModelFiles.write(model, tables, folder);
        System.out.printf(
                "seed=%d, %s, %s, %d columns, %d bytes%n",
                seed,
                backend.label(),
                disturbance.label(),
                model.columns().size(),
                MatrixSchema.of(model).layout().bytes());

        ChaosRun run = ChaosRun.of(seed, POINTS, backend.label(), disturbance.label(), "--model=" + file);

        System.out.printf(
                "seed=%d: %d kills, %d changes, %d events, %d rows, %s s%n",
                seed, run.kills(), run.changes(), run.events(), run.rows(), run.seconds());
        assertThat(run.changes()).isEqualTo(disturbance == Disturbance.TURN ? 0 : 1);
    }
}
