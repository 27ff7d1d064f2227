package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Doubles that are close together lose their spread where sums of squares are rounded to doubles. */
class DeviationOfDoublesTest {
    private static final EntityId SENSOR = EntityId.of(7);
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final long MINUTE_MS = 60_000;
    private static final Model MODEL = ModelFile.parse("""
            model: sensors
            entity: sensor
            event: reading
            key: sensor
            time: at
            fields: {x: double}
            aggregates: {x: [var, stdev]}
            windows: [1 day, last 24 hours, last 10 events]
            """, "sensors");

    private final ModelPartitions matrix = new ModelPartitions(MODEL, List.of(), EntityTables.NONE, 1, ZoneOffset.UTC);
    private final List<Double> read = new ArrayList<>();

    private void read(double value) {
        DeclaredEvent event = new DeclaredEvent(MODEL.event());
        event.keyNumber(SENSOR.number());
        event.timestampMs(NOON_MS + read.size() * MINUTE_MS);
        event.values().bits(0, Double.doubleToRawLongBits(value));
        matrix.event(event);
        read.add(value);
    }

    private Double value(String column) {
        ModelPartitions.Answered answered = matrix.ask(SENSOR);
        return (Double)
                answered.rows().get(0).get(answered.query().answerColumns().indexOf(column));
    }

    private static BigDecimal variance(List<Double> values) {
        BigDecimal count = BigDecimal.valueOf(values.size());
        BigDecimal sum = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        return values.stream()
                .map(each -> count.multiply(new BigDecimal(each)).subtract(sum).pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(count.pow(3), MathContext.DECIMAL128);
    }

    private void assertSpreads(double tolerancePercent) {
        for (String window : List.of("this_day", "last_24_hours")) {
            assertSpread(window, read, tolerancePercent);
        }
        assertSpread("last_10_events", read.subList(read.size() - 10, read.size()), tolerancePercent);
    }

    private void assertSpread(String window, List<Double> values, double tolerancePercent) {
        BigDecimal variance = variance(values);
        assertThat(value("var_x_" + window))
                .as(window)
                .isCloseTo(variance.doubleValue(), Percentage.withPercentage(tolerancePercent));
        assertThat(value("stdev_x_" + window))
                .as(window)
                .isCloseTo(Math.sqrt(variance.doubleValue()), Percentage.withPercentage(tolerancePercent));
    }

    @Test
    void shouldKeepASpreadThatIsABillionthOfTheValues() {
        for (int i = 0; i < 200; i++) {
            read(-273.15 + i * i % 7 * 1e-7);
        }
        assertSpreads(1e-9);
    }

    @Test
    void shouldBeZeroWhereAllValuesAreAlike() {
        for (int i = 0; i < 200; i++) {
            read(0.1);
        }
        for (String window : List.of("this_day", "last_24_hours", "last_10_events")) {
            assertThat(value("var_x_" + window)).as(window).isZero();
            assertThat(value("stdev_x_" + window)).as(window).isZero();
        }
    }
}
