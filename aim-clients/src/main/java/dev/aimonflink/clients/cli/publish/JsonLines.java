package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** A file of JSON lines, or the standard input. Empty lines are skipped; a last line needs no line break. */
final class JsonLines implements AutoCloseable {
    /** Far more than an event or a profile has. A longer line belongs to another kind of file. */
    static final int MAX_LINE_BYTES = 64 * 1024;

    /** So many lines that are skipped are named. */
    static final int MAX_NAMED = 5;

    private static final String STDIN = "-";
    private static final byte[] UNREADABLE_KEY = "unreadable".getBytes(StandardCharsets.UTF_8);

    /** What becomes of a line that is wrong. */
    enum Invalid {
        /** It ends the publishing. */
        REFUSED,
        SKIPPED,
        /** It is sent as it stands, as are all lines. */
        SENT
    }

    /** A line as a record. */
    record Keyed(byte[] key, byte[] value) {}

    private final String name;
    private final InputStream in;
    private final Invalid invalid;
    private final PrintStream notes;
    private long line;
    private long skipped;

    private JsonLines(String name, InputStream in, Invalid invalid, PrintStream notes) {
        this.name = name;
        this.in = new BufferedInputStream(in);
        this.invalid = invalid;
        this.notes = notes;
    }

    /** @param file {@code -} for the standard input */
    static JsonLines open(String file, Invalid invalid, Environment environment) {
        try {
            return file.equals(STDIN)
                    ? new JsonLines("stdin", environment.in(), invalid, environment.err())
                    : new JsonLines(file, Files.newInputStream(Path.of(file)), invalid, environment.err());
        } catch (NoSuchFileException e) {
            throw new InvalidInputException("from=" + file + " is no file. Give one of JSON lines, or - for stdin.", e);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "from=" + file + " cannot be read: " + e.getMessage() + ". Give a readable file.", e);
        }
    }

    /**
     * Publishes the next line that is not empty and not skipped; false at the end.
     *
     * @param decode throws {@link MalformedException} if the line is wrong
     */
    boolean publishNext(Function<byte[], Keyed> decode, RecordPublisher records) throws IOException {
        for (byte[] bytes = nextLine(); bytes != null; bytes = nextLine()) {
            Keyed record = bytes.length == 0 ? null : record(bytes, decode);
            if (record != null) {
                records.publish(record.key(), record.value());
                return true;
            }
        }
        return false;
    }

    /** Null if the line is skipped. */
    private Keyed record(byte[] bytes, Function<byte[], Keyed> decode) {
        try {
            Keyed record = decode.apply(bytes);
            return invalid == Invalid.SENT ? new Keyed(record.key(), bytes) : record;
        } catch (MalformedException wrong) {
            switch (invalid) {
                case SENT -> {
                    return new Keyed(UNREADABLE_KEY, bytes);
                }
                case SKIPPED -> {
                    skipped++;
                    if (skipped <= MAX_NAMED) {
                        notes.println(name + ":" + line + ": " + wrong.getMessage() + ". The line is skipped."
                                + (skipped == MAX_NAMED ? " Others are skipped without a word." : ""));
                    }
                    return null;
                }
                default -> throw bad(wrong.getMessage());
            }
        }
    }

    /** How many lines were skipped because they are wrong. */
    long skipped() {
        return skipped;
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
        return new InvalidInputException(name + ":" + line + ": " + reason + ". Fix the line or remove it.");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
