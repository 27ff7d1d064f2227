package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.SchemaEvolution;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaEvolutionTest {

    @Test
    void shouldLeaveRecordsOfThePresentSchemaAndOfUnknownOnesAlone() {
        MatrixSchema present = CallModel.schema(42);
        SchemaEvolution evolution = new SchemaEvolution(present, List.of(present.model()));
        for (MatrixSchema schema : List.of(present, CallModel.schema(84))) {
            EntityRecord record = EntityRecord.empty(EntityId.of(7), schema.fingerprint(), schema.layout(), 2);
            assertThat(evolution.converted(record)).isSameAs(record);
        }
    }

    @Test
    void shouldComeBackUnchangedFromASchemaThatHasMore() {
        MatrixSchema narrow = CallModel.schema(42);
        MatrixSchema wide = CallModel.schema(546);
        TestPartition test = new TestPartition();
        test.call(7, TestPartition.NOON_MS);
        test.profile(7, "CH-8000");
        EntityRecord record = test.store.get(7L);
        EntityRecord widened = new SchemaEvolution(wide, List.of(narrow.model())).converted(record);
        assertThat(widened.schemaFingerprint()).isEqualTo(wide.fingerprint());
        assertThat(new SchemaEvolution(narrow, List.of(wide.model())).converted(widened))
                .isEqualTo(record);
    }
}
