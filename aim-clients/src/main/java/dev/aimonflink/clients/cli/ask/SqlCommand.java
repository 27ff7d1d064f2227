package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TextFile;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.shell.SqlShell;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.ask.statement.StatementClock;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.text.StatementText;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim sql}. */
@Command(
        name = "sql",
        description = {
            "Ask in SQL, as PostgreSQL speaks it, over the live matrix.",
            "",
            "Statements have semicolons between them, and are asked one after the other: each answer is as of its own"
                    + " moment. One that fails does not keep the next from being asked. With --batch they are one request:"
                    + " all answers are as of the same moment, and one that fails makes all fail.",
            "",
            "Answers to several statements are one JSON array.",
            "",
            "Without -c and -f, a dialogue begins if a person is at the terminal, with a history and completion by the tab"
                    + " key; else the statements are read from standard input."
        },
        footer = {
            "",
            "Examples:",
            "  aim sql -c \"SELECT count(*) FROM subscribers\"",
            "  aim sql -c \"SELECT city, sum(total_cost_this_week) FROM subscribers GROUP BY city\"",
            "  aim sql -c 'SELECT zip FROM subscribers WHERE subscriber_id = $1' --value 7",
            "  aim sql -tA -c \"SELECT count(*) FROM subscribers\"",
            "  aim sql -c '\\d subscribers'",
            "  aim sql -f questions.sql --output csv",
            "  aim sql -f questions.sql --batch"
        },
        mixinStandardHelpOptions = true)
public final class SqlCommand implements Callable<Integer> {
    private static final String QUERY = "sql";
    private static final String STDIN = "-";

    /** Set by the launcher: whether a person types and reads. */
    private static final String DIALOGUE_PROPERTY = "aim.dialogue";

    private final Environment environment;

    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @Mixin
    private LookOptions look;

    @ArgGroup(multiplicity = "0..1")
    private Source source;

    @Option(
            names = "--value",
            paramLabel = "VALUE",
            description = "The value of $1, and if given again of $2 and so on.")
    private List<String> values = List.of();

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            description = "Refuse an answer of more rows. Default: as many as the job allows")
    private Long maxRows;

    @Option(names = "--batch", description = "Ask all statements together, at most 16.")
    private boolean isBatch;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            defaultValue = "${env:AIM_SQL_HISTORY}",
            description =
                    "Where a dialogue keeps its statements for the next one. Empty for nowhere. Default: the environment"
                            + " variable AIM_SQL_HISTORY, or else sql-history in AIM_HOME")
    private String history;

    private static final class Source {
        @Option(
                names = {"-c", "--command"},
                paramLabel = "TEXT",
                required = true,
                description = "The statements, or \\d or \\d TABLE.")
        private String text;

        @Option(
                names = {"-f", "--file"},
                paramLabel = "FILE",
                required = true,
                description = "A file of statements; - for standard input.")
        private String file;
    }

    public SqlCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (source == null && Boolean.getBoolean(DIALOGUE_PROPERTY)) {
            if (isBatch) {
                throw new InvalidInputException(
                        "--batch asks several statements together, and a dialogue asks each when"
                                + " it ends. Give the statements with -c or -f, or leave --batch out.");
            }
            new SqlDialogue(environment, ask, outputOptions.format(), look.look(), this::call)
                    .run(
                            history == null
                                    ? Environment.home().resolve("sql-history").toString()
                                    : history);
            return ExitCode.OK;
        }
        if (source != null && source.text != null && source.text.strip().startsWith("\\")) {
            return describe(source.text.strip());
        }
        String text = source == null ? read(STDIN) : source.text != null ? source.text : read(source.file);
        StatementText.Split split = StatementText.split(text);
        final boolean isAskedAsAWhole = isBatch || (source != null && source.text != null);
        if (split.failure() != null && (isAskedAsAWhole || split.statements().isEmpty())) {
            SqlErrors.explain(environment, split.failure(), text);
            return ExitCode.FAILURE;
        }
        if (split.statements().isEmpty()) {
            throw new InvalidInputException(
                    "There is no statement. Write one, such as SELECT count(*) FROM subscribers.");
        }
        return ask(text, split);
    }

    /** Runs a command that shows tables. */
    private int describe(String command) {
        try (QueryClient client = ask.open(environment)) {
            boolean isFound = SqlShell.runAlone(
                    command,
                    outputOptions.output(environment),
                    environment.err(),
                    () -> SqlDialogue.vocabulary(client));
            return isFound ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    private String read(String file) throws IOException {
        return file.equals(STDIN)
                ? TextFile.decoded(environment.in().readAllBytes(), "Standard input")
                : TextFile.read(file, "SQL statements", "or - for stdin.");
    }

    /** Asks the statements before an unterminated string, quoted name or comment. */
    private int ask(String text, StatementText.Split split) throws InterruptedException {
        List<StatementText> statements = split.statements();
        AnswerOutput output = outputOptions.output(environment);
        boolean together = (statements.size() > 1 || split.failure() != null) && output.format() == OutputFormat.JSON;
        List<QueryResult> results = new ArrayList<>();
        Tally tally = new Tally();
        try (QueryClient client = ask.open(environment)) {
            for (StatementText statement : isBatch ? List.of(new StatementText(text, 0)) : statements) {
                QueryResult result = ask.ask(environment, client, call(statement));
                int first = results.size();
                results.add(result);
                results.addAll(result.others());
                if (!together) {
                    results.subList(first, results.size())
                            .forEach(each -> AnswerPrinter.printSql(environment, output, look.look(), each));
                }
                tally.add(SqlErrors.explain(environment, result, text, statement));
            }
        }
        if (together) {
            AnswerPrinter.printTogether(output, results);
        }
        if (split.failure() != null) {
            SqlErrors.explain(environment, split.failure(), text);
            tally.add(ExitCode.FAILURE);
        }
        return tally.exitCode();
    }

    private static Long requirePositive(Long rows) {
        if (rows < 1) {
            throw new InvalidInputException("max-rows=" + rows + " is no number of rows. Give 1 or more.");
        }
        return rows;
    }

    private AskedQuery call(StatementText statement) {
        Map<String, Object> params = new HashMap<>();
        params.put("text", statement.text());
        if (StatementClock.isIn(statement.text())) {
            params.putAll(StatementClock.parameters(Instant.now(), ZoneOffset.UTC));
        }
        for (int i = 0; i < values.size(); i++) {
            params.put(Integer.toString(i + 1), values.get(i));
        }
        if (maxRows != null) {
            params.put(Parameter.MAX_ROWS, requirePositive(maxRows));
        }
        return new AskedQuery(QUERY, params);
    }

    /** How rows of SQL are shown; a mixin with psql's short names. */
    private static final class LookOptions {
        @Option(
                names = {"-x", "--expanded"},
                description = "Show each row as lines of a name and a value.")
        private boolean isExpanded;

        @Option(
                names = {"-t", "--tuples-only"},
                description = "Show the rows alone, without names of columns and without a line below.")
        private boolean isRowsOnly;

        @Option(
                names = {"-A", "--no-align"},
                description = "Show a bar between values instead of a drawn table.")
        private boolean isUnaligned;

        @Option(names = "--null", paramLabel = "TEXT", description = "Show this for a null. Default: nothing")
        private String ofNull = "";

        Look look() {
            return new Look(isExpanded, isRowsOnly, isUnaligned, ofNull);
        }
    }
}
