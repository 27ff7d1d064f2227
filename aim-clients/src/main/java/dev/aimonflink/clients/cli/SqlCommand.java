package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.output.Output;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.text.StatementText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
                    + " moment. One that fails does not keep the next from being asked.",
            "",
            "Answers to several statements are one JSON array."
        },
        footer = {
            "",
            "Examples:",
            "  aim sql -c \"SELECT count(*) FROM subscribers\"",
            "  aim sql -c \"SELECT city, sum(total_cost_this_week) FROM subscribers GROUP BY city\"",
            "  aim sql -c 'SELECT zip FROM subscribers WHERE subscriber_id = $1' --value 7",
            "  aim sql -f questions.sql --output csv"
        },
        mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
    private static final String QUERY = "sql";
    private static final String STDIN = "-";

    private final Environment environment;

    @Mixin
    private AskOptions ask;

    @Mixin
    private OutputOptions outputOptions;

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(
            names = "--value",
            paramLabel = "VALUE",
            description = "The value of $1, and if given again of $2 and so on.")
    private List<String> values = List.of();

    /** Where the statements come from. */
    private static final class Source {
        @Option(
                names = {"-c", "--command"},
                paramLabel = "TEXT",
                required = true,
                description = "The statements.")
        private String text;

        @Option(
                names = {"-f", "--file"},
                paramLabel = "FILE",
                required = true,
                description = "A file of statements; - for standard input.")
        private String file;
    }

    SqlCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        String text = source.text != null ? source.text : read(source.file);
        List<StatementText> statements;
        try {
            statements = StatementText.allOf(text);
        } catch (SqlException failure) {
            explain(failure.state().code(), failure.getMessage(), text, failure.position());
            return ExitCode.FAILURE;
        }
        if (statements.isEmpty()) {
            throw new InvalidInputException(
                    "There is no statement. Write one, such as SELECT count(*) FROM subscribers.");
        }
        return ask(text, statements);
    }

    private String read(String file) throws IOException {
        try {
            return file.equals(STDIN)
                    ? new String(environment.in().readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (NoSuchFileException none) {
            throw new InvalidInputException(
                    "file=" + file + " is no file. Give one of SQL statements, or - for stdin.", none);
        } catch (CharacterCodingException otherEncoding) {
            throw new InvalidInputException(
                    "file=" + file + " is not in UTF-8. Convert it, as with iconv -t UTF-8.", otherEncoding);
        }
    }

    private int ask(String text, List<StatementText> statements) throws InterruptedException {
        Output output = outputOptions.output(environment);
        boolean together = statements.size() > 1 && output.format() == OutputFormat.JSON;
        List<QueryResult> results = new ArrayList<>();
        Tally tally = new Tally();
        try (QueryClient client = ask.open(environment)) {
            for (StatementText statement : statements) {
                QueryResult result = ask.ask(client, new AskedQuery(QUERY, params(statement)));
                results.add(result);
                if (!together) {
                    Answers.print(environment, output, result);
                }
                tally.add(explain(result, text, statement));
            }
        }
        if (together) {
            Answers.printTogether(output, results);
        }
        return tally.exitCode();
    }

    private Map<String, Object> params(StatementText statement) {
        Map<String, Object> params = new HashMap<>();
        params.put("text", statement.text());
        for (int i = 0; i < values.size(); i++) {
            params.put(Integer.toString(i + 1), values.get(i));
        }
        return params;
    }

    /** Says why there is no answer, and returns the exit code. */
    private int explain(QueryResult result, String text, StatementText statement) {
        QueryError error = result.error();
        if (error == null || error.inSql() == null) {
            return AskOptions.explain(environment, result);
        }
        int position = error.inSql().position();
        explain(error.inSql().state(), error.message(), text, position == 0 ? -1 : statement.position() + position - 1);
        return ExitCode.FAILURE;
    }

    /** @param index of the character that is wrong; negative if it is none */
    private void explain(String state, String message, String text, int index) {
        environment.err().println("ERROR " + state + ": " + message);
        if (index >= 0) {
            environment.err().println(TextPlace.shown(text, index));
        }
    }
}
