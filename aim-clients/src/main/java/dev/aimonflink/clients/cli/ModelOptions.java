package dev.aimonflink.clients.cli;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.ModelFile;
import dev.aimonflink.core.wire.SchemaFile;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The model that records are of; a mixin. */
final class ModelOptions {
    /** The largest file, as for schemas: many times what the largest model needs. A larger one is the wrong file. */
    static final int MAX_FILE_BYTES = SchemaFile.MAX_FILE_BYTES;

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description = "Publish what this model describes: aim-42, aim-546, or a YAML file.")
    private String nameOrFile;

    /** Null if none is given. */
    Model model() {
        if (nameOrFile == null) {
            return null;
        }
        return ModelFile.presets().contains(nameOrFile)
                ? ModelFile.preset(nameOrFile)
                : ModelFile.parse(text(), nameOrFile);
    }

    private String text() {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(Path.of(nameOrFile))) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException absent) {
            throw new InvalidInputException(
                    "model=" + nameOrFile + " is neither a file nor a name. "
                            + Spelling.closest(nameOrFile, ModelFile.presets())
                                    .map(near -> "Did you mean '" + near + "'?")
                                    .orElse("Give the path of a file, or one of "
                                            + String.join(", ", ModelFile.presets()) + "."),
                    absent);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new InvalidInputException(
                    "model=" + nameOrFile + " cannot be read: " + unreadable.getMessage() + ". Give a readable file.",
                    unreadable);
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw new InvalidInputException("model=" + nameOrFile + " is larger than " + MAX_FILE_BYTES
                    + " bytes. Give a file with the model only.");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new InvalidInputException("model=" + nameOrFile + " is not UTF-8. Save it as UTF-8.", malformed);
        }
    }
}
