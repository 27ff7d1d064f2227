package dev.aimonflink.bench.report;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

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
        CommandRun.of("bench", "report", directory.toString())
                .succeeds()
                .shows(directory.resolve("report.html") + "\n");
        assertThat(directory.resolve("report.html")).content().startsWith("<!DOCTYPE html>");
    }

    @Test
    void shouldWriteThePageWhereItIsWanted() {
        Path file = directory.resolve("page.html");
        CommandRun.of("bench", "report", directory.toString(), "--out", file.toString())
                .succeeds();
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
    void shouldMakeOnePageOfSeveralDirectories() {
        Path second = directory.resolve("second");
        Given.report("read", Map.of(), Given.rate("queries", Map.of("threads", "1"), "queries/s", 4))
                .write(second);
        CommandRun.of("bench", "report", directory.toString(), second.toString())
                .succeeds()
                .shows(directory.resolve("report.html") + "\n");
        assertThat(directory.resolve("report.html"))
                .content()
                .contains("<a href=\"#read\">Read</a>", "<a href=\"#read-2\">Read, 2</a>", "id=\"read-2\"");
    }

    @Test
    void shouldRefuseWhatIsNoDirectory() {
        Path none = directory.resolve("none");
        CommandRun.of("bench", "report", none.toString())
                .refuses("DIR=" + none + " is no directory. Give one that an experiment wrote with --out.\n");
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        Path file = directory.resolve("none/page.html");
        CommandRun run = CommandRun.of("bench", "report", directory.toString(), "--out", file.toString())
                .exits(ExitCode.FAILURE);
        assertThat(run.err()).startsWith("Cannot write " + file + ": ");
    }

    @Test
    void shouldWriteOneChartAsAPictureAndItsValuesAsMarkdown() throws Exception {
        Path file = directory.resolve("read.svg");
        CommandRun run =
                CommandRun.of("bench", "report", directory.toString(), "--chart", "read", "--out", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEqualTo("""
                |  | threads | queries/s | lowest | highest |
                | --- | --- | --- | --- | --- |
                | AIM on Flink | 2 | 2 | 1 | 3 |
                | the papers' Flink | 1 | 13.1 |  |  |
                | the papers' Flink | 10 | 105.9 |  |  |
                | the papers' AIM | 1 | 33.3 |  |  |
                | the papers' AIM | 7 | 164 |  |  |
                | the papers' HyPer | 1 | 19.4 |  |  |
                | the papers' HyPer | 10 | 136 |  |  |
                | the papers' Tell | 2 | 8.68 |  |  |
                | the papers' Tell | 10 | 32.1 |  |  |
                """);
        assertThat(run.err()).isEqualTo("The picture is " + file + ".\n");
        Document picture =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(picture.getDocumentElement().getAttribute("xmlns")).isEqualTo("http://www.w3.org/2000/svg");
        assertThat(picture.getElementsByTagName("style").getLength()).isOne();
    }

    @Test
    void shouldNameTheChartsThatThereAre() {
        CommandRun.of("bench", "report", directory.toString(), "--chart", "write")
                .refuses("chart=write is not in these results. They have read.queries, read.\n");
    }

    /** Should it look otherwise from now on: look at it, then let the command write it. */
    @Test
    void shouldDrawThePictureOfTheReadmeFromItsFigures() {
        Path file = directory.resolve("write.svg");
        CommandRun run = CommandRun.of(
                "bench", "report", "../docs/figures", "--chart", "write.generated", "--out", file.toString());
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        assertThat(file).hasSameTextualContentAs(Path.of("../docs/write.svg"));
    }
}
