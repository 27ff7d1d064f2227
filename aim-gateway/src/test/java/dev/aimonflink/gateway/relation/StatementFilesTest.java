package dev.aimonflink.gateway.relation;

import dev.aimonflink.query.sqllogic.LogicRun;
import dev.aimonflink.query.sqllogic.LogicTally;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The files of statements that the row interpreter, scans and PostgreSQL answer are answered here, too. */
class StatementFilesTest {
    static final Path FOLDER = Path.of("..", "aim-query", "src", "test", "resources", "sql", "regressions", "own");

    /** With {@code -Daim.test.statements=FILE,FILE} the answers of these are written first. */
    static List<Path> files() throws IOException {
        String written = System.getProperty("aim.test.statements");
        for (String each : written == null ? new String[0] : written.split(",")) {
            StatementAnswers.write(FOLDER.resolve(each));
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldAnswerAsTheFileSays(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            LogicTally tally = LogicRun.of(file.getFileName().toString(), lines, RelationsEngine.SYSTEM, null);
            assertThat(String.join("\n", tally.failures())).isEmpty();
            assertThat(tally.reasons()).isEmpty();
            assertThat(tally.passed()).isPositive();
        }
    }
}
