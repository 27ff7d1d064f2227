package dev.aimonflink.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class StraightLineTest {
    private static StraightLine through(double... placesAndValues) {
        List<Mark.Point> points = new ArrayList<>();
        for (int i = 0; i < placesAndValues.length; i += 2) {
            points.add(Mark.Point.exact(placesAndValues[i], placesAndValues[i + 1]));
        }
        return StraightLine.through(points);
    }

    @Test
    void shouldGoThroughPointsThatAreOnALine() {
        StraightLine line = through(250_000, 1.5, 500_000, 2, 1_000_000, 3, 2_000_000, 5);
        assertThat(line.atZero()).isCloseTo(1, within(1e-9));
        assertThat(line.slope()).isCloseTo(2e-6, within(1e-15));
        assertThat(line.residual()).isCloseTo(0, within(1e-9));
        assertThat(line.words("ms")).startsWith("1 ms and 2 ms for each million, residual ");
    }

    /** The line through (0, 1), (1, 3) and (2, 2) is 1.5 + 0.5 x, and the points are 0.5, 1 and 0.5 off it. */
    @Test
    void shouldSayHowFarPointsAreOffTheLine() {
        StraightLine line = through(0, 1, 1, 3, 2, 2);
        assertThat(line.atZero()).isCloseTo(1.5, within(1e-9));
        assertThat(line.slope()).isCloseTo(0.5, within(1e-9));
        assertThat(line.residual()).isCloseTo(Math.sqrt(1.5 / 3), within(1e-9));
        assertThat(line.share()).isCloseTo(Math.sqrt(0.5) / 2, within(1e-9));
        assertThat(line.words("ms")).endsWith(" for each million, residual 0.7071 ms (35.36%)");
    }
}
