package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;

/** A file of JSON lines, or standard input, without empty lines; the last line needs no line break. */
final class JsonLines implements AutoCloseable {
    /** Far more than an event or a profile needs; a longer line belongs to another kind of file. */
    static final int MAX_LINE_BYTES = 64 * 1024;

    static final int MAX_NAMED = 5;

    private static final String STDIN = "-";
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final byte[] UNREADABLE_KEY = "unreadable".getBytes(StandardCharsets.UTF_8);

    /** What happens to a wrong line. */
    enum Invalid {
        /** It ends the publishing. */
        REFUSED,
        SKIPPED,
        /** It is sent unchanged, like all lines. */
        SENT
    }

    record Keyed(byte[] key, byte[] value) {}

    private final String name;
    private final InputStream in;
    private final Invalid invalid;
    private final PrintStream notes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private long line;
    private long skipped;

    private JsonLines(String name, InputStream in, Invalid invalid, PrintStream notes) {
        this.name = name;
        this.in = in;
        this.invalid = invalid;
        this.notes = notes;
    }

    /** Whether lines can be read twice, unlike those from a pipe. */
    static boolean isFile(String file) {
        return !file.equals(STDIN) && Files.isRegularFile(Path.of(file));
    }

    /** @param file {@code -} for standard input */
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
     * The next line that is neither empty nor skipped; null at the end.
     *
     * @param decode throws {@link MalformedException} if the line is wrong
     */
    Keyed next(Function<byte[], Keyed> decode) throws IOException {
        for (byte[] bytes = nextLine(); bytes != null; bytes = nextLine()) {
            Keyed record = bytes.length == 0 ? null : record(bytes, decode);
            if (record != null) {
                return record;
            }
        }
        return null;
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

    long skipped() {
        return skipped;
    }

    /** Without its line break; null at the end. */
    private byte[] nextLine() throws IOException {
        line++;
        byte[] begun = {};
        while (true) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            if (begun.length + at - from > MAX_LINE_BYTES) {
                throw bad("the line is longer than " + MAX_LINE_BYTES + " bytes");
            }
            boolean isWhole = at < end;
            if (isWhole && begun.length == 0) {
                return withoutReturn(buffer, from, at++);
            }
            begun = Arrays.copyOf(begun, begun.length + at - from);
            System.arraycopy(buffer, from, begun, begun.length - (at - from), at - from);
            if (isWhole) {
                at++;
                return withoutReturn(begun, 0, begun.length);
            }
            at = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                return begun.length == 0 ? null : withoutReturn(begun, 0, begun.length);
            }
        }
    }

    /** Lines of Windows end with two characters. */
    private static byte[] withoutReturn(byte[] bytes, int from, int to) {
        return Arrays.copyOfRange(bytes, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to);
    }

    /** The error of the last line read. */
    private InvalidInputException bad(String reason) {
        return new InvalidInputException(name + ":" + line + ": " + reason + ". Fix the line or remove it.");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
