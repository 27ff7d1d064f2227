package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.SqlLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks the examples of the pages on SQL, of two partitions. */
class SqlPageTest {
    private static final Path PAGE = Path.of("..", "docs", "sql.md");
    /** Examples that the page has no room for. */
    private static final Path MORE = Path.of("src", "test", "resources", "sql", "examples.md");

    private static final Path ERRORS = Path.of("..", "docs", "errors.md");
    private static final Path FIRST_QUESTIONS = Path.of("..", "docs", "sql-in-five-minutes.md");
    /** The codes, and the example if there is one. */
    private static final Pattern ERROR =
            Pattern.compile("(?m)^\\| ([0-9A-Z]{5}(?:, [0-9A-Z]{5})*) \\| [^|]+ \\| [^|]+ \\| (?:`([^`]+)` )?\\|$");

    private static final long DAY_MS = 86_400_000;
    private final SqlMatrix matrix;
    private final PageExamples examples;

    SqlPageTest() throws IOException {
        matrix = ShippedModel.withAllColumns("calls").matrix();
        examples = new PageExamples(new SqlText(ShippedModel.CALLS, AnswerLimits.USUAL), matrix);
    }

    private QueryError errorOrNull(String text, AnswerLimits limits) {
        return new PageExamples(new SqlText(ShippedModel.CALLS, limits), matrix).errorOrNull(text);
    }

    @Test
    void shouldAnswerItsExamplesAsItSays() throws IOException {
        examples.assertAnswered(PAGE, 15);
        examples.assertAnswered(MORE, 45);
    }

    @Test
    void shouldAnswerTheFirstQuestionsWithTheColumnsThatAJobKeepsByDefault() throws IOException {
        ShippedModel byDefault = ShippedModel.withColumnsKeptByDefault("calls");
        new PageExamples(new SqlText(byDefault.tables(), AnswerLimits.USUAL), byDefault.matrix())
                .assertAnswered(FIRST_QUESTIONS, 11);
    }

    @Test
    void shouldNameTheErrors() throws IOException {
        List<MatchResult> rows =
                ERROR.matcher(Files.readString(ERRORS)).results().toList();
        assertThat(rows).hasSizeGreaterThan(20);
        Map<String, QueryError> withoutExample = errorsWithoutExample();
        for (MatchResult row : rows) {
            String example = row.group(2);
            QueryError error = example == null ? withoutExample.remove(row.group(1)) : examples.errorOrNull(example);
            assertThat(error).as(row.group()).isNotNull();
            assertThat(row.group(1))
                    .as("%s: %s", row.group(), error)
                    .contains(error.inSql().state());
            assertThat(error.message()).as(row.group()).matches(".*[.?]");
            // Values come beside the text, so an error about them has no place in it.
            if (example != null && !example.contains("$1")) {
                assertThat(error.inSql().position())
                        .as("%s: %s", row.group(), error)
                        .isPositive();
            }
        }
        assertThat(withoutExample).isEmpty();
    }

    /** By its code, each error that no text makes by itself. */
    private Map<String, QueryError> errorsWithoutExample() {
        String question = "SELECT sum(number_of_calls_this_day), subscriber_id FROM subscribers GROUP BY subscriber_id";
        Map<String, QueryError> errors = new HashMap<>();
        errors.put("54000", errorOrNull(question, new AnswerLimits(1, 1, 1, 1, AnswerLimits.USUAL.cpuNanos())));
        errors.put("54001", examples.errorOrNull("SELECT " + "(".repeat(SqlLimits.MAX_DEPTH + 1)));
        errors.put("57014", errorOrNull(question, new AnswerLimits(9, 9, 9, 9, 0)));
        errors.put("26000", refusal("{\"clientId\":\"c\",\"query\":\"q\"}".getBytes(StandardCharsets.UTF_8)));
        errors.put("53200", errorOfMemory());
        errors.put("53300", new QueryError(QueryError.Code.OVERLOADED, "Later."));
        errors.put("XX000", new QueryError(QueryError.Code.INTERNAL, "A defect."));
        errors.put("22021", refusal("{\"clientId\":\"c\",\"query\":\"\u00f6".getBytes(StandardCharsets.ISO_8859_1)));
        Partition ahead = matrix.partition(0);
        ahead.advanceTo(ahead.nowMs() + DAY_MS);
        errors.put("40001", examples.errorOrNull(question));
        return errors;
    }

    private static QueryError errorOfMemory() {
        return new QueryError(QueryError.Code.SQL_ERROR, "Too much.", new QueryError.InSql(SqlState.OUT_OF_MEMORY));
    }

    private static QueryError refusal(byte[] request) {
        RequestParser parser =
                new RequestParser(new Catalogue(List.of(new SqlText(ShippedModel.CALLS, AnswerLimits.USUAL).entry())));
        return ((RequestOutcome.Refused) parser.parse(request, "r", 0)).result().error();
    }
}
