package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import static org.assertj.core.api.Assertions.assertThat;

class PageTest {
    private static final String GOLDEN = "golden-page.html";

    @TempDir
    private Path directory;

    private static Report write() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("subscribers", 1_000_000);
        parameters.put("broker", Map.of("partitions", 4));
        return Given.report(
                "write",
                parameters,
                Given.rate("events", Map.of("parallelism", "1"), "events/s", 140_000, 150_000, 130_000),
                Given.rate("events", Map.of("parallelism", "2"), "events/s", 240_000, 250_000, 200_000));
    }

    private static Report peers() {
        return Given.report(
                "peers",
                Map.of("quick", true),
                Given.time("aim.q1", Map.of("way", "scan"), 8, 9, 10),
                Given.time("duckdb.q1", Map.of("way", "plain"), 20, 25, 300));
    }

    private static Report unknown() {
        return Given.report("sizes", Map.of(), Given.time("a < b", Map.of(), 1));
    }

    private static String page(Report... reports) {
        return Page.of(new Results(List.of(reports), Map.of(), List.of()), Papers.read());
    }

    @Test
    void shouldLookAsItAlwaysDid() throws IOException {
        Given.report("write", Map.of()).write(directory);
        ResultsTest.writeLog(directory.resolve("query.hlog"), 1000);
        String page = Page.of(
                new Results(
                        List.of(unknown(), peers(), write()),
                        Results.in(directory).latencies(),
                        List.of("x.json is left out: it is no result of an experiment.")),
                Papers.read());
        String withoutStyles = page.replaceAll("(?s)<style>.*?</style>", "<style></style>");
        // Should it look otherwise from now on: look at this file in a browser, then put it in the golden one's place.
        Path actual =
                Files.writeString(Files.createDirectories(Path.of("target")).resolve(GOLDEN), withoutStyles);
        try (InputStream golden = PageTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(Files.readString(actual)).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldNeedNothingButItself() {
        assertThat(page(write(), peers()))
                .doesNotContainIgnoringCase("http:", "https:", "src=", "<script", "<link", "@import", "url(");
    }

    @Test
    void shouldDrawPicturesThatAreWellFormed() throws ParserConfigurationException, IOException, SAXException {
        String page = page(write(), peers());
        int charts = 0;
        for (int from = page.indexOf("<svg"); from >= 0; from = page.indexOf("<svg", from + 1)) {
            String svg = page.substring(from, page.indexOf("</svg>", from) + "</svg>".length());
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
            charts++;
        }
        assertThat(charts).isEqualTo(2);
    }

    @Test
    void shouldShowAnUnknownExperimentAsATable() {
        assertThat(page(unknown()))
                .contains("<h2>sizes</h2>", "<details open>", "<td class=\"text\">a &lt; b</td>")
                .doesNotContain("<svg");
    }

    @Test
    void shouldNotDependOnTheOrderOfFiles() {
        assertThat(page(write(), peers(), unknown())).isEqualTo(page(unknown(), write(), peers()));
    }

    @Test
    void shouldCryOutAtWrongAnswersAndBrokenBounds() {
        Report wrong = new Report("read", Given.environment(), Map.of(), List.of(), List.of(), new Answers(5, 2));
        assertThat(page(wrong)).contains("<td class=\"number bad\">2</td>");
        assertThat(page(write())).contains("<td class=\"number bad\">1 of 2</td>", "<td class=\"number bad\">no</td>");
    }

    @Test
    void shouldSayWhereAnExperimentRanElsewhere() {
        Map<String, Object> elsewhere = Given.environment();
        elsewhere.put("cores", 64);
        Report read = new Report("read", elsewhere, Map.of(), List.of(), List.of(), new Answers(5, 0));
        assertThat(page(write(), read)).contains("<p class=\"note\">In read: cores 64.</p>");
    }
}
