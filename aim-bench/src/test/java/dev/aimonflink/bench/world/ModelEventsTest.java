package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ModelEventsTest {
    private static final int ENTITIES = 50;

    private final MeasuredModel measured = MeasuredModel.withWindow("last 24 hours");
    private final ModelMatrix matrix = new ModelMatrix(measured, Set.of(), new ScalarKernels(), new HeapRecords());

    @Test
    void shouldFailIfTheMatrixCountsAnEventMore() {
        matrix.addRows(ENTITIES);
        ModelEvents events = new ModelEvents(measured.model(), matrix, ENTITIES, 500);
        events.apply();
        assertThat(events.compare().differences()).isEmpty();
        DeclaredEvent another = new DeclaredEvent(measured.model().event());
        another.keyNumber(ENTITIES - 1);
        another.timestampMs(matrix.partition().nowMs());
        another.values().bits(0, 1);
        another.values().bits(1, 0);
        matrix.apply(another);
        assertThat(events.compare().differences()).isNotEmpty();
    }
}
