package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.setup.KeptColumns;
import java.nio.file.Path;
import java.util.List;
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
        assertThat(data.change(all(fewer))).isNull();
        data.write(more);
        assertThat(data.change(all(more))).isNull();
        assertThat(data.change(all(fewer)))
                .matches(
                        "The model has changed: 42 stored columns go on, 0 begin empty, 504 are dropped: (\\w+, ){5}\\.\\.\\.");
        data.write(fewer);
        assertThat(data.change(all(more)))
                .isEqualTo("The model has changed: 42 stored columns go on, 504 begin empty, 0 are dropped.");
    }

    @Test
    void shouldSayWhichNewColumnsAreNotKeptForScans() {
        data.write(visits(""));
        MatrixSchema present = MatrixSchema.of(visits("paid: room > 9"));
        assertThat(data.change(new ColumnSet(present, List.of("count_events_of_paid_this_hour"), "sql")))
                .isEqualTo(
                        "The model has changed: 6 stored columns go on, 3 begin empty, 0 are dropped. SQL does not read 2"
                                + " that begin: count_events_of_paid_this_day, count_events_of_paid_this_week. To keep them, too:"
                                + " `aim cluster down --savepoint --dir " + folder.root()
                                + "`, then `aim cluster up --dir "
                                + folder.root() + "` with"
                                + " '--aim.matrix.columns=sql;count_events_of_paid_this_day;count_events_of_paid_this_week'"
                                + " and the other options of the job behind --.");
    }

    private static Model visits(String filter) {
        return ModelFile.parse(
                "{model: visits, entity: guest, event: visit, key: guestId, time: at, fields: {room: int},"
                        + " filters: {small: room < 5" + (filter.isEmpty() ? "" : ", " + filter) + "},"
                        + " windows: [1 hour, 1 day, 1 week], aggregates: {events: [count]}}",
                "visits.yaml");
    }

    private static ColumnSet all(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        return new ColumnSet(schema, KeptColumns.of(schema, List.of(KeptColumns.ALL)));
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
