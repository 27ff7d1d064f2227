package dev.aimonflink.matrix.setup;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.CsvTables;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.UserFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The model that a user gives: by name, or as a model file.
 *
 * @param name in messages
 * @param yaml the text from which it was read; null if it is shipped
 * @param folder of its tables' files; null if it is shipped
 */
public record ModelSource(Model model, String name, String yaml, Path folder) {
    /**
     * @param what its kind in messages, such as {@code Model}
     * @param nameOrFile a preset such as {@code aim-42}, or a file
     * @throws InvalidInputException saying what is wrong and how to fix it
     */
    public static ModelSource of(String what, String nameOrFile) {
        Optional<Model> preset = PresetModels.find(nameOrFile);
        if (preset.isPresent()) {
            return new ModelSource(preset.get(), nameOrFile, null, null);
        }
        String yaml = new UserFile(what, PresetModels.names()).text(nameOrFile);
        Path folder = Path.of(nameOrFile).toAbsolutePath().getParent();
        return new ModelSource(ModelFile.parse(yaml, nameOrFile), nameOrFile, yaml, folder);
    }

    /** CSV files in the model's folder, or in the jar with a shipped model. */
    public EntityTables tables() {
        if (isShipped()) {
            return PresetModels.tables();
        }
        try {
            return CsvTables.read(model.entity(), folder);
        } catch (ModelException wrong) {
            throw ModelFile.placed(wrong, yaml, name);
        }
    }

    /** Whether the model and its tables are in the jar. */
    public boolean isShipped() {
        return yaml == null;
    }

    public static Model read(String what, InputStream in, String name) {
        return ModelFile.parse(new UserFile(what, PresetModels.names()).text(in, name), name);
    }
}
