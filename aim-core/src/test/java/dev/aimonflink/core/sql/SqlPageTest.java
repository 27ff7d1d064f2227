package dev.aimonflink.core.sql;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.CallTables;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.calls.wire.ProfileCodec;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.setup.EventFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks the examples of the page on SQL, of two partitions. */
class SqlPageTest {
    private static final Path PAGE = Path.of("..", "docs", "sql.md");
    private static final Path CALLS = Path.of("..", "docs", "queries.md");
    private static final Pattern ERROR = Pattern.compile("(?m)^\\| ([0-9A-Z, ]+) \\| [^|]+ \\| `([^`]+)` \\|$");
    private static final MatrixTables TABLES = new MatrixTables(
            CallSchema.withAggregates(42), CallTables.of(DimensionTables.defaults()), CallModel.tableAliases());

    private final SqlMatrix matrix = new SqlMatrix(TABLES, 2);
    private final PageExamples examples = new PageExamples(new SqlText(TABLES, AnswerLimits.USUAL), matrix);

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

    @Test
    void shouldAnswerItsExamplesAsItSays() throws IOException {
        examples.assertAnswered(PAGE, 15);
    }

    @Test
    void shouldNameTheErrorsOfItsExamples() throws IOException {
        List<MatchResult> rows = ERROR.matcher(Files.readString(PAGE)).results().toList();
        assertThat(rows).hasSizeGreaterThan(6);
        for (MatchResult row : rows) {
            QueryError error = examples.errorOrNull(row.group(2));
            assertThat(error).as(row.group(2)).isNotNull();
            assertThat(row.group(1))
                    .as("%s: %s", row.group(2), error)
                    .contains(error.inSql().state());
        }
    }
}
