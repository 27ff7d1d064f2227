package dev.aimonflink.lab.chaos;

import dev.aimonflink.lab.disturbance.Backend;
import dev.aimonflink.lab.disturbance.Cell;
import dev.aimonflink.lab.disturbance.Disturbance;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.format.model.ModelFiles;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.plain.RandomUpdates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A campaign over random models and their tables. Neighbouring seeds differ in the backend and in the disturbance. */
@Tag("campaign")
class RandomModelsIT {
    /** With more of them, such as {@code -Daim.test.chaos.models=20}, the test is a campaign of minutes. */
    private static final int MODELS = Integer.getInteger("aim.test.chaos.models", 2);

    private static final long FIRST_SEED = Long.getLong("aim.test.chaos.seed", 1);

    /** With one change of the job after the second. */
    private static final int POINTS = 3;

    private static final int MAX_DRAWS = 100;

    static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + MODELS);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void shouldStayExact(long seed, @TempDir Path folder) throws IOException {
        Cell cell = cell(seed);
        Path file = drawn(cell, folder);

        ChaosRun run = ChaosRun.of(
                seed, POINTS, cell.backend().label(), cell.disturbance().label(), "--model=" + file, "--no-hostile");

        System.out.printf(
                "%s: exact, kills=%d, changes=%d, events=%d, rows=%d, seconds=%s%n",
                cell.name(), run.kills(), run.changes(), run.events(), run.rows(), run.seconds());
        assertThat(run.changes()).isEqualTo(cell.disturbance() == Disturbance.TURN ? 0 : 1);
    }

    /** Six seeds have each backend with each disturbance. */
    private static Cell cell(long seed) {
        long number = seed - 1;
        return new Cell(
                seed,
                Backend.values()[Math.floorMod(number, Backend.values().length)],
                Disturbance.values()[Math.floorMod(number, Disturbance.values().length)]);
    }

    /** Writes the first drawn model that the disturbance has an effect on. */
    private static Path drawn(Cell cell, Path folder) throws IOException {
        Random random = new Random(cell.seed());
        for (int draws = 0; draws < MAX_DRAWS; draws++) {
            Model model = RandomModels.withOneTypeForEachTable(RandomUpdates.model(random, null));
            Path file = ModelFiles.write(model, RandomModels.tablesToDrawFrom(model, random), folder);
            if (isPossible(cell, file)) {
                System.out.printf(
                        "%s: columns=%d, attributes=%d, recordBytes=%d, windows=%s%n",
                        cell.name(),
                        model.columns().size(),
                        model.entity().attributes().size(),
                        MatrixSchema.of(model).layout().bytes(),
                        model.aggregates().windows());
                return file;
            }
        }
        throw new AssertionError("seed=" + cell.seed() + " has no model for "
                + cell.disturbance().label());
    }

    private static boolean isPossible(Cell cell, Path file) {
        try {
            GivenModel given = GivenModel.of(file.toString());
            List<Cell> cells = new ChaosOptions(
                            cell.seed(),
                            1,
                            POINTS,
                            ChaosCommand.RATE,
                            List.of(cell.backend()),
                            List.of(cell.disturbance()),
                            ChaosRun.SUBSCRIBERS,
                            false,
                            false,
                            true,
                            given)
                    .cells();
            return cells.equals(List.of(cell));
        } catch (InvalidInputException hasNoEffectOrCannotBeVerified) {
            return false;
        }
    }
}
