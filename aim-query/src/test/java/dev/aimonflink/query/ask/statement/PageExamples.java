package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.explain.Explanation;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks the SQL examples of a page. Run with {@code -Daim.docs.write=true} it writes their answers into the page. */
final class PageExamples {
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^```sql\\n(.*?)^```\\n(\\n```(csv|text)\\n(.*?)^```\\n)?");

    private final SqlText sql;
    private final SqlMatrix matrix;

    PageExamples(SqlText sql, SqlMatrix matrix) {
        this.sql = sql;
        this.matrix = matrix;
    }

    /** Fails if the page has fewer or more examples, or if one has not the answer that is below it. */
    void assertAnswered(Path file, int examples) throws IOException {
        String page = Files.readString(file);
        String withAnswers = EXAMPLE.matcher(page)
                .replaceAll(example ->
                        Matcher.quoteReplacement("```sql\n" + example.group(1) + "```\n\n" + answer(example.group(1))));
        if (Boolean.getBoolean("aim.docs.write")) {
            Files.writeString(file, withAnswers);
        }
        assertThat(EXAMPLE.matcher(page).results()).hasSize(examples);
        assertThat(Files.readString(file)).isEqualTo(withAnswers);
    }

    QueryError errorOrNull(String text) {
        try {
            return matrix.ask(sql.query(text, List.of())).error();
        } catch (QueryFailure failure) {
            return failure.error();
        }
    }

    /** The fenced block below an example. */
    private String answer(String text) {
        QueryError error = errorOrNull(text);
        if (error != null) {
            return "```text\nERROR " + error.inSql().state() + ": " + error.message() + " (at character "
                    + error.inSql().position() + ")\n```\n";
        }
        QueryResult result = matrix.ask(sql.query(text, List.of()));
        if (result.columns().equals(Explanation.COLUMNS)) {
            return result.rows().stream()
                    .map(row -> row.get(0) + "\n")
                    .collect(Collectors.joining("", "```text\n", "```\n"));
        }
        return Stream.concat(Stream.of(result.columns()), result.rows().stream())
                .map(row -> row.stream().map(PageExamples::cell).collect(Collectors.joining(",")) + "\n")
                .collect(Collectors.joining("", "```csv\n", "```\n"));
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        String text = value instanceof BigDecimal number ? number.toPlainString() : value.toString();
        return text.contains(",") ? '"' + text + '"' : text;
    }
}
