package dev.aimonflink.local.cluster;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelChange;
import dev.aimonflink.matrix.setup.ModelSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The model of a cluster's data: of the events in the topics, and of the rows in checkpoints. It is a model file among the data, so
 * that it goes when they go. The last model that was given would not do: its file may have changed since.
 */
record DataModel(ClusterFolder folder) {
    boolean isKnown() {
        return Files.exists(folder.dataModel());
    }

    /**
     * Throws if the data are of another model. Data of a broker alone are of an unknown one.
     */
    void requireSameRows(Model wanted) {
        if (!isKnown()) {
            return;
        }
        Model earlier = ModelSource.of("Model", folder.dataModel().toString()).model();
        ModelChange change = new ModelChange(earlier, wanted);
        if (!change.keepsRows()) {
            throw new InvalidInputException(change.difference("the data in " + folder.data() + " are")
                    + " Give the model of the data with --model; all of it may have changed but its entity and kind of key."
                    + " Or give another folder with --dir. Only if nobody needs the data, remove them: "
                    + folder.command("down --wipe") + ".");
        }
    }

    /** Replaces the file atomically. */
    void write(Model model) {
        Path next = folder.data().resolve("model.yaml.next");
        try {
            Files.writeString(next, ModelFile.text(model));
            Files.move(next, folder.dataModel(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(folder.dataModel() + " could not be written.", e);
        }
    }
}
