package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;

/**
 * Reads a user's text, given as a file where a name would do too.
 *
 * @param what begins messages, such as {@code Model}
 * @param names that could be given instead
 */
public record UserFile(String what, Collection<String> names) {
    /** @throws InvalidInputException if there is no such file, or no such text in it */
    public String text(String file) {
        return text(bytes(file), file);
    }

    /** As above, for an unnamed input. */
    public String text(InputStream in, String name) {
        try {
            return text(in.readNBytes(YamlFile.MAX_BYTES + 1), name);
        } catch (IOException unreadable) {
            throw unreadable(name, unreadable);
        }
    }

    private String text(byte[] bytes, String file) {
        if (bytes.length > YamlFile.MAX_BYTES) {
            throw new InvalidInputException(what + " file=" + file + " is larger than " + YamlFile.MAX_BYTES
                    + " bytes. Give a file with the " + what.toLowerCase(Locale.ROOT) + " only.");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new InvalidInputException(what + " file=" + file + " is not UTF-8. Save it as UTF-8.", malformed);
        }
    }

    private byte[] bytes(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return in.readNBytes(YamlFile.MAX_BYTES + 1);
        } catch (NoSuchFileException absent) {
            throw new InvalidInputException(
                    what + " '" + file + "' is neither a file nor a name: "
                            + Path.of(file).toAbsolutePath().normalize() + " does not exist. "
                            + Spelling.closest(file, names)
                                    .map(near -> "Did you mean '" + near + "'?")
                                    .orElse("Give the path of a file, or one of " + String.join(", ", names) + "."),
                    absent);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw unreadable(file, unreadable);
        }
    }

    private InvalidInputException unreadable(String file, Exception cause) {
        return new InvalidInputException(
                what + " file=" + file + " cannot be read: " + cause.getMessage() + ". Give a readable file.", cause);
    }
}
