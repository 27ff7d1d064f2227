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
 * @param name in messages
 * @param areTablesRead whether its tables' files were read, as a job does at its start
 */
public record NamedModel(String name, Model model, boolean areTablesRead) {
    /** The name of standard input. */
    public static final String STDIN = "-";

    private static final String STDIN_SHOWN = "stdin";

    /** @throws InvalidInputException saying what is wrong and how to fix it; for a text, with line and column */
    public static NamedModel of(String nameOrFile, InputStream stdin) {
        if (nameOrFile.equals(STDIN)) {
            return new NamedModel(STDIN_SHOWN, ModelSource.read("Model", stdin, STDIN_SHOWN), false);
        }
        ModelSource source = ModelSource.of("Model", nameOrFile);
        source.tables();
        return new NamedModel(nameOrFile, source.model(), !source.isShipped());
    }

    /** Which tables were not read, or null. */
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

    public boolean isOfCalls() {
        return CallModel.isOfCalls(model);
    }

    /** What has no effect in the text. */
    public List<String> warnings() {
        return ModelWarnings.of(model);
    }
}
