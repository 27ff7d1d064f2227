package dev.aimonflink.bench.experiment;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class OutOptionsTest {
    @TempDir
    private Path directory;

    private OutOptions options() {
        OutOptions options = new OutOptions();
        new CommandLine(options).parseArgs("--out=" + directory);
        return options;
    }

    private void write(boolean quick) {
        new Report("mixed", Map.of(), Map.of("quick", quick), List.of(), List.of(), new Answers(1, 0)).write(directory);
    }

    @Test
    void shouldRefuseQuickResultsBesideFullOnes() {
        write(false);
        assertThat(options().createDirectory(false)).isEqualTo(directory);
        assertFails(InvalidInputException.class, () -> options().createDirectory(true))
                .hasMessage("out=" + directory + " has mixed.json, a full result. Quick and full results never share a"
                        + " directory. Give another one.");
    }

    @Test
    void shouldRefuseFullResultsBesideQuickOnes() {
        write(true);
        assertThat(options().createDirectory(true)).isEqualTo(directory);
        assertFails(InvalidInputException.class, () -> options().createDirectory(false))
                .hasMessageContaining("has mixed.json, a quick result.");
    }

    @Test
    void shouldNotJudgeWhatIsNoResult() throws IOException {
        Files.writeString(directory.resolve("other.json"), "[1]");
        Files.writeString(directory.resolve("jmh-samples.json"), "[]");
        assertThat(options().createDirectory(true)).isEqualTo(directory);
    }
}
