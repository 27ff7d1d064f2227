package dev.aimonflink.bench.report;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PapersTest {
    private final Papers papers = Papers.read();

    private List<String> curves(String experiment, int aggregates, String unit) {
        return papers.curves(experiment, aggregates, unit).stream()
                .map(curve -> curve.system() + " " + curve.points() + curve.anywhere())
                .toList();
    }

    @Test
    void shouldKnowWhatThePapersMeasured() {
        assertThat(curves("write", 546, "events/s"))
                .containsExactly(
                        "Flink [[1.0, 30100.0], [10.0, 288000.0]][]",
                        "AIM [[1.0, 23700.0], [8.0, 168000.0]][]",
                        "HyPer [][20000.0]",
                        "Tell [[6.0, 46600.0]][]");
        assertThat(curves("read", 546, "queries/s"))
                .containsExactly(
                        "Flink [[1.0, 13.1], [10.0, 105.9]][]",
                        "AIM [[1.0, 33.3], [7.0, 164.0]][]",
                        "HyPer [[1.0, 19.4], [10.0, 136.0]][]",
                        "Tell [[2.0, 8.68], [10.0, 32.1]][]");
        assertThat(curves("mixed", 546, "queries/s"))
                .containsExactly(
                        "Flink [[2.0, 14.8], [10.0, 90.5]][]",
                        "AIM [[2.0, 14.8], [8.0, 145.0]][]",
                        "HyPer [[2.0, 14.3], [9.0, 70.0]][]",
                        "Tell [[4.0, 8.9], [10.0, 27.1]][]");
        assertThat(curves("aggregates", 42, "events/s"))
                .containsExactly(
                        "Flink [[1.0, 766000.0], [10.0, 2730000.0]][]",
                        "AIM [][227000.0, 1000000.0]",
                        "HyPer [][228000.0]");
        assertThat(curves("aggregates", 42, "queries/s"))
                .containsExactly("Flink [[10.0, 97.4]][]", "HyPer [[10.0, 125.0]][]");
        assertThat(curves("clients", 546, "queries/s"))
                .containsExactly("Flink [][131.0]", "AIM [[8.0, 218.0]][]", "HyPer [[10.0, 276.0]][]");
    }

    @Test
    void shouldKnowResponseTimesByQuery() {
        assertThat(papers.responseMs(Papers.Load.READ, "q1")).hasToString("{AIM=2.44, Flink=5.83, HyPer=5.25}");
        assertThat(papers.responseMs(Papers.Load.EVENTS, "q7")).hasToString("{AIM=17.5, Flink=32.8, HyPer=25.8}");
        assertThat(papers.responseMs(Papers.Load.READ, "q8")).isEmpty();
        assertThat(papers.responseMs(Papers.Load.READ, "mean")).isEmpty();
    }

    @Test
    void shouldHaveAllQueriesAndNoStrangers() {
        assertThat(papers.responses()).hasSize(8).allSatisfy(one -> assertThat(one.ms())
                .hasSize(one.system().equals("Tell") ? 0 : 7));
        assertThat(papers.systems()).containsExactly("Flink", "AIM", "HyPer", "Tell");
        assertThat(papers.curves()).allSatisfy(curve -> {
            assertThat(papers.systems()).contains(curve.system());
            assertThat(curve.points().isEmpty()).isNotEqualTo(curve.anywhere().isEmpty());
            assertThat(Chapter.find(curve.experiment())).isPresent();
        });
    }

    @Test
    void shouldTellTheMostThatAThreadOfFlinkDid() {
        assertThat(papers.flinkPerThread("write", 546, "events/s")).hasValue(30_100);
        assertThat(papers.flinkPerThread("aggregates", 42, "events/s")).hasValue(766_000);
        assertThat(papers.flinkPerThread("read", 42, "queries/s")).hasValue(13.1);
        assertThat(papers.flinkPerThread("mixed", 546, "queries/s")).hasValue(9.05);
        assertThat(papers.flinkPerThread("write", 84, "events/s")).isEmpty();
        assertThat(papers.flinkPerThread("clients", 42, "queries/s")).hasValue(13.1);
    }
}
