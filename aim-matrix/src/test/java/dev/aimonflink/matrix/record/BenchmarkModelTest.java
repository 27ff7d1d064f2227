package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.update.UpdatePlan;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The models of the benchmark lie in records as its schemas do, cell by cell, so that stored records stay readable. */
class BenchmarkModelTest {
    private static final long SEED = 42;
    private static final int CALLS = 20_000;
    private static final int WINDOWS = 2;

    private final Random random = new Random(SEED);

    @ParameterizedTest
    @CsvSource({"aim-42, 42", "aim-546, 546"})
    void shouldLieInRecordsAsItsSchemaDoes(String preset, int aggregates) {
        MatrixSchema schema = CallModel.schema(aggregates);
        assertThat(MatrixSchema.of(PresetModels.named(preset)).fingerprint()).isEqualTo(schema.fingerprint());
        CellLayout layout = new CellLayout(PresetModels.named(preset));
        assertThat(layout.intCount()).isEqualTo(schema.layout().intCount());
        assertThat(layout.longCount()).isEqualTo(schema.layout().longCount());
        for (ModelColumn column : PresetModels.named(preset).columns()) {
            assertThat(layout.slot(column))
                    .as(column.name())
                    .isEqualTo(schema.column(column.name()).slot());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {42, 84})
    void shouldCountCallsUntilATotalIsFull(int aggregates) {
        MatrixSchema schema = CallModel.schema(aggregates);
        EntityRecord expected = EntityRecord.empty(EntityId.of(7), 0L, schema.layout(), WINDOWS);
        EntityRecord actual = EntityRecord.empty(EntityId.of(7), 0L, schema.layout(), WINDOWS);
        UpdatePlan plan = new UpdatePlan(schema, 0);
        EventValues event = new EventValues(3);
        int refused = 0;
        for (int i = 0; i < CALLS; i++) {
            int duration = random.nextInt(604_801);
            long cents = random.nextLong(10_000_001);
            CallFilter kind = random.nextBoolean() ? CallFilter.LONG_DISTANCE : CallFilter.LOCAL;
            int windows = 1 + random.nextInt(3);
            event.bits(0, duration);
            event.bits(1, cents);
            event.bits(2, kind == CallFilter.LONG_DISTANCE ? 1 : 0);
            boolean overflows = overflows(expected, schema, kind, windows, duration, cents);
            plan.choose(event, windows);
            assertThat(plan.overflows(actual.ints(), actual.longs(), event))
                    .as("call %d, seed %d", i, SEED)
                    .isEqualTo(overflows);
            if (overflows) {
                refused++;
                continue;
            }
            for (int window = 0; window < WINDOWS; window++) {
                if ((windows >> window & 1) == 1) {
                    PlainCells.add(expected, schema, CallFilter.ALL, window, duration, cents);
                    PlainCells.add(expected, schema, kind, window, duration, cents);
                }
            }
            plan.add(actual.ints(), actual.longs(), event);
        }
        assertThat(actual.ints()).as("seed %d", SEED).isEqualTo(expected.ints());
        assertThat(actual.longs()).as("seed %d", SEED).isEqualTo(expected.longs());
        assertThat(refused).isPositive();
    }

    /** Only durations are summed in 32 bits, and so many calls fill no sum of costs. */
    private static boolean overflows(
            EntityRecord record, MatrixSchema schema, CallFilter kind, int windows, int duration, long cents) {
        for (StoredColumn aggregate : schema.columns()) {
            boolean isChanged = (PlainCells.filterOf(schema, aggregate) == CallFilter.ALL
                            || PlainCells.filterOf(schema, aggregate) == kind)
                    && (windows >> aggregate.window() & 1) == 1;
            if (isChanged && aggregate.isInt()) {
                int cell = record.ints()[aggregate.slot()];
                if (PlainCells.after(aggregate, cell, duration, cents) > Integer.MAX_VALUE) {
                    return true;
                }
            }
        }
        return false;
    }
}
