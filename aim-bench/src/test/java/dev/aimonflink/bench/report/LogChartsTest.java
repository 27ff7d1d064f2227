package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.SecondsLog.Row;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogChartsTest {
    private static Row row(int parallelism, String variant, int turn, int second, int queries, double p50Ms) {
        return new Row(parallelism, 10_000, "start", variant, turn, second, queries, p50Ms, p50Ms, 1.5);
    }

    private static Chart first(Row... rows) {
        return LogCharts.ofSeconds(List.of(rows)).get(0);
    }

    @Test
    void shouldDrawTheMedianOfTurnsOfEachVariant() {
        Chart chart = first(
                row(2, "vector", 1, 0, 10, 9),
                row(2, "vector", 2, 0, 30, 9),
                row(2, "vector", 3, 0, 20, 9),
                row(2, "vector", 1, 1, 40, 9),
                row(2, "scalar", 1, 0, 5, 9));
        assertThat(chart.title()).isEqualTo("each second after the start, queries/s");
        assertThat(chart.marks()).extracting(Mark::ending).containsExactly("vector 40", "scalar 5");
        assertThat(chart.marks().get(0).points()).containsExactly(Mark.Point.exact(0, 20), Mark.Point.exact(1, 40));
    }

    @Test
    void shouldDrawEveryMeasure() {
        List<Chart> charts = LogCharts.ofSeconds(List.of(row(2, "vector", 1, 0, 10, 9)));
        assertThat(charts).extracting(Chart::unit).containsExactly("queries/s", "p50, ms", "p99, ms", "CPU-s/s");
    }

    @Test
    void shouldLeaveOutSecondsBeforeTheJobRanAndLatenciesThatAreNotThere() {
        List<Chart> charts = LogCharts.ofSeconds(List.of(
                row(2, "vector", 1, -1, 0, Double.NaN),
                row(2, "vector", 1, 0, 0, Double.NaN),
                row(2, "vector", 1, 1, 10, 9)));
        assertThat(charts.get(0).marks().get(0).points()).hasSize(2);
        assertThat(charts.get(1).marks().get(0).points()).containsExactly(Mark.Point.exact(1, 9));
    }

    @Test
    void shouldSayWithWhatEachWasMeasuredWhereThatDiffers() {
        assertThat(first(row(1, "vector", 1, 0, 10, 9), row(2, "vector", 1, 0, 10, 9))
                        .title())
                .isEqualTo("each second after the start, queries/s, parallelism 1, 10,000 events/s");
    }

    @Test
    void shouldDrawNoCirclesWhereThereAreManyPoints() {
        Stream<Row> few = IntStream.range(0, 40).mapToObj(second -> row(2, "vector", 1, second, 10, 9));
        Stream<Row> many = IntStream.range(0, 41).mapToObj(second -> row(2, "vector", 1, second, 10, 9));
        assertThat(first(few.toArray(Row[]::new)).svg()).contains("<circle");
        assertThat(first(many.toArray(Row[]::new)).svg())
                .doesNotContain("<circle")
                .contains("<path");
    }
}
