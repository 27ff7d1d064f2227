package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChartsTest {
    private static final Pattern LABEL_PLACE = Pattern.compile("<text class=\"label\"[^>]* y=\"([0-9.]+)\"");

    private static List<Chart> charts(String experiment, Figure... figures) {
        return Charts.of(Given.report(experiment, Map.of(), figures), Papers.read());
    }

    private static List<String> titles(List<Chart> charts) {
        return charts.stream().map(Chart::title).toList();
    }

    /** Of texts, without markup, in the order in which they are drawn. */
    private static List<String> texts(Chart chart) {
        List<String> texts = new ArrayList<>();
        Matcher matcher =
                Pattern.compile("(?s)<text class=\"label[^>]*>(.*?)</text>").matcher(chart.svg());
        while (matcher.find()) {
            texts.add(matcher.group(1).replaceAll("<[^>]*>|\n", ""));
        }
        return texts;
    }

    private static Figure rate(String unit, double value, Map<String, String> parameters) {
        return Given.rate(unit.substring(0, unit.indexOf('/')), parameters, unit, value, value, value);
    }

    @Test
    void shouldDrawALineBesideThePapers() {
        List<Chart> charts = charts(
                "read",
                rate("queries/s", 300, Map.of("parallelism", "2")),
                rate("queries/s", 200, Map.of("parallelism", "1")));
        assertThat(titles(charts)).containsExactly("queries/s, 546 aggregates");
        assertThat(texts(charts.get(0)))
                .containsExactly("AIM on Flink 300", "AIM 164", "HyPer 136", "Flink 105.9", "Tell 32.1");
    }

    @Test
    void shouldTellThatThePapersHadOtherRowsAndDrawWhatOursComeToByRows() {
        Report report = Given.report(
                "read",
                Map.of("subscribers", 1_000_000),
                rate("queries/s", 300, Map.of("parallelism", "2")),
                rate("queries/s", 200, Map.of("parallelism", "1")));
        Chart chart = Charts.of(report, Papers.read()).get(0);
        assertThat(chart.title())
                .isEqualTo("queries/s, 546 aggregates; ours over 1,000,000 rows, theirs over 10,000,000");
        assertThat(texts(chart)).hasSize(6).contains("AIM on Flink 300", "by rows 30");
    }

    @Test
    void shouldDrawNothingByRowsBesideAsManyRows() {
        Report report = Given.report(
                "read", Map.of("subscribers", 10_000_000), rate("queries/s", 300, Map.of("parallelism", "2")));
        Chart chart = Charts.of(report, Papers.read()).get(0);
        assertThat(chart.title()).isEqualTo("queries/s, 546 aggregates");
        assertThat(texts(chart)).hasSize(5);
    }

    @Test
    void shouldNotScaleEventsByRows() {
        Report report = Given.report(
                "write", Map.of("subscribers", 1_000_000), rate("events/s", 300, Map.of("parallelism", "2")));
        assertThat(titles(Charts.of(report, Papers.read()))).containsExactly("events/s, 546 aggregates");
    }

    @Test
    void shouldDrawALineForEachOtherParameterThatVaries() {
        List<Chart> charts = charts(
                "write",
                rate("events/s", 100, Map.of("threads", "1", "format", "kryo", "sink", "none")),
                rate("events/s", 200, Map.of("threads", "2", "format", "kryo", "sink", "none")),
                rate("events/s", 400, Map.of("threads", "2", "format", "json", "sink", "none")));
        assertThat(charts).hasSize(1);
        assertThat(texts(charts.get(0))).contains("ours, kryo 200", "ours, json 400");
    }

    @Test
    void shouldSetNumbersOfAggregatesApart() {
        List<Chart> charts = charts(
                "aggregates",
                rate("events/s", 900_000, Map.of("threads", "1", "aggregates", "42")),
                rate("events/s", 100_000, Map.of("threads", "1", "aggregates", "546")));
        assertThat(titles(charts)).containsExactly("events/s, 42 aggregates", "events/s, 546 aggregates");
        assertThat(texts(charts.get(0))).contains("Flink 2,730,000", "AIM, at most 1,000,000", "HyPer 228,000");
        assertThat(texts(charts.get(1))).containsExactly("events", "100,000");
    }

    @Test
    void shouldGroupPeersByQuery() {
        List<Chart> charts = charts(
                "peers",
                Given.time("aim.q1", Map.of("way", "scan"), 8),
                Given.time("duckdb.q1", Map.of("way", "plain"), 20),
                Given.time("aim.q4", Map.of("way", "scan"), 9),
                Given.time("duckdb.q4", Map.of("way", "joined"), 30),
                Given.time("aim.product", Map.of("way", "scan"), 7),
                Given.time("aim.wide_filter", Map.of("way", "scan"), 70));
        assertThat(titles(charts)).containsExactly("queries, ms", "other queries, ms");
        assertThat(texts(charts.get(0)))
                .containsExactly("q1", "8 aim, scan", "20 duckdb, plain", "q4", "9 aim, scan", "30 duckdb, joined");
        assertThat(texts(charts.get(1))).containsExactly("product", "7 aim", "wide_filter", "70 aim");
    }

    @Test
    void shouldDrawWhatWasMeasuredBeside() {
        List<Chart> charts = charts(
                "jmh",
                Given.time("scan.q1", Map.of("rows", "1000"), 8),
                Given.time("scan.q1:rooflineMs", Map.of("rows", "1000"), 7),
                Figure.lowIsGood("scan.q1:bytes", Map.of(), "B", new Samples(5)),
                Given.time("merge.all", Map.of(), 1));
        assertThat(titles(charts)).containsExactly("scan, ms", "merge, ms");
        assertThat(texts(charts.get(0))).containsExactly("q1", "8", "7 roofline");
    }

    @Test
    void shouldSetResponseTimesBesideThePapers() {
        List<Chart> charts = charts(
                "response",
                Given.time("response.q1.p50", Map.of("rate", "0", "clients", "1"), 2),
                Given.time("response.q1.p99", Map.of("rate", "0", "clients", "1"), 20),
                Given.time("response.q1.p50", Map.of("rate", "10000", "clients", "1"), 3));
        assertThat(titles(charts)).containsExactly("p50, ms", "p99, ms");
        assertThat(texts(charts.get(0)))
                .containsExactly(
                        "q1",
                        "2 no events",
                        "3 10,000 events/s",
                        "2.44 AIM, no events",
                        "5.83 Flink, no events",
                        "5.25 HyPer, no events",
                        "5.32 AIM, with events",
                        "16.9 Flink, with events",
                        "12.2 HyPer, with events");
        assertThat(texts(charts.get(1))).containsExactly("q1", "20");
    }

    @Test
    void shouldCompareOnlyTheQueriesOfThePapersWithThem() {
        List<Chart> charts = charts(
                "read",
                rate("queries/s", 300, Map.of("parallelism", "1", "aggregates", "42", "profile", "seven")),
                rate("queries/s", 310, Map.of("parallelism", "1", "aggregates", "42", "profile", "q1_w2")),
                rate("queries/s", 320, Map.of("parallelism", "1", "aggregates", "42", "profile", "flat_rate")));
        assertThat(titles(charts))
                .containsExactly("queries/s, 42 aggregates", "queries/s, 42 aggregates, other queries");
        assertThat(texts(charts.get(0))).hasSize(5).contains("AIM 164");
        assertThat(texts(charts.get(1))).containsExactly("queries", "310 q1_w2", "320 flat_rate");
    }

    @Test
    void shouldDrawEachExperimentAlongItsOwnAxis() {
        Map<String, String> parameters = Map.of("rate", "1000", "clients", "8", "parallelism", "2");
        Map<String, String> others = Map.of("rate", "2000", "clients", "9", "parallelism", "3");
        for (String experiment : List.of("mixed parallelism", "clients clients", "freshness events/s")) {
            String[] nameAndAxis = experiment.split(" ");
            Chart chart = charts(
                            nameAndAxis[0],
                            Given.time(nameAndAxis[0] + ".p99", parameters, 1),
                            Given.time(nameAndAxis[0] + ".p99", others, 2))
                    .get(0);
            assertThat(chart.svg()).contains(">" + nameAndAxis[1] + "</text>");
            assertThat(chart.title()).isEqualTo("p99, ms");
        }
    }

    private static Figure clients(String number, String subscribers, String rate, double ms) {
        return Given.time(
                "clients.p50",
                Map.of("clients", number, "subscribers", subscribers, "rate", rate, "profile", "q1_w2_w3"),
                ms);
    }

    @Test
    void shouldLayAStraightLineAlongSubscribers() {
        List<Chart> charts = charts(
                "clients",
                clients("8", "250000", "100000", 1.5),
                clients("8", "500000", "100000", 2),
                clients("8", "1000000", "100000", 3));
        assertThat(titles(charts))
                .singleElement()
                .asString()
                .startsWith("p50, ms; AIM on Flink: 1 ms and 2 ms for each million, residual ");
        assertThat(charts.get(0).name()).isEqualTo("p50.subscribers");
        assertThat(charts.get(0).svg()).contains(">subscribers</text>", ">400,000</text>");
        assertThat(texts(charts.get(0))).containsExactly("AIM on Flink 3", "straight 3");
    }

    @Test
    void shouldDrawAChartAlongEachAxisThatHasACurve() {
        List<Chart> charts = charts(
                "clients",
                clients("1", "1000000", "1000", 1),
                clients("8", "1000000", "1000", 2),
                clients("1", "1000000", "10000", 3),
                clients("8", "1000000", "10000", 4),
                clients("1", "1000000", "100000", 5),
                clients("8", "1000000", "100000", 6));
        assertThat(charts.stream().map(Chart::name)).containsExactly("p50", "p50.rate");
        assertThat(charts.get(0).svg()).contains(">clients</text>");
        assertThat(texts(charts.get(0))).hasSize(3).contains("ours, 100,000 events/s 6");
        assertThat(charts.get(1).svg()).contains(">events/s</text>", ">100,000</text>");
        assertThat(texts(charts.get(1))).containsExactly("ours, 8 clients 6", "ours, 1 client 5");
    }

    /** Two of each are no curve, and are what the experiment has without being asked. */
    @Test
    void shouldDrawTwoRatesAsTwoLinesAlone() {
        List<Chart> charts = charts(
                "clients",
                clients("1", "1000000", "0", 1),
                clients("8", "1000000", "0", 2),
                clients("1", "1000000", "10000", 3),
                clients("8", "1000000", "10000", 4));
        assertThat(charts.stream().map(Chart::name)).containsExactly("p50");
    }

    @Test
    void shouldNotDrawSeveralSizesBesideThePapersOne() {
        Chart chart = charts(
                        "mixed",
                        rate("queries/s", 300, Map.of("parallelism", "1", "subscribers", "1000000")),
                        rate("queries/s", 200, Map.of("parallelism", "2", "subscribers", "2000000")))
                .get(0);
        assertThat(texts(chart)).allMatch(text -> text.startsWith("ours"));
    }

    @Test
    void shouldKeepLabelsApartAndInside() {
        Report crowd = Given.report(
                "write",
                Map.of(),
                rate("events/s", 1, Map.of("threads", "1", "format", "a")),
                rate("events/s", 2, Map.of("threads", "1", "format", "b")),
                rate("events/s", 3, Map.of("threads", "1", "format", "c")),
                rate("events/s", 4, Map.of("threads", "1", "format", "d")));
        String svg = Charts.of(crowd, Papers.read()).get(0).svg();
        List<Double> places = LABEL_PLACE
                .matcher(svg)
                .results()
                .map(match -> Double.parseDouble(match.group(1)))
                .toList();
        assertThat(places).hasSize(8);
        for (int i = 1; i < places.size(); i++) {
            assertThat(places.get(i) - places.get(i - 1)).isGreaterThan(16);
        }
        assertThat(places.get(places.size() - 1)).isLessThan(340);
    }

    /** Half bold letters of usual fonts are less wide on average. */
    @Test
    void shouldLeaveRoomForTheLongestLabels() {
        Figure[] lines = {
            rate("events/s", 1_196_000, Map.of("threads", "1", "checkpoints", "off")),
            rate("events/s", 321_665, Map.of("threads", "1", "checkpoints", "10s"))
        };
        Figure[] bars = {
            Given.time("duckdb.group_of_an_expression", Map.of("way", "denormalised"), 1234),
            Given.time("aim.group_of_an_expression", Map.of("way", "scan"), 2)
        };
        Pattern text = Pattern.compile("(?s)<text class=\"([^\"]*)\" x=\"([0-9.]+)\" y=\"[0-9.]+\">(.*?)</text>");
        for (Chart chart :
                List.of(charts("write", lines).get(0), charts("peers", bars).get(0))) {
            List<MatchResult> all = text.matcher(chart.svg()).results().toList();
            assertThat(all).hasSizeGreaterThan(3);
            for (MatchResult each : all) {
                double x = Double.parseDouble(each.group(2));
                double width = 7.6 * each.group(3).replaceAll("<[^>]*>|\n", "").length();
                boolean endsThere = each.group(1).endsWith("end");
                boolean isInTheMiddle = each.group(1).endsWith("middle");
                assertThat(endsThere ? x - width : x).as(each.group(3)).isGreaterThanOrEqualTo(0);
                assertThat(endsThere ? x : isInTheMiddle ? x + width / 2 : x + width)
                        .as(each.group(3))
                        .isLessThanOrEqualTo(720);
            }
        }
    }
}
