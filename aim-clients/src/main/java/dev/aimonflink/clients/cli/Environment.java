package dev.aimonflink.clients.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The environment of a command: its output, its input, and its clients.
 *
 * @param out for data alone
 * @param err for messages and progress
 * @param terminal whether a person watches {@code err}
 */
public record Environment(InputStream in, PrintStream out, PrintStream err, boolean terminal, ClientFactory clients) {
    /** Set to true or false by the launcher, which has looked. */
    static final String TERMINAL_PROPERTY = "aim.terminal";

    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final Path TERMINALS = Path.of("/dev/pts");

    /** The environment of the process. Output is UTF-8 in every locale, because it is often piped to other programs. */
    public static Environment system() {
        return new Environment(
                System.in,
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                isTerminalWatched(),
                ClientFactory.KAFKA);
    }

    /** The same, with another place for data. */
    Environment withOut(PrintStream other) {
        return new Environment(in, other, err, terminal, clients);
    }

    /** Returns what the launcher found. Without a launcher, Linux shows most terminals as files. */
    private static boolean isTerminalWatched() {
        String given = System.getProperty(TERMINAL_PROPERTY);
        if (given != null) {
            return Boolean.parseBoolean(given);
        }
        try {
            return STDERR.toRealPath().startsWith(TERMINALS);
        } catch (IOException e) {
            // A pipe has no real path.
            return false;
        }
    }
}
