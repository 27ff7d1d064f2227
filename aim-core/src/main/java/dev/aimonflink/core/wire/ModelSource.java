package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.schema.CallModel;
import dev.aimonflink.core.schema.Presets;
import java.nio.file.Path;

/**
 * The model that a user gives: by name, by number of aggregates, as a model file, or as a schema file of calls.
 *
 * @param folder where the files of its tables are
 */
public record ModelSource(Model model, Path folder) {
    private static final Path NO_FOLDER = Path.of("");

    /**
     * @param what what messages call it, such as {@code Model}
     * @param nameOrFile a preset such as {@code aim-42}, a multiple of 42, or a file
     * @throws dev.aimonflink.core.model.InvalidInputException with what is wrong and how to fix it
     */
    public static ModelSource of(String what, String nameOrFile) {
        if (nameOrFile.matches("-?\\d+") || Presets.names().contains(nameOrFile)) {
            return new ModelSource(CallModel.of(SchemaFile.of(nameOrFile)), NO_FOLDER);
        }
        String yaml = new UserFile(what, Presets.names()).text(nameOrFile);
        Path folder = Path.of(nameOrFile).toAbsolutePath().getParent();
        return new ModelSource(parse(yaml, nameOrFile), folder);
    }

    /**
     * Reads a model from the text of a model file or of a schema file. Only a model has a name.
     *
     * @param name what the text is called in messages
     */
    public static Model parse(String yaml, String name) {
        return new YamlFile(name).hasKey(yaml, "windows", "model")
                ? ModelFile.parse(yaml, name)
                : CallModel.of(SchemaFile.parse(yaml, name));
    }
}
