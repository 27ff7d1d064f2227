package dev.aimonflink.clients.model;

import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelWarnings;
import dev.aimonflink.core.schema.CallModel;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.ModelFile;
import dev.aimonflink.core.wire.SchemaFile;
import dev.aimonflink.sql.text.Spelling;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The model that a user names: a preset, a multiple of 42, a file, or standard input. A text is a model file, or a schema file of
 * calls.
 *
 * @param name what it is called in messages
 * @param isOfCalls whether it is a preset or a schema file, all of which are of the benchmark's calls
 */
public record ModelSource(String name, Model model, boolean isOfCalls) {
    /** The name of standard input. */
    public static final String STDIN = "-";

    /** A model file has a key that no schema file has. Quotes and the brace of a model in one line may stand before it. */
    private static final Pattern KEY_OF_A_MODEL =
            Pattern.compile("(?m)^[\\s{\"']*(model|entity|event|key|time|fields)[\"']?\\s*:");

    /** @throws InvalidInputException with what is wrong and how to fix it; for a text, with the line and the column */
    public static ModelSource of(String nameOrFile, InputStream stdin) {
        if (nameOrFile.matches("-?\\d+")) {
            return new ModelSource(
                    nameOrFile, benchmark(SchemaFile.of(nameOrFile).copies()), true);
        }
        if (ModelFile.presets().contains(nameOrFile)) {
            return new ModelSource(nameOrFile, ModelFile.preset(nameOrFile), true);
        }
        if (nameOrFile.equals(STDIN)) {
            return parsed("stdin", text("stdin", stdin));
        }
        return parsed(nameOrFile, text(nameOrFile));
    }

    /** Whether the name is that of a readable file with a model, not with a schema. */
    public static boolean isModelFile(String nameOrFile) {
        try {
            return new File(nameOrFile).isFile() && isModel(text(nameOrFile));
        } catch (InvalidInputException unreadable) {
            // Whoever reads it as something else says why.
            return false;
        }
    }

    private static boolean isModel(String text) {
        return KEY_OF_A_MODEL.matcher(text).find();
    }

    /** The 42 columns of the benchmark, so many times. */
    private static Model benchmark(int copies) {
        Model one = ModelFile.preset("aim-42");
        Aggregates of = one.aggregates();
        return new Model(
                "aim_" + copies * MatrixSchema.AGGREGATES_PER_COPY,
                one.event(),
                one.entity(),
                new Aggregates(of.filters(), of.windows(), of.aggregations(), copies),
                one.names());
    }

    private static ModelSource parsed(String name, String text) {
        return isModel(text)
                ? new ModelSource(name, ModelFile.parse(text, name), false)
                : new ModelSource(name, CallModel.of(SchemaFile.parse(text, name)), true);
    }

    private static String text(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return text(file, in);
        } catch (NoSuchFileException absent) {
            throw new InvalidInputException(
                    "Model '" + file + "' is neither a file nor a name. "
                            + Spelling.closest(file, ModelFile.presets())
                                    .map(near -> "Did you mean '" + near + "'?")
                                    .orElse("Give the path of a file, a multiple of 42, or one of "
                                            + String.join(", ", ModelFile.presets()) + "."),
                    absent);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw unreadable(file, unreadable);
        }
    }

    private static String text(String name, InputStream in) {
        try {
            byte[] bytes = in.readNBytes(SchemaFile.MAX_FILE_BYTES + 1);
            if (bytes.length > SchemaFile.MAX_FILE_BYTES) {
                throw new InvalidInputException("Model file=" + name + " is larger than " + SchemaFile.MAX_FILE_BYTES
                        + " bytes. Give a file with the model only.");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidInputException("Model file=" + name + " is not UTF-8. Save it as UTF-8.", e);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static InvalidInputException unreadable(String file, Exception cause) {
        return new InvalidInputException(
                "Model file=" + file + " cannot be read: " + cause.getMessage() + ". Give a readable file.", cause);
    }

    /** What the text says to no effect. A schema file cannot leave a field of calls out, so nothing is said of it. */
    public List<String> warnings() {
        return isOfCalls ? List.of() : ModelWarnings.of(model);
    }
}
