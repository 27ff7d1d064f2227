package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.CellLayout;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.RecordLayout;
import dev.aimonflink.core.schema.UpdatePlan;
import dev.aimonflink.core.wire.ModelFile;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The models of the benchmark lie in records as its schemas do, cell by cell, so that stored records stay readable. */
class BenchmarkModelTest {
    private static final long SEED = 42;
    private static final int CALLS = 20_000;
    private static final int BOTH_WINDOWS = 0b11;

    @ParameterizedTest
    @CsvSource({"aim-42, 42", "aim-546, 546"})
    void shouldLieInRecordsAsItsSchemaDoes(String preset, int aggregates) {
        MatrixSchema schema = MatrixSchema.withAggregates(aggregates);
        CellLayout layout = new CellLayout(ModelFile.preset(preset));
        assertThat(layout.intCount()).isEqualTo(schema.layout().intCount());
        assertThat(layout.longCount()).isEqualTo(schema.layout().longCount());
        for (ModelColumn column : ModelFile.preset(preset).columns()) {
            assertThat(layout.slot(column))
                    .as(column.name())
                    .isEqualTo(schema.layout().slot(schema.aggregate(column.name())));
        }
    }

    @ParameterizedTest
    @CsvSource({"aim-42, 42", "aim-546, 546"})
    void shouldCountCallsAsItsSchemaDoes(String preset, int aggregates) {
        Random random = new Random(SEED);
        RecordLayout expected = MatrixSchema.withAggregates(aggregates).layout();
        SubscriberRecord record = SubscriberRecord.empty(7, 0, expected, 2);
        Model model = ModelFile.preset(preset);
        CellLayout layout = new CellLayout(model);
        UpdatePlan plan = new UpdatePlan(model, layout);
        int[] ints = new int[layout.intCount()];
        long[] longs = new long[layout.longCount()];
        layout.clear(0, ints, longs);
        layout.clear(1, ints, longs);
        EventValues event = new EventValues(3);
        for (int i = 0; i < CALLS; i++) {
            int duration = random.nextInt(604_801);
            long cents = random.nextLong(10_000_001);
            boolean isLongDistance = random.nextBoolean();
            int windows = random.nextInt(BOTH_WINDOWS + 1);
            event.bits(0, duration);
            event.bits(1, cents);
            event.bits(2, isLongDistance ? 1 : 0);
            CallFilter kind = isLongDistance ? CallFilter.LONG_DISTANCE : CallFilter.LOCAL;
            int signs = 0;
            for (int window = 0; window < 2; window++) {
                if ((windows >> window & 1) == 1) {
                    signs |= record.signsAfter(expected, CallFilter.ALL, window, duration, cents);
                    signs |= record.signsAfter(expected, kind, window, duration, cents);
                }
            }
            plan.choose(event, windows);
            assertThat(plan.overflows(ints, longs, event))
                    .as("call %d, seed %d", i, SEED)
                    .isEqualTo(signs < 0);
            if (signs < 0) {
                continue;
            }
            for (int window = 0; window < 2; window++) {
                if ((windows >> window & 1) == 1) {
                    record.add(expected, CallFilter.ALL, window, duration, cents);
                    record.add(expected, kind, window, duration, cents);
                }
            }
            plan.add(ints, longs, event);
        }
        assertThat(ints).as("seed %d", SEED).isEqualTo(record.ints());
        assertThat(longs).as("seed %d", SEED).isEqualTo(record.longs());
    }
}
