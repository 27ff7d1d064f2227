package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ResultsTest {
    private static final Figure SCAN = Given.time("scan.q1", Map.of("rows", "1000"), 9, 10, 11);

    @TempDir
    private Path directory;

    /** Of the latencies 1, 2, ... {@code count} milliseconds, in two intervals. */
    static Path writeLog(Path file, int count) throws IOException {
        HistogramLogWriter log = new HistogramLogWriter(file.toFile());
        log.outputLogFormatVersion();
        for (int half = 0; half < 2; half++) {
            Histogram histogram = new Histogram(3);
            for (int ms = 1 + half; ms <= count; ms += 2) {
                histogram.recordValue(ms * 1_000_000L);
            }
            histogram.setStartTimeStamp(0);
            histogram.setEndTimeStamp(1000);
            log.outputIntervalHistogram(histogram);
        }
        log.close();
        return file;
    }

    private void shouldLeaveOut(String name, String sentence) {
        Given.report("jmh", Map.of(), SCAN).write(directory);
        Results results = Results.in(directory);
        assertThat(results.reports()).hasSize(1);
        assertThat(results.leftOut()).containsExactly(name + " is left out: " + sentence);
    }

    @Test
    void shouldReadWhatExperimentsWrite() {
        Report jmh = Given.report("jmh", Map.of("rows", 10), SCAN);
        Report peers = Given.report("peers", Map.of("rows", 1000), SCAN);
        peers.write(directory);
        jmh.write(directory);
        Results results = Results.in(directory);
        assertThat(results.reports()).containsExactly(jmh, peers);
        assertThat(results.leftOut()).isEmpty();
    }

    @Test
    void shouldLeaveOutQuickResultsBesideFullOnesAndSaySo() {
        Given.report("jmh", Map.of("quick", true), SCAN).write(directory);
        assertThat(Results.in(directory).reports()).hasSize(1);
        Given.report("peers", Map.of("quick", false), SCAN).write(directory);
        Results results = Results.in(directory);
        assertThat(results.reports()).extracting(Report::experiment).containsExactly("peers");
        assertThat(results.leftOut())
                .containsExactly("jmh is left out: it is a quick run, and the others are full ones.");
    }

    @Test
    void shouldWarnOfResultsOfSeveralCommits() {
        Report old = Given.report("jmh", Map.of(), SCAN);
        old.write(directory);
        assertThat(Results.in(directory).warnings()).isEmpty();
        Map<String, Object> environment = Given.environment();
        environment.put("commit", "abc");
        new Report("peers", environment, Map.of(), List.of(SCAN), List.of(), old.answers()).write(directory);
        assertThat(Results.in(directory).warnings())
                .containsExactly("The results are of several commits: peers of abc; jmh of unknown.");
    }

    @Test
    void shouldPassOverWhatIsNoResultOfOurs() throws IOException {
        Given.report("jmh", Map.of(), SCAN).write(directory);
        Files.writeString(directory.resolve("jmh-samples.json"), "[]");
        Files.writeString(directory.resolve("jmh.log"), "a log");
        assertThat(Results.in(directory).leftOut()).isEmpty();
    }

    @Test
    void shouldReadLatenciesOfAllIntervals() throws IOException {
        writeLog(directory.resolve("query.hlog"), 1000);
        Map<String, Map<String, Histogram>> latencies = Results.in(directory).latencies();
        assertThat(latencies).containsOnlyKeys("query");
        assertThat(latencies.get("query")).containsOnlyKeys("");
        assertThat(latencies.get("query").get("").getTotalCount()).isEqualTo(1000);
        List<Chart> charts = LogCharts.ofLatencies("query", latencies.get("query"));
        assertThat(charts).extracting(Chart::title).containsExactly("query, ms");
        Map<Double, Double> msByPlace = new TreeMap<>();
        charts.get(0).marks().get(0).points().forEach(point -> msByPlace.put(point.x(), point.value()));
        assertThat(msByPlace.get(Chart.Axis.tail(50))).isBetween(499.0, 501.0);
        assertThat(msByPlace.get(Chart.Axis.tail(99))).isBetween(989.0, 991.0);
        assertThat(msByPlace).containsKey(Chart.Axis.tail(99.9)).doesNotContainKey(Chart.Axis.tail(99.95));
    }

    @Test
    void shouldReadLatenciesOfEachTag() throws IOException {
        HistogramLogWriter log =
                new HistogramLogWriter(directory.resolve("read.hlog").toFile());
        for (String tag : new String[] {"read;clients=8", "read;clients=1", "read;clients=8"}) {
            Histogram histogram = new Histogram(3);
            histogram.recordValueWithCount(2_000_000, 500);
            histogram.setTag(tag);
            log.outputIntervalHistogram(histogram);
        }
        log.close();
        Map<String, Histogram> byTag = Results.in(directory).latencies().get("read");
        assertThat(byTag).containsOnlyKeys("read;clients=1", "read;clients=8");
        assertThat(byTag.get("read;clients=8").getTotalCount()).isEqualTo(1000);
        assertThat(LogCharts.ofLatencies("read", byTag).get(0).marks())
                .extracting(Mark::ending)
                .containsExactly("read, 1 client 2.001", "read, 8 clients 2.001");
    }

    @Test
    void shouldNotReadTooManyTags() throws IOException {
        HistogramLogWriter log =
                new HistogramLogWriter(directory.resolve("x.hlog").toFile());
        for (int tag = 0; tag <= Results.MAX_TAGS; tag++) {
            Histogram histogram = new Histogram(3);
            histogram.recordValue(1);
            histogram.setTag("t" + tag);
            log.outputIntervalHistogram(histogram);
        }
        log.close();
        shouldLeaveOut("x.hlog", "it has more than 500 tags.");
    }

    @Test
    void shouldSayWhatIsWrongWithABrokenFile() throws IOException {
        Files.writeString(directory.resolve("x.json"), "{\"experiment\":");
        shouldLeaveOut(
                "x.json", "it is no result of an experiment (Unexpected end-of-input within/between Object entries).");
    }

    @Test
    void shouldSayWhatAFileLacks() throws IOException {
        Files.writeString(directory.resolve("x.json"), "{\"experiment\":\"x\",\"environment\":{},\"parameters\":{}}");
        shouldLeaveOut("x.json", "it is no result of an experiment (it has no figures).");
    }

    @Test
    void shouldNotReadAnEmptyFile() throws IOException {
        Files.createFile(directory.resolve("x.json"));
        shouldLeaveOut("x.json", "it is no result of an experiment (it has no experiment).");
    }

    @Test
    void shouldNotReadAFigureThatIsThereTwice() throws IOException {
        Files.move(Given.report("x", Map.of(), SCAN, SCAN).write(directory), directory.resolve("two.json"));
        shouldLeaveOut("two.json", "it has the figure scan.q1 rows=1000 twice.");
    }

    @Test
    void shouldNotReadALogThatIsNone() throws IOException {
        Files.writeString(directory.resolve("x.hlog"), "0.1,1.0,5.0,not a histogram\n");
        shouldLeaveOut("x.hlog", "it is no log of histograms.");
    }

    @Test
    void shouldNotReadALogWithoutLatencies() throws IOException {
        Files.createFile(directory.resolve("x.hlog"));
        shouldLeaveOut("x.hlog", "it has no latencies.");
    }

    @Test
    void shouldNotReadWhatIsTooLarge() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("x.json").toFile(), "rw")) {
            file.setLength(Results.MAX_FILE_BYTES + 1L);
        }
        shouldLeaveOut("x.json", "it has more than 16777216 bytes.");
    }

    @Test
    void shouldNotReadTooMany() throws IOException {
        for (int i = 0; i <= Results.MAX_FILES; i++) {
            Files.createFile(directory.resolve(i + ".json"));
        }
        assertFails(InvalidInputException.class, () -> Results.in(directory))
                .hasMessage("DIR=" + directory + " has more than 200 results. Give a directory for each run.");
    }

    @Test
    void shouldRefuseADirectoryWithoutResults() throws IOException {
        Files.writeString(directory.resolve("x.json"), "{}");
        assertFails(InvalidInputException.class, () -> Results.in(directory))
                .hasMessage("DIR=" + directory + " has no results. x.json is left out: it is no result of an experiment"
                        + " (it has no experiment). Give a directory that an experiment wrote with --out.");
    }

    @Test
    void shouldRefuseWhatIsNoDirectory() {
        Path none = directory.resolve("none");
        assertFails(InvalidInputException.class, () -> Results.in(none))
                .hasMessage("DIR=" + none + " is no directory. Give one that an experiment wrote with --out.");
    }

    @Test
    void shouldFindTheDirectoryWithTheNewestResults() throws IOException {
        Path older = Given.report("jmh", Map.of(), SCAN).write(directory.resolve("bench-results"));
        Path newer = Given.report("jmh", Map.of(), SCAN).write(directory.resolve("bench-results-quick"));
        Given.report("jmh", Map.of(), SCAN).write(directory.resolve("mine"));
        Files.createDirectory(directory.resolve("bench-results-empty"));
        Files.setLastModifiedTime(older, FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(newer, FileTime.fromMillis(2_000));
        assertThat(Results.newest(directory)).isEqualTo(newer.getParent());
    }

    @Test
    void shouldSayHowToGetResultsWhereThereAreNone() {
        assertFails(InvalidInputException.class, () -> Results.newest(directory))
                .hasMessage(
                        "There is no directory bench-results here. Run an experiment first, such as ./aim bench write"
                                + " --quick, or give DIR.");
    }
}
