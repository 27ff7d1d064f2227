package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The commands of the shell itself, which begin with a backslash. */
enum ShellCommand {
    DESCRIBE("\\d", "[TABLE]", "the tables, or the columns of one"),
    EXPANDED("\\x", "", "shows each row as lines of a name and a value, or no more"),
    TIMING("\\timing", "", "says how long each answer took, or no more"),
    WATCH("\\watch", "[SECONDS]", "asks what is written, or else the last statement, again and again until Ctrl-C"),
    INCLUDE("\\i", "FILE", "asks the statements of a file"),
    OUTPUT("\\o", "[FILE]", "writes answers to a file, or on the screen again"),
    HELP("\\?", "", "this list; so does help"),
    QUIT("\\q", "", "ends, as Ctrl-D and exit do");

    /** What people write who do not know the commands yet. */
    private static final Map<String, ShellCommand> WORDS = Map.of("help", HELP, "exit", QUIT, "quit", QUIT);

    private final String spelling;
    private final String argument;
    private final String summary;

    ShellCommand(String spelling, String argument, String summary) {
        this.spelling = spelling;
        this.argument = argument;
        this.summary = summary;
    }

    static List<String> spellings() {
        return Arrays.stream(values()).map(each -> each.spelling).toList();
    }

    static Optional<ShellCommand> of(String written) {
        return Arrays.stream(values())
                .filter(each -> each.spelling.equals(written))
                .findFirst();
    }

    /** The command that a whole line without a backslash stands for. */
    static Optional<ShellCommand> ofWord(String line) {
        return Optional.ofNullable(WORDS.get(line.toLowerCase(Locale.ROOT).replaceFirst("\\s*;$", "")));
    }

    static String unknown(String written) {
        return "There is no command " + Spelling.shortened(written) + ". " + Spelling.hint(written, spellings());
    }

    /** As a row of the list. */
    List<Object> row() {
        return List.of((spelling + " " + argument).strip(), summary);
    }
}
