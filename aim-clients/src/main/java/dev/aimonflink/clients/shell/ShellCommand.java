package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.Spelling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The commands of the shell itself, which begin with a backslash. */
enum ShellCommand {
    DESCRIBE("\\d", "[TABLE]", "the tables, or the columns of one"),
    EXPANDED("\\x", "", "shows each row as lines of a name and a value, or no more"),
    TIMING("\\timing", "", "says how long each answer took, or no more"),
    WATCH("\\watch", "[SECONDS]", "asks the last statement again and again, until Ctrl-C"),
    INCLUDE("\\i", "FILE", "asks the statements of a file"),
    HELP("\\?", "", "this list"),
    QUIT("\\q", "", "ends, as Ctrl-D does");

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

    static String unknown(String written) {
        return "There is no command " + Spelling.shortened(written) + ". " + Spelling.hint(written, spellings());
    }

    /** As a row of the list. */
    List<Object> row() {
        return List.of((spelling + " " + argument).strip(), summary);
    }
}
