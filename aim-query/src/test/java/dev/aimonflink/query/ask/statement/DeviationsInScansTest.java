package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A scan has rounded sums of doubles, and a query of one entity has their lost digits as well. */
class DeviationsInScansTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int SENSORS = 200;

    /** What {@code docs/model.md} says of the variance. */
    private static final double BOUND = 1e-15;

    private static final MatrixTables TABLES =
            new MatrixTables(MatrixSchema.of(ModelFile.parse("""
            model: sensors
            entity: sensor
            event: reading
            key: sensorId
            time: at
            fields: {level: double}
            windows: [1 day, last 5 events]
            aggregates: {level: [sum, avg, var, stdev]}
            """, "sensors.yaml")), EntityTables.NONE, Map.of());

    private static List<List<Object>> rows(SqlMatrix matrix, String text) {
        Query query = new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of());
        QueryResult result = matrix.ask(query);
        assertThat(result.error()).isNull();
        return result.rows();
    }

    private static SqlMatrix matrix(Random random, double[] squares, int[] counts) {
        SqlMatrix matrix = new SqlMatrix(TABLES, 2);
        DeclaredEvent event = new DeclaredEvent(TABLES.schema().model().event());
        for (int sensor = 0; sensor < SENSORS; sensor++) {
            // A tenth of the sensors has readings that are all alike.
            double deviation = sensor % 10 == 0 ? 0 : Math.scalb(1.0, -random.nextInt(45));
            double mean = Math.scalb(random.nextGaussian(), random.nextInt(20));
            counts[sensor] = 1 + random.nextInt(5);
            for (int reading = 0; reading < counts[sensor]; reading++) {
                double level = mean + deviation * random.nextGaussian();
                event.clear();
                event.keyNumber(sensor);
                event.timestampMs(NOON_MS);
                event.values().bits(0, Double.doubleToRawLongBits(level));
                matrix.event(event);
                squares[sensor] += level * level;
            }
        }
        return matrix;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldBeThoseOfOneEntityButForTheDocumentedBound(long seed) {
        double[] squares = new double[SENSORS];
        int[] counts = new int[SENSORS];
        SqlMatrix matrix = matrix(new Random(seed), squares, counts);
        int different = 0;
        for (String window : List.of("this_day", "last_5_events")) {
            String columns =
                    "select sensor_id, sum_level_%1$s, avg_level_%1$s, var_level_%1$s, stdev_level_%1$s from sensors"
                            .formatted(window);
            List<List<Object>> scanned = rows(matrix, columns + " order by 1");
            assertThat(scanned).hasSize(SENSORS);
            for (int sensor = 0; sensor < SENSORS; sensor++) {
                List<Object> ofScan = scanned.get(sensor);
                List<Object> ofRecord =
                        rows(matrix, columns + " where sensor_id = " + sensor).get(0);
                String what = "seed=%d, %s of a record and %s of a scan".formatted(seed, ofRecord, ofScan);
                assertThat(ofScan.subList(0, 3)).as(what).isEqualTo(ofRecord.subList(0, 3));
                double bound = BOUND * squares[sensor] / counts[sensor];
                assertThat((Double) ofScan.get(3)).as(what).isCloseTo((Double) ofRecord.get(3), within(bound));
                assertThat((Double) ofScan.get(4))
                        .as(what)
                        .isCloseTo((Double) ofRecord.get(4), within(Math.sqrt(bound)));
                if (sensor % 10 == 0) {
                    assertThat(ofScan.subList(3, 5)).as(what).containsExactly(0.0, 0.0);
                }
                different += ofScan.equals(ofRecord) ? 0 : 1;
            }
        }
        assertThat(different).as("seed=%d", seed).isGreaterThan(SENSORS / 10);
    }
}
