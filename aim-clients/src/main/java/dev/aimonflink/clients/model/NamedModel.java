package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.ModelSource;
import java.io.InputStream;
import java.util.List;

/**
 * The model that a user names: a preset, a file, or standard input.
 *
 * @param name what it is called in messages
 * @param areTablesRead whether the files of its tables were read, as a job reads them at its start
 */
public record NamedModel(String name, Model model, boolean areTablesRead) {
    /** The name of standard input. */
    public static final String STDIN = "-";

    /** What messages call it. */
    private static final String STDIN_SHOWN = "stdin";

    /**
     * Reads a model and the files of its tables.
     *
     * @throws InvalidInputException with what is wrong and how to fix it; for a text, with the line and the column
     */
    public static NamedModel of(String nameOrFile, InputStream stdin) {
        if (nameOrFile.equals(STDIN)) {
            return new NamedModel(STDIN_SHOWN, ModelSource.read("Model", stdin, STDIN_SHOWN), false);
        }
        ModelSource source = ModelSource.of("Model", nameOrFile);
        source.tables();
        return new NamedModel(nameOrFile, source.model(), !source.isShipped());
    }

    /** Says which tables were not read; null if the model has no others. */
    public String unreadTables() {
        if (areTablesRead || model.entity().tables().isEmpty()) {
            return null;
        }
        String tables = String.join(", ", model.entity().tables().keySet());
        return name.equals(STDIN_SHOWN)
                ? "The tables " + tables + " are not read, because standard input is in no folder in which their paths"
                        + " could begin. Give the model as a file to check them."
                : "The tables " + tables + " are shipped, so no file of them is read.";
    }

    /** Whether the events are the benchmark's calls. */
    public boolean isOfCalls() {
        return CallModel.isOfCalls(model);
    }

    /** What the text says to no effect. */
    public List<String> warnings() {
        return ModelWarnings.of(model);
    }
}
