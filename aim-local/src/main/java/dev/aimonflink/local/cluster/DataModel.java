package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelChange;
import dev.aimonflink.matrix.setup.ModelSource;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The model of a cluster's data: of the events in the topics, and of the rows in checkpoints. It is a model file among the data, so that it
 * goes with them. The last given model's file may have changed since.
 */
record DataModel(ClusterFolder folder) {
    /** How many of the dropped columns are named. */
    private static final int NAMED = 5;

    boolean isKnown() {
        return Files.exists(folder.dataModel());
    }

    /** Throws if the data are of another model; data of a broker alone are of an unknown one. */
    void requireSameRows(Model wanted) {
        if (!isKnown()) {
            return;
        }
        Model earlier = earlier();
        ModelChange change = new ModelChange(earlier, wanted);
        if (!change.keepsRows()) {
            throw new InvalidInputException(change.difference("the data in " + folder.data() + " are")
                    + " Give the model of the data with --model; all of it may have changed but its entity and kind of key."
                    + " Or give another folder with --dir. Only if nobody needs the data, remove them: "
                    + folder.command("down --wipe") + ".");
        }
    }

    private Model earlier() {
        return ModelSource.of("Model", folder.dataModel().toString()).model();
    }

    /** Throws if the running job is of another model, which it keeps whatever the file says by now. */
    void requireTheRunningOne(Model wanted) {
        if (isKnown() && !earlier().equals(wanted)) {
            throw new InvalidInputException("The running job has model="
                    + earlier().name()
                    + " as it was at its start, which is another one now. Run " + folder.command("restart")
                    + ": the job goes on with the new one.");
        }
    }

    /** What a job of another model does with the columns of the data; null if it has the same ones. */
    String change(MatrixSchema present) {
        if (!isKnown()) {
            return null;
        }
        MatrixSchema earlier = MatrixSchema.of(earlier());
        List<String> dropped = columnsWithout(earlier, present);
        List<String> begun = columnsWithout(present, earlier);
        if (dropped.isEmpty() && begun.isEmpty()) {
            return null;
        }
        String which = dropped.stream().limit(NAMED).collect(Collectors.joining(", "));
        return "The model has changed: " + (earlier.columns().size() - dropped.size()) + " stored columns go on, "
                + begun.size()
                + " begin empty, " + dropped.size() + " are dropped"
                + (dropped.isEmpty() ? "." : ": " + which + (dropped.size() > NAMED ? ", ..." : "."));
    }

    private static List<String> columnsWithout(MatrixSchema schema, MatrixSchema other) {
        return schema.columns().stream()
                .filter(column -> other.same(column, schema) == null)
                .map(StoredColumn::name)
                .toList();
    }

    void write(Model model) {
        ClusterFolder.replace(folder.dataModel(), ModelFile.text(model));
    }
}
