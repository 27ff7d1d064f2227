package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.statement.ShippedModel;
import dev.aimonflink.query.statement.SqlText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs files of statements with the answers that they have to have. How to add one: docs/testing.md. Their folder says which tables
 * they ask: {@code own} those that they make themselves, any other name those of a shipped model.
 */
class RegressionsTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "sql", "regressions");
    private static final String OWN = "own";

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".slt"))
                    .map(FOLDER::relativize)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldAnswerAsTheFileSays(Path file) throws IOException {
        for (LogicEngine.Factory engine : engines(file.getParent().toString())) {
            try (BufferedReader lines = Files.newBufferedReader(FOLDER.resolve(file))) {
                LogicTally tally = LogicRun.of(file.toString(), lines, engine, null);
                assertThat(String.join("\n", tally.failures())).isEmpty();
                assertThat(tally.reasons()).isEmpty();
                assertThat(tally.passed()).isPositive();
            }
        }
    }

    private static List<LogicEngine.Factory> engines(String folder) throws IOException {
        if (folder.equals(OWN)) {
            return Arrays.asList(Engine.values());
        }
        ShippedModel model = ShippedModel.withAllColumns(folder);
        SqlText sql = new SqlText(model.tables(), AnswerLimits.USUAL);
        return List.of(tables -> text -> ask(model, sql, text));
    }

    private static LogicEngine.Reply ask(ShippedModel model, SqlText sql, String text) {
        try {
            QueryResult result = model.matrix().ask(sql.query(text, List.of()));
            return result.error() == null ? LogicEngine.Reply.of(result.rows()) : failed(result.error());
        } catch (QueryFailure refused) {
            return failed(refused.error());
        }
    }

    private static LogicEngine.Reply failed(QueryError error) {
        return LogicEngine.Reply.failed(
                error.inSql().state(),
                "%s (at character %d)".formatted(error.message(), error.inSql().position()));
    }
}
