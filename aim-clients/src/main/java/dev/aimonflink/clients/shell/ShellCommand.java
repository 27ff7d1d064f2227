package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.Spelling;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The commands of the shell itself, which begin with a backslash. */
enum ShellCommand {
    DESCRIBE("\\d", "[TABLE]", "the tables, or the columns of one, or of each that a pattern as sub* means"),
    ASK("\\g", "", "asks what is written, as a semicolon does, or else the last statement"),
    EXPANDED("\\x", "[on|off]", "shows each row as lines of a name and a value, or no more"),
    SETTING(
            "\\pset",
            "null TEXT | pager [on|off]",
            "shows this text for a null; shows long answers page by page, or no more"),
    TIMING("\\timing", "[on|off]", "says how long each answer took, or no more"),
    WATCH(
            "\\watch",
            "[SECONDS]",
            "asks what is written, or else the last statement, again and again until Ctrl-C or an error"),
    INCLUDE("\\i", "FILE", "asks the statements of a file"),
    OUTPUT("\\o", "[FILE]", "writes answers to a file, or on the screen again"),
    HELP("\\?", "", "this list; so does help"),
    QUIT("\\q", "", "ends, as Ctrl-D and exit do");

    static final List<String> HEADERS = List.of("command", "what it does");

    /** What people write who do not know the commands yet. */
    private static final Map<String, ShellCommand> WORDS =
            Map.of("help", HELP, "exit", QUIT, "quit", QUIT, "show tables", DESCRIBE);

    /** Other spellings of psql with the same meaning. */
    private static final Map<String, ShellCommand> ALIASES = Map.of(
            "\\dt", DESCRIBE,
            "\\d+", DESCRIBE,
            "\\dt+", DESCRIBE,
            "\\include", INCLUDE,
            "\\out", OUTPUT,
            "\\h", HELP,
            "\\help", HELP,
            "\\quit", QUIT);

    /** Substitutes for missing commands of psql. */
    private static final Map<String, String> INSTEAD = instead();

    private final String spelling;
    private final String argument;
    private final String summary;

    ShellCommand(String spelling, String argument, String summary) {
        this.spelling = spelling;
        this.argument = argument;
        this.summary = summary;
    }

    String spelling() {
        return spelling;
    }

    private static Map<String, String> instead() {
        Map<String, String> instead = new HashMap<>();
        String oneDatabase = "There is one database, and \\d lists its tables.";
        List.of("\\l", "\\list", "\\dn", "\\dv", "\\di", "\\dm", "\\ds", "\\du")
                .forEach(it -> instead.put(it, oneDatabase));
        String otherJob = "Another job has another shell: start it by aim sql with --bootstrap and --topic-prefix.";
        List.of("\\c", "\\connect", "\\conninfo").forEach(it -> instead.put(it, otherJob));
        String editing = "The arrow key up brings a whole statement back, to be edited here. \\i asks those of a file.";
        List.of("\\e", "\\edit", "\\ef", "\\s", "\\p", "\\print").forEach(it -> instead.put(it, editing));
        String copying = "\\o writes answers to a file, and aim sql -c TEXT --output csv writes CSV."
                + " Events come in by aim publish events.";
        List.of("\\copy", "\\w").forEach(it -> instead.put(it, copying));
        String functions = "The tab key completes names of functions, and docs/sql.md#expressions describes them.";
        List.of("\\df", "\\do", "\\dT").forEach(it -> instead.put(it, functions));
        String looks = "Rows alone are shown by aim sql -t, without a drawn table by -A, and as CSV by --output csv.";
        List.of("\\t", "\\a", "\\f", "\\H", "\\C").forEach(it -> instead.put(it, looks));
        String values = "Values of parameters are given by aim sql --value.";
        List.of("\\set", "\\unset", "\\bind", "\\prompt", "\\gset").forEach(it -> instead.put(it, values));
        List.of("\\r", "\\reset").forEach(it -> instead.put(it, "Ctrl-C forgets what is written."));
        instead.put("\\gx", "Write \\x, and then the statement.");
        instead.put("\\ir", "Write \\i with the path of the file.");
        instead.put("\\!", "Write that in another terminal.");
        return instead;
    }

    static List<String> spellings() {
        return Arrays.stream(values()).map(each -> each.spelling).toList();
    }

    static Optional<ShellCommand> of(String written) {
        return Arrays.stream(values())
                .filter(each -> each.spelling.equals(written))
                .findFirst()
                .or(() -> Optional.ofNullable(ALIASES.get(written)));
    }

    /** The command that a whole line without a backslash stands for. */
    static Optional<ShellCommand> ofWord(String line) {
        return Optional.ofNullable(WORDS.get(line.toLowerCase(Locale.ROOT).replaceFirst("\\s*;$", "")));
    }

    static String unknown(String written) {
        String instead = INSTEAD.get(written);
        String sentence = "There is no command " + Spelling.shortened(written) + ". ";
        return sentence + (instead == null ? Spelling.hint(written, spellings()) : instead);
    }

    /** The list of all, under {@link #HEADERS}. */
    static List<List<Object>> rows() {
        return Arrays.stream(values())
                .map(command -> List.<Object>of((command.spelling + " " + command.argument).strip(), command.summary))
                .toList();
    }
}
