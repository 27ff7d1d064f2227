package dev.aimonflink.bench.roofline;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReadCellsTest {
    /** Two blocks, the second not full. */
    private static final int ROWS = 20_000;

    private static final MatrixSchema SCHEMA = CallModel.schema(42);
    private static final Population POPULATION = new Population(SCHEMA, ROWS);
    private static final Matrix MATRIX = Matrix.of(POPULATION, new ScalarKernels());

    private static int plainSum(int[] cells, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += cells[i];
        }
        return sum;
    }

    @Test
    void shouldReadTheCellsOfEveryRow() {
        int expected = 0;
        for (String name : List.of("number_of_local_calls_this_week", "total_duration_this_week")) {
            StoredColumn aggregate = SCHEMA.column(name);
            for (int id = 0; id < ROWS; id++) {
                EntityRecord record = POPULATION.subscriber(id);
                expected += record.ints()[aggregate.slot()];
            }
        }
        assertThat(ReadCells.of(MATRIX, "q1").sum(ReadCellsTest::plainSum)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"q1, 2", "q2, 2", "q3, 3", "q4, 3", "q5, 5", "q6, 5", "q7, 3"})
    void shouldReadTheColumnsOfEachQuery(String query, int columns) {
        assertThat(ReadCells.of(MATRIX, query).sum((cells, count) -> count)).isEqualTo(columns * ROWS);
    }

    @Tag("compiled")
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 63, 64, 65, 1000, 16_384})
    void shouldSumTheSameByVectorsAsByALoop(int count) {
        int[] cells = new Random(42).ints(16_384).toArray();
        assertThat(Sums.vector().sum(cells, count)).isEqualTo(plainSum(cells, count));
    }
}
