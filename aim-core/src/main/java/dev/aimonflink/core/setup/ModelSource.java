package dev.aimonflink.core.setup;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.wire.CallTables;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.calls.wire.PresetModels;
import dev.aimonflink.core.calls.wire.SchemaFile;
import dev.aimonflink.core.format.model.CsvTables;
import dev.aimonflink.core.format.model.ModelFile;
import dev.aimonflink.core.format.model.UserFile;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelException;
import dev.aimonflink.core.names.EntityTables;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The model that a user gives: by name, by number of aggregates, as a model file, or as a schema file of calls.
 *
 * @param name what it is called in messages
 * @param yaml the text from which it was read; empty if it is shipped
 * @param folder where the files of its tables are
 */
public record ModelSource(Model model, String name, String yaml, Path folder) {
    /** A model file has a key that no schema file has. Quotes and the brace of a model in one line may stand before it. */
    private static final Pattern KEY_OF_A_MODEL =
            Pattern.compile("(?m)^[\\s{\"']*(model|entity|event|key|time|fields)[\"']?\\s*:");

    /**
     * @param what what messages call it, such as {@code Model}
     * @param nameOrFile a preset such as {@code aim-42}, a multiple of 42, or a file
     * @throws dev.aimonflink.core.model.InvalidInputException with what is wrong and how to fix it
     */
    public static ModelSource of(String what, String nameOrFile) {
        if (nameOrFile.matches("-?\\d+")) {
            return shipped(CallModel.of(SchemaFile.of(nameOrFile)), nameOrFile);
        }
        if (PresetModels.names().contains(nameOrFile)) {
            return shipped(PresetModels.named(nameOrFile), nameOrFile);
        }
        String yaml = new UserFile(what, PresetModels.names()).text(nameOrFile);
        Path folder = Path.of(nameOrFile).toAbsolutePath().getParent();
        return new ModelSource(parse(yaml, nameOrFile), nameOrFile, yaml, folder);
    }

    private static ModelSource shipped(Model model, String name) {
        return new ModelSource(model, name, "", Path.of(""));
    }

    /**
     * The tables of the model. Those of the benchmark's subscribers are in the jar, or in a file of their own form; those of any
     * other model are CSV files in its folder.
     *
     * @param option what messages call the option that gives the file
     * @param subscriberTables the file of the subscribers' tables; null if none is given
     * @throws InvalidInputException with what is wrong and how to fix it
     */
    public EntityTables tables(String option, Path subscriberTables) {
        if (CallModel.isOfSubscribers(model)) {
            return CallTables.of(
                    subscriberTables == null ? DimensionTables.defaults() : DimensionTables.read(subscriberTables));
        }
        if (subscriberTables != null) {
            throw new InvalidInputException(option + "=" + subscriberTables
                    + " has the tables of the benchmark's subscribers, and the model '" + model.name()
                    + "' has others. Leave it out.");
        }
        try {
            return CsvTables.read(model.entity(), folder);
        } catch (ModelException wrong) {
            throw ModelFile.placed(wrong, yaml, name);
        }
    }

    /**
     * Reads a model from the text of a model file or of a schema file.
     *
     * @param name what the text is called in messages
     */
    public static Model parse(String yaml, String name) {
        return isModel(yaml) ? ModelFile.parse(yaml, name) : CallModel.of(SchemaFile.parse(yaml, name));
    }

    /** Reads what an input has, as {@link #parse} does. */
    public static Model read(String what, InputStream in, String name) {
        return parse(new UserFile(what, PresetModels.names()).text(in, name), name);
    }

    /** Whether the name is that of a readable file with a model, not with a schema. */
    public static boolean isModelFile(String nameOrFile) {
        try {
            return Files.isRegularFile(Path.of(nameOrFile))
                    && isModel(new UserFile("Model", PresetModels.names()).text(nameOrFile));
        } catch (InvalidInputException | InvalidPathException unreadable) {
            // Whoever reads it as something else says why.
            return false;
        }
    }

    private static boolean isModel(String text) {
        return KEY_OF_A_MODEL.matcher(text).find();
    }
}
