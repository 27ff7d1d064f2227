package dev.aimonflink.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("campaign")
class ColdStartIT {
    private static final String HOME = "aim.home";
    private static final String CHECKOUT = "..";

    @TempDir
    private Path directory;

    private String homeBefore;

    @BeforeEach
    void setHome() {
        homeBefore = System.getProperty(HOME);
        System.setProperty(HOME, CHECKOUT);
    }

    @AfterEach
    void resetHome() {
        if (homeBefore == null) {
            System.clearProperty(HOME);
        } else {
            System.setProperty(HOME, homeBefore);
        }
    }

    @Test
    void shouldMeasureEachVariantAndFindEveryAnswerRight() throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new ColdStart()),
                "--quick",
                "--subscribers=1000",
                "--aggregates=42",
                "--parallelism=1",
                "--seconds=3",
                "--rate=1000",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        JsonNode report =
                new JsonMapper().readTree(directory.resolve("coldstart.json").toFile());
        assertThat(report.at("/answers/verified").asInt()).isGreaterThan(2 * 30);
        assertThat(report.at("/answers/wrong").asInt()).isZero();
        Set<String> names = new TreeSet<>();
        report.path("figures").forEach(figure -> names.add(figure.path("name").asText()));
        assertThat(names)
                .containsExactly(
                        "coldstart.kill.first-answer",
                        "coldstart.kill.p50",
                        "coldstart.kill.queries",
                        "coldstart.start.first-answer",
                        "coldstart.start.p50",
                        "coldstart.start.queries");
    }
}
