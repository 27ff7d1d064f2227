package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class BesideThePapersTest {
    private static BesideThePapers.Row row(String label, Report... reports) {
        return BesideThePapers.of(List.of(reports), Papers.read()).rows().stream()
                .filter(row -> row.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static Figure events(String parallelism, String aggregates, double value) {
        return Given.rate("events", Map.of("parallelism", parallelism, "aggregates", aggregates), "events/s", value);
    }

    @Test
    void shouldSetOurBestBesideThePapers() {
        Report write = Given.report(
                "write", Map.of("subscribers", 1_000_000), events("1", "546", 150_000), events("2", "546", 240_000));
        Map<String, BesideThePapers.Cell> cells =
                row("Write, 546 aggregates, events/s", write).cells();
        assertThat(cells.get(BesideThePapers.OURS))
                .isEqualTo(new BesideThePapers.Cell(
                        240_000,
                        List.of(
                                "events",
                                "546 aggregates, parallelism 2",
                                "1,000,000 subscribers",
                                "120,000 a core of 2",
                                "a partition: 3.987 times a thread of Flink")));
        assertThat(cells.get("Flink"))
                .isEqualTo(new BesideThePapers.Cell(288_000, List.of("10 threads", "28,800 a thread")));
        assertThat(cells.get("HyPer")).isEqualTo(new BesideThePapers.Cell(20_000, List.of()));
    }

    @Test
    void shouldHaveARowForWhatTheThesisMeasured() {
        Report mixed = Given.report(
                "mixed",
                Map.of("subscribers", 1_000_000),
                Given.rate("mixed.queries", Map.of("parallelism", "2", "clients", "1"), "queries/s", 80));
        Map<String, BesideThePapers.Cell> cells =
                row("Mixed, thesis, 546 aggregates, queries/s", mixed).cells();
        assertThat(cells.get(BesideThePapers.OURS).value()).isEqualTo(80);
        assertThat(cells.get("Flink")).isEqualTo(new BesideThePapers.Cell(69.55, List.of("from 7.29")));
        assertThat(cells.get("Tell")).isEqualTo(new BesideThePapers.Cell(7.11, List.of("5 threads", "1.422 a thread")));
    }

    @Test
    void shouldSayHowMuchLongerQueriesTakeBesideEvents() {
        Map<String, BesideThePapers.Cell> cells =
                row("Response, with events: p50 of ours, mean of q1 to q7, ms").cells();
        assertThat(cells.get("Flink").notes()).containsExactly("4 threads", "1.383 times that without events");
        assertThat(cells.get("Tell"))
                .isEqualTo(new BesideThePapers.Cell(295, List.of("4 threads", "0.9966 times that without events")));
    }

    @Test
    void shouldCountQueriesOfFewerRowsForLess() {
        Report read = Given.report(
                "read",
                Map.of("subscribers", 1_000_000),
                Given.rate("queries", Map.of("parallelism", "1", "profile", "seven"), "queries/s", 1_310));
        assertThat(row("Read, 546 aggregates, queries/s", read)
                        .cells()
                        .get(BesideThePapers.OURS)
                        .notes())
                .endsWith("a partition: 10 times a thread of Flink, by rows");
    }

    @Test
    void shouldNotTakeOtherAggregatesForThese() {
        Report write = Given.report("write", Map.of(), events("1", "42", 900_000), events("1", "546", 150_000));
        assertThat(row("Write, 546 aggregates, events/s", write)
                        .cells()
                        .get(BesideThePapers.OURS)
                        .value())
                .isEqualTo(150_000);
    }

    @Test
    void shouldLeaveOpenWhatWeDidNotMeasure() {
        assertThat(row("Queries, in the papers beside events, 42 aggregates, queries/s")
                        .cells())
                .containsOnlyKeys("Flink", "HyPer");
    }

    @Test
    void shouldSetOneClientBesideOneAndSeveralBesideSeveral() {
        Report read = Given.report(
                "read",
                Map.of(),
                Given.rate("read.queries", Map.of("clients", "1"), "queries/s", 80),
                Given.rate("read.queries", Map.of("clients", "32"), "queries/s", 260));
        Report clients = Given.report(
                "clients",
                Map.of(),
                Given.rate("clients.queries", Map.of("clients", "1", "rate", "0"), "queries/s", 90),
                Given.rate("clients.queries", Map.of("clients", "10", "rate", "0"), "queries/s", 300),
                Given.rate("clients.queries", Map.of("clients", "10", "rate", "10000"), "queries/s", 900));
        assertThat(row("Read, 546 aggregates, queries/s", read)
                        .cells()
                        .get(BesideThePapers.OURS)
                        .value())
                .isEqualTo(80);
        assertThat(row("Several clients, in the papers without events, 546 aggregates, queries/s", clients)
                        .cells()
                        .get(BesideThePapers.OURS)
                        .value())
                .isEqualTo(300);
    }

    @Test
    void shouldTakeTheMeanOfResponseTimesOnlyOfAllQueries() {
        String label = "Response, no events: p50 of ours, mean of q1 to q7, ms";
        Figure[] all = IntStream.rangeClosed(1, 7)
                .mapToObj(query -> Given.time("response.q" + query + ".p50", Map.of("rate", "0"), query == 7 ? 8 : 1))
                .toArray(Figure[]::new);
        assertThat(row(label, Given.report("response", Map.of(), all))
                        .cells()
                        .get(BesideThePapers.OURS)
                        .value())
                .isEqualTo(2, within(1e-9));
        assertThat(row(label, Given.report("response", Map.of(), all[0])).cells())
                .doesNotContainKey(BesideThePapers.OURS);
    }
}
