package dev.aimonflink.bench;

import dev.aimonflink.clients.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class BenchCommandTest {
    @TempDir
    private Path directory;

    private CommandRun jmh(String pattern) {
        return CommandRun.of("bench", "jmh", pattern, "--out", directory.toString());
    }

    @Test
    void shouldAskForAnExperiment() {
        CommandRun run = CommandRun.of("bench");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("Give a command: jmh").contains("See `aim bench --help`.");
    }

    @Test
    void shouldExplainItself() {
        CommandRun run = CommandRun.of("bench", "jmh", "--help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("[PATTERN]", "--quick", "--out=DIR", "aim bench jmh '^scan' --output json");
    }

    @Test
    void shouldSayWhatAllRuns() {
        CommandRun run = CommandRun.of("bench", "all", "--help");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(
                        "Run write, read, mixed, response, clients, points, aggregates, freshness, checkpoints, stalls,"
                                + " recovery, coldstart, peers, layouts, serialization.");
    }

    @Test
    void shouldMeasureOnlyTheBenchmarksOfASubject() {
        CommandRun run = CommandRun.of("bench", "layouts", "codec", "--out", directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo("pattern=codec is in no benchmark's label. There are layouts.scan, layouts.update.\n");
    }

    @Test
    void shouldRefuseAPatternThatIsNone() {
        CommandRun run = jmh("scan(");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo("pattern=scan( is no regular expression: Unclosed group. Give one such as ^scan.\n");
    }

    @Test
    void shouldNameTheBenchmarksWhereAPatternFindsNone() {
        CommandRun run = jmh("no-such");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith("pattern=no-such is in no benchmark's label. There are ")
                .contains("scan.q1, scan.q2, scan.q3")
                .endsWith("update.update.\n");
    }

    @Test
    void shouldSayWhereItCannotWrite() throws IOException {
        Path inTheWay = Files.createFile(directory.resolve("file"));
        CommandRun run =
                CommandRun.of("bench", "jmh", "--out", inTheWay.resolve("below").toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("Cannot create the directory " + inTheWay.resolve("below") + ": ");
    }
}
