package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.ShippedModel;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs files of statements with the answers that they have to have. How to add one: docs/testing.md. Their folder says which tables
 * they ask: {@code own} those that they make themselves, any other name those of a shipped model.
 */
class RegressionsTest {
    static final Path FOLDER = Path.of("src", "test", "resources", "sql", "regressions");
    private static final Path OWN = Path.of("own");
    private static final PostgresArbiter POSTGRES = new PostgresArbiter();

    @AfterAll
    static void stop() {
        POSTGRES.close();
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".slt"))
                    .map(FOLDER::relativize)
                    .sorted()
                    .toList();
        }
    }

    static List<Path> ofOwnTables() throws IOException {
        return files().stream().filter(file -> file.startsWith(OWN)).toList();
    }

    static List<Path> ofModels() throws IOException {
        return files().stream().filter(file -> !file.startsWith(OWN)).toList();
    }

    @ParameterizedTest
    @MethodSource("ofOwnTables")
    void shouldAnswerByRowsAndByVectors(Path file) throws IOException {
        for (Engine engine : Engine.values()) {
            assertAnswers(file, engine.system());
        }
    }

    /** So files have PostgreSQL's answers, and the codes of its errors. */
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    @ParameterizedTest
    @MethodSource("ofOwnTables")
    void shouldHavePostgresAnswers(Path file) throws IOException {
        assertAnswers(file, POSTGRES.system());
    }

    @ParameterizedTest
    @MethodSource("ofModels")
    void shouldAnswerOverShippedModels(Path file) throws IOException {
        ShippedModel model = ShippedModel.withAllColumns(file.getParent().toString());
        SqlText sql = new SqlText(model.tables(), AnswerLimits.USUAL);
        assertAnswers(file, new LogicSystem("partitions", tables -> text -> ask(model, sql, text)));
    }

    private static void assertAnswers(Path file, LogicSystem system) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(FOLDER.resolve(file))) {
            LogicTally tally = LogicRun.of(file.toString(), lines, system, null);
            assertThat(String.join("\n", tally.failures())).as(system.name()).isEmpty();
            assertThat(tally.reasons()).as(system.name()).isEmpty();
            assertThat(tally.passed()).isPositive();
        }
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
