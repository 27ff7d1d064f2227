package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a text that a user gives as a file. */
public final class TextFile {
    /** Some editors begin a UTF-8 file with it. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextFile() {}

    /**
     * @param what it contains, in the plural, such as {@code rules}
     * @param example of what to give instead, the end of a message
     * @throws InvalidInputException if it cannot be read
     */
    public static String read(String file, String what, String example) {
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new InvalidInputException(
                        "file=" + file + " is a folder. Give a file of " + what + ", " + example);
            }
            return decoded(Files.readAllBytes(path), "file=" + file);
        } catch (NoSuchFileException | InvalidPathException none) {
            throw new InvalidInputException("file=" + file + " is no file. Give one of " + what + ", " + example, none);
        } catch (IOException unreadable) {
            throw new InvalidInputException(
                    "file=" + file + " cannot be read. Give a file of " + what + " that you may read, " + example,
                    unreadable);
        }
    }

    /**
     * @param source the beginning of a message
     * @throws InvalidInputException if it is not UTF-8, where a new String would replace malformed bytes
     */
    public static String decoded(byte[] bytes, String source) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        } catch (CharacterCodingException otherEncoding) {
            throw new InvalidInputException(
                    source + " is not in UTF-8. Convert it, as with iconv -t UTF-8.", otherEncoding);
        }
    }
}
