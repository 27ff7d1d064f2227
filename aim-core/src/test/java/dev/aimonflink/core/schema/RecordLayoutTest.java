package dev.aimonflink.core.schema;

import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RecordLayoutTest {
    @ParameterizedTest
    @ValueSource(ints = {42, 84, 546})
    void shouldGiveEveryAggregateAPlaceOfItsOwnAndLeaveNoneFree(int aggregates) {
        MatrixSchema schema = MatrixSchema.withAggregates(aggregates);
        RecordLayout layout = schema.layout();
        BitSet ints = new BitSet();
        BitSet longs = new BitSet();
        for (Aggregate aggregate : schema.aggregates()) {
            BitSet taken = aggregate.function().isLong() ? longs : ints;
            int slot = layout.slot(aggregate);
            assertThat(taken.get(slot))
                    .as("slot of %s is taken", aggregate.name())
                    .isFalse();
            taken.set(slot);
        }
        assertThat(ints.cardinality()).isEqualTo(layout.intCount());
        assertThat(ints.length()).isEqualTo(layout.intCount());
        assertThat(longs.cardinality()).isEqualTo(layout.longCount());
        assertThat(longs.length()).isEqualTo(layout.longCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {42, 546})
    void shouldKeepWhatAnEventChangesInDenseRuns(int aggregates) {
        MatrixSchema schema = MatrixSchema.withAggregates(aggregates);
        RecordLayout layout = schema.layout();
        for (Aggregate aggregate : schema.aggregates()) {
            int slot = layout.slot(aggregate);
            int run;
            int length;
            if (aggregate.function().isLong()) {
                run = layout.longRun(aggregate.filter(), aggregate.window());
                length = 3 * layout.copies();
            } else {
                run = layout.intRun(aggregate.filter(), aggregate.window());
                length = 4 * layout.copies();
            }
            assertThat(slot).as(aggregate.name()).isBetween(run, run + length - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {42, 546})
    void shouldEmptyTheAggregatesOfOneWindowAndNoOther(int aggregates) {
        MatrixSchema schema = MatrixSchema.withAggregates(aggregates);
        RecordLayout layout = schema.layout();
        for (int window = 0; window < schema.windows().size(); window++) {
            int[] ints = new int[layout.intCount()];
            long[] longs = new long[layout.longCount()];
            Arrays.fill(ints, 7);
            Arrays.fill(longs, 7);
            layout.clear(window, ints, longs);
            for (Aggregate aggregate : schema.aggregates()) {
                boolean cleared = aggregate.window() == window;
                int slot = layout.slot(aggregate);
                if (aggregate.function().isLong()) {
                    long expected = cleared ? aggregate.function().emptyLong() : 7;
                    assertThat(longs[slot]).as(aggregate.name()).isEqualTo(expected);
                } else {
                    int expected = cleared ? aggregate.function().emptyInt() : 7;
                    assertThat(ints[slot]).as(aggregate.name()).isEqualTo(expected);
                }
            }
        }
    }
}
