package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.HeapRecords;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.bench.world.ModelMatrix;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelEventsTest {
    private static final int ENTITIES = 50;

    private final MeasuredModel measured = MeasuredModel.withWindow("last 24 hours");
    private final ModelMatrix matrix = new ModelMatrix(measured, Set.of(), new ScalarKernels(), new HeapRecords());

    @Test
    void shouldFailIfTheMatrixCountsAnEventMore() {
        matrix.addRows(ENTITIES);
        ModelEvents events = new ModelEvents(measured.model(), matrix, ENTITIES, 500);
        events.apply();
        events.requireCounted();
        DeclaredEvent another = new DeclaredEvent(measured.model().event());
        another.keyNumber(ENTITIES - 1);
        another.timestampMs(matrix.partition().nowMs());
        another.values().bits(0, 1);
        another.values().bits(1, 0);
        matrix.apply(another);
        assertThatThrownBy(events::requireCounted)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("The number of wrong values is [1-9]\\d*, not 0");
    }
}
