package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A file of JSON lines, or the standard input. Empty lines are skipped; a last line needs no line break. */
final class JsonLines implements AutoCloseable {
    /** Far more than an event or a profile has. A longer line belongs to another kind of file. */
    static final int MAX_LINE_BYTES = 64 * 1024;

    private static final String STDIN = "-";

    private final String name;
    private final InputStream in;
    private long line;

    private JsonLines(String name, InputStream in) {
        this.name = name;
        this.in = new BufferedInputStream(in);
    }

    /** @param file {@code -} for the standard input */
    static JsonLines open(String file, Environment environment) {
        if (file.equals(STDIN)) {
            return new JsonLines("stdin", environment.in());
        }
        try {
            return new JsonLines(file, Files.newInputStream(Path.of(file)));
        } catch (NoSuchFileException e) {
            throw new InvalidInputException("from=" + file + " is no file. Give one of JSON lines, or - for stdin.", e);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "from=" + file + " cannot be read: " + e.getMessage() + ". Give a readable file.", e);
        }
    }

    /**
     * Publishes the next line that is not empty; false at the end.
     *
     * @param publish throws {@link MalformedException} if the line is wrong
     */
    boolean publishNext(Consumer<byte[]> publish) throws IOException {
        byte[] bytes = next();
        if (bytes == null) {
            return false;
        }
        try {
            publish.accept(bytes);
            return true;
        } catch (MalformedException wrong) {
            throw bad(wrong.getMessage());
        }
    }

    private byte[] next() throws IOException {
        while (true) {
            byte[] bytes = nextLine();
            if (bytes == null || bytes.length > 0) {
                return bytes;
            }
        }
    }

    private byte[] nextLine() throws IOException {
        line++;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        int read;
        while ((read = in.read()) != '\n') {
            if (read < 0) {
                return bytes.size() == 0 ? null : bytes.toByteArray();
            }
            if (bytes.size() == MAX_LINE_BYTES) {
                throw bad("the line is longer than " + MAX_LINE_BYTES + " bytes");
            }
            if (read != '\r') {
                bytes.write(read);
            }
        }
        return bytes.toByteArray();
    }

    /** Explains what is wrong with the line that was read last. */
    private InvalidInputException bad(String reason) {
        return new InvalidInputException(
                name + ":" + line + ": " + reason + ". Fix the line or remove it.");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
