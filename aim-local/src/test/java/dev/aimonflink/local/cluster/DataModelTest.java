package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.ModelSource;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class DataModelTest {
    private static final Model PAYMENTS = shown("payments");
    private static final Model DEVICES = shown("devices");

    private ClusterFolder folder;
    private DataModel data;

    @BeforeEach
    void createFolder(@TempDir Path root) {
        folder = new ClusterFolder(root);
        folder.create();
        data = new DataModel(folder);
    }

    private static Model shown(String name) {
        Path file = Path.of("..", "docs", "models", name + ".yaml");
        return ModelSource.of("Model", file.toString()).model();
    }

    private String waysOut() {
        return " Give the model of the data with --model; all of it may have changed but its entity and kind of key."
                + " Or give another folder with --dir. Only if nobody needs the data, remove them:"
                + " `aim cluster down --wipe --dir " + folder.root() + "`.";
    }

    @Test
    void shouldRefuseAnotherKindOfKey() {
        data.write(PAYMENTS);
        assertFails(InvalidInputException.class, () -> data.requireSameRows(DEVICES))
                .hasMessage("model=devices has the entity 'sensor' with texts as keys, but the data in " + folder.data()
                        + " are of model=payments, which has the entity 'card' with numbers as keys." + waysOut());
    }

    @Test
    void shouldRefuseAnotherEntityWithTheSameKindOfKey() {
        data.write(PresetModels.named("aim-546"));
        assertFails(InvalidInputException.class, () -> data.requireSameRows(PAYMENTS))
                .hasMessage("model=payments has the entity 'card' with numbers as keys, but the data in "
                        + folder.data() + " are of model=aim_546, which has the entity 'subscriber' with numbers as"
                        + " keys." + waysOut());
    }

    @Test
    void shouldLetAModelChange() {
        data.write(PresetModels.named("aim-546"));
        Model fewer = PresetModels.named("aim-42");
        assertThatCode(() -> data.requireSameRows(fewer)).doesNotThrowAnyException();
        data.write(fewer);
        assertThat(ModelSource.of("Model", folder.dataModel().toString()).model())
                .isEqualTo(fewer);
    }

    @Test
    void shouldSayWhatAChangedModelDoesWithTheColumns() {
        Model more = PresetModels.named("aim-546");
        Model fewer = PresetModels.named("aim-42");
        assertThat(data.change(MatrixSchema.of(fewer))).isNull();
        data.write(more);
        assertThat(data.change(MatrixSchema.of(more))).isNull();
        assertThat(data.change(MatrixSchema.of(fewer)))
                .matches(
                        "The model has changed: 42 stored columns go on, 0 begin empty, 504 are dropped: (\\w+, ){5}\\.\\.\\.");
        data.write(fewer);
        assertThat(data.change(MatrixSchema.of(more)))
                .isEqualTo("The model has changed: 42 stored columns go on, 504 begin empty, 0 are dropped.");
    }

    @Test
    void shouldNotPretendToChangeTheModelOfARunningJob() {
        data.requireTheRunningOne(PAYMENTS);
        data.write(PAYMENTS);
        data.requireTheRunningOne(PAYMENTS);
        assertFails(InvalidInputException.class, () -> data.requireTheRunningOne(DEVICES))
                .hasMessage("The running job has model=payments as it was at its start, which is another one now. Run"
                        + " `aim cluster restart --dir "
                        + folder.root() + "`: the job goes on with the new one.");
    }

    @Test
    void shouldTakeAnyModelWhereNoJobHasRun() {
        assertThatCode(() -> data.requireSameRows(DEVICES)).doesNotThrowAnyException();
    }

    @Test
    void shouldTakeAnyModelOnceTheDataAreRemoved() {
        data.write(PAYMENTS);
        ClusterFolder.remove(folder.data());
        assertThat(data.isKnown()).isFalse();
        assertThatCode(() -> data.requireSameRows(DEVICES)).doesNotThrowAnyException();
    }
}
