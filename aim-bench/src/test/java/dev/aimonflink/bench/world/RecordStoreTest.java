package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.setup.Catalogues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordStoreTest {
    private static final int SUBSCRIBERS = 500;
    private static final int CALLS = 5_000;

    private final RecordStore store = store(42);
    private final Event[] calls = CallStream.of(CALLS, SUBSCRIBERS, CallStream.UNIFORM);

    private static RecordStore store(int aggregates) {
        MatrixSchema schema = CallModel.schema(aggregates);
        return new RecordStore(schema, Catalogues.scannedColumns(schema), new ScalarKernels(), SUBSCRIBERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {CallStream.UNIFORM, CallStream.ZIPF})
    void shouldCountWhatThePlainWayCounts(String distribution) {
        Event[] stream = CallStream.of(CALLS, SUBSCRIBERS, distribution);
        store.apply(stream);
        assertThat(store.differences(new CallTotals(SUBSCRIBERS, stream))).isZero();
    }

    @Test
    void shouldCountEveryCopy() {
        RecordStore wide = store(126);
        wide.apply(calls);
        assertThat(wide.differences(new CallTotals(SUBSCRIBERS, calls))).isZero();
    }

    @Test
    void shouldBeginAgainWhenCleared() {
        store.apply(calls);
        store.clear();
        assertThat(store.differences(new CallTotals(SUBSCRIBERS, new Event[0]))).isZero();
        store.apply(calls);
        assertThat(store.differences(new CallTotals(SUBSCRIBERS, calls))).isZero();
    }

    @Test
    void shouldNoticeACallTooMany() {
        store.apply(calls);
        store.apply(calls[0]);
        // Counts and sums, of all calls and of this kind, today and this week; extremes stay.
        assertThat(store.differences(new CallTotals(SUBSCRIBERS, calls))).isEqualTo(12);
    }

    @Test
    void shouldRefuseACallThatDoesNotCount() {
        Event late = new Event(7, Moment.NOW_MS - 8 * Moment.DAY_MS, 1, 1, false);
        assertThatThrownBy(() -> store.apply(new Event[] {late}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Not counted: " + late);
    }

    @Test
    void shouldKnowTwoDistributions() {
        assertThatThrownBy(() -> CallStream.of(1, 1, "normal"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("distribution=normal is none. Give one of uniform, zipf.");
    }
}
