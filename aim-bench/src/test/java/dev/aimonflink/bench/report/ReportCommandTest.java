package dev.aimonflink.bench.report;

import dev.aimonflink.bench.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ReportCommandTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void writeAResult() {
        Given.report("read", Map.of(), Given.rate("queries", Map.of("threads", "2"), "queries/s", 1, 2, 3))
                .write(directory);
    }

    @Test
    void shouldWriteThePageBesideTheResults() {
        CommandRun run = CommandRun.of("bench", "report", directory.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEqualTo(directory.resolve("report.html") + "\n");
        assertThat(directory.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
    }

    @Test
    void shouldWriteThePageWhereItIsWanted() {
        Path file = directory.resolve("page.html");
        CommandRun run = CommandRun.of("bench", "report", directory.toString(), "--file", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(file).isNotEmptyFile();
        assertThat(directory.resolve("report.html")).doesNotExist();
    }

    @Test
    void shouldGoOnWithoutABrokenFile() throws IOException {
        Files.writeString(directory.resolve("x.json"), "{}");
        CommandRun run = CommandRun.of("bench", "report", directory.toString());
        String sentence = "x.json is left out: it is no result of an experiment (it has no experiment).";
        assertThat(run.exitCode()).isEqualTo(ExitCode.PARTIAL);
        assertThat(run.err()).isEqualTo(sentence + "\n");
        assertThat(directory.resolve("report.html")).content().contains(sentence);
    }

    @Test
    void shouldRefuseWhatIsNoDirectory() {
        Path none = directory.resolve("none");
        CommandRun run = CommandRun.of("bench", "report", none.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo("DIR=" + none + " is no directory. Give one that an experiment wrote with --out.\n");
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        Path file = directory.resolve("none/page.html");
        CommandRun run = CommandRun.of("bench", "report", directory.toString(), "--file", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("Cannot write " + file + ": ");
    }
}
