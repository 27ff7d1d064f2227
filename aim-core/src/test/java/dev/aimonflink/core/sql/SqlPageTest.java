package dev.aimonflink.core.sql;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.CallTables;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.calls.wire.ProfileCodec;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.setup.EventFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks the examples of the page on SQL, of two partitions. Run with {@code -Daim.docs.write=true} it writes their answers. */
class SqlPageTest {
    private static final Path PAGE = Path.of("..", "docs", "sql.md");
    private static final Path CALLS = Path.of("..", "docs", "queries.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^```sql\\n(.*?)^```\\n(\\n```(csv|text)\\n(.*?)^```\\n)?");
    private static final Pattern ERROR = Pattern.compile("(?m)^\\| ([0-9A-Z, ]+) \\| [^|]+ \\| `([^`]+)` \\|$");
    private static final MatrixTables TABLES = new MatrixTables(
            CallSchema.withAggregates(42), CallTables.of(DimensionTables.defaults()), CallModel.tableAliases());

    private static final SqlText SQL = new SqlText(TABLES, AnswerLimits.USUAL);

    private final SqlMatrix matrix = new SqlMatrix(TABLES, 2);

    @BeforeEach
    void apply() throws IOException {
        for (String line : lines("profiles")) {
            Profile profile = new ProfileCodec().decode(line.getBytes(StandardCharsets.UTF_8));
            matrix.profile(EntityId.of(profile.subscriberId()), CallModel.attributes(profile));
        }
        for (String line : lines("calls")) {
            matrix.event(CallModel.event(EventFormat.JSON.newCodec().decode(line.getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static List<String> lines(String what) throws IOException {
        List<String> lines = Pattern.compile("(?ms)^```json " + what + "\\n(.*?)^```$")
                .matcher(Files.readString(CALLS))
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList();
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private QueryError errorOrNull(String text) {
        try {
            return matrix.ask(SQL.query(text, List.of())).error();
        } catch (QueryFailure failure) {
            return failure.error();
        }
    }

    /** The fenced block behind an example. */
    private String answer(String text) {
        QueryError error = errorOrNull(text);
        if (error != null) {
            return "```text\nERROR " + error.inSql().state() + ": " + error.message() + " (at character "
                    + error.inSql().position() + ")\n```\n";
        }
        QueryResult result = matrix.ask(SQL.query(text, List.of()));
        return Stream.concat(Stream.of(result.columns()), result.rows().stream())
                .map(row -> row.stream().map(SqlPageTest::cell).collect(Collectors.joining(",")) + "\n")
                .collect(Collectors.joining("", "```csv\n", "```\n"));
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        String text = value instanceof BigDecimal number ? number.toPlainString() : value.toString();
        return text.contains(",") ? '"' + text + '"' : text;
    }

    @Test
    void shouldAnswerItsExamplesAsItSays() throws IOException {
        String page = Files.readString(PAGE);
        String withAnswers = EXAMPLE.matcher(page)
                .replaceAll(example -> java.util.regex.Matcher.quoteReplacement(
                        "```sql\n" + example.group(1) + "```\n\n" + answer(example.group(1))));
        if (Boolean.getBoolean("aim.docs.write")) {
            Files.writeString(PAGE, withAnswers);
        }
        assertThat(EXAMPLE.matcher(page).results()).hasSizeGreaterThan(15);
        assertThat(Files.readString(PAGE)).isEqualTo(withAnswers);
    }

    @Test
    void shouldNameTheErrorsOfItsExamples() throws IOException {
        List<MatchResult> rows = ERROR.matcher(Files.readString(PAGE)).results().toList();
        assertThat(rows).hasSizeGreaterThan(6);
        for (MatchResult row : rows) {
            QueryError error = errorOrNull(row.group(2));
            assertThat(error).as(row.group(2)).isNotNull();
            assertThat(row.group(1))
                    .as("%s: %s", row.group(2), error)
                    .contains(error.inSql().state());
        }
    }
}
