package dev.aimonflink.clients.model;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelWarnings;
import dev.aimonflink.core.setup.ModelSource;
import java.io.InputStream;
import java.util.List;

/**
 * The model that a user names: a preset, a multiple of 42, a file, or standard input.
 *
 * @param name what it is called in messages
 */
public record NamedModel(String name, Model model) {
    /** The name of standard input. */
    public static final String STDIN = "-";

    /** @throws InvalidInputException with what is wrong and how to fix it; for a text, with the line and the column */
    public static NamedModel of(String nameOrFile, InputStream stdin) {
        return nameOrFile.equals(STDIN)
                ? new NamedModel("stdin", ModelSource.read("Model", stdin, "stdin"))
                : new NamedModel(nameOrFile, ModelSource.of("Model", nameOrFile).model());
    }

    /** Whether the events are the benchmark's calls. */
    public boolean isOfCalls() {
        return CallModel.isOfCalls(model);
    }

    /** What the text says to no effect. A schema file cannot leave a field of calls out, so nothing is said of it. */
    public List<String> warnings() {
        return CallModel.couldBeOfSchemaFile(model) ? List.of() : ModelWarnings.of(model);
    }
}
