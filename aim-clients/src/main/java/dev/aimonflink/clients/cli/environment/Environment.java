package dev.aimonflink.clients.cli.environment;

import dev.aimonflink.clients.output.Screen;
import dev.aimonflink.clients.output.VisibleStream;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A command's output, input, and clients.
 *
 * @param out only for data. Written unchanged to a file or another program; escaped on a terminal
 * @param err for messages and progress, escaped
 * @param terminal whether a person watches {@code err}
 */
public record Environment(InputStream in, PrintStream out, PrintStream err, boolean terminal, ClientFactory clients) {
    /** True or false, as the launcher has found out. */
    public static final String TERMINAL_PROPERTY = "aim.terminal";

    /** The same for standard output. */
    public static final String DATA_TERMINAL_PROPERTY = "aim.terminal.data";

    private static final Path STDOUT = Path.of("/proc/self/fd/1");
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final Path TERMINALS = Path.of("/dev/pts");

    public Environment {
        err = VisibleStream.of(err);
    }

    /** The environment of the process, with UTF-8 output in every locale, because it is often piped to other programs. */
    public static Environment system() {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        return new Environment(
                System.in,
                isTerminal(DATA_TERMINAL_PROPERTY, STDOUT) ? VisibleStream.of(out) : out,
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                isTerminal(TERMINAL_PROPERTY, STDERR),
                ClientFactory.KAFKA);
    }

    /** The terminal for data, as measured by the launcher. */
    public Screen screen() {
        return out instanceof VisibleStream
                ? Screen.of(Integer.getInteger("aim.columns", 0), Integer.getInteger("aim.rows", 0))
                : Screen.NONE;
    }

    /** The folder of {@code aim} for its user: AIM_HOME, or else {@code ~/.aim}. */
    public static Path home() {
        String given = System.getenv("AIM_HOME");
        return given == null || given.isBlank() ? Path.of(System.getProperty("user.home"), ".aim") : Path.of(given);
    }

    /**
     * Writes a text for the user to edit, never over an existing file.
     *
     * @param fileOrNull a new file; null for standard output
     */
    public void writeNew(Path fileOrNull, String text, String check) {
        if (fileOrNull == null) {
            out.print(text);
            out.flush();
            return;
        }
        try {
            Files.writeString(fileOrNull, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException exists) {
            throw new InvalidInputException(
                    "out=" + fileOrNull + " exists already. Give the name of a new file.", exists);
        } catch (IOException unwritable) {
            throw new InvalidInputException(
                    "out=" + fileOrNull + " cannot be written: " + unwritable.getMessage()
                            + ". Give a file in a folder that exists.",
                    unwritable);
        }
        err.println("Wrote " + fileOrNull + ". Check it with `" + check + " " + ShellWord.of(fileOrNull) + "`.");
    }

    public Environment withOut(PrintStream other) {
        return new Environment(in, other, err, terminal, clients);
    }

    /** Standard error for lines that overwrite themselves, such as a progress bar: they drive the terminal, and quote nobody. */
    public PrintStream live() {
        return ((VisibleStream) err).raw();
    }

    /** What the launcher found. Without a launcher, Linux shows most terminals as files. */
    private static boolean isTerminal(String property, Path file) {
        String given = System.getProperty(property);
        if (given != null) {
            return Boolean.parseBoolean(given);
        }
        try {
            return file.toRealPath().startsWith(TERMINALS);
        } catch (IOException e) {
            // A pipe has no real path.
            return false;
        }
    }
}
