package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.RandomModels;
import dev.aimonflink.core.wire.ModelFile;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class CellLayoutTest {
    private static final int RANDOM_MODELS = 50;

    static Stream<Model> models() {
        return Stream.concat(
                ModelFile.presets().stream().map(ModelFile::preset),
                IntStream.range(0, RANDOM_MODELS)
                        .mapToObj(seed -> RandomModels.next(new Random(seed)).model()));
    }

    @ParameterizedTest
    @MethodSource("models")
    void shouldGiveEveryColumnAPlaceOfItsOwnAndLeaveNoneFree(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        BitSet ints = new BitSet();
        BitSet longs = new BitSet();
        for (StoredColumn column : schema.columns()) {
            BitSet taken = column.isInt() ? ints : longs;
            for (int slot : slots(column)) {
                assertThat(taken.get(slot)).as("slot of %s is taken", column).isFalse();
                taken.set(slot);
            }
        }
        assertThat(ints.cardinality()).isEqualTo(schema.layout().intCount());
        assertThat(ints.length()).isEqualTo(schema.layout().intCount());
        assertThat(longs.cardinality()).isEqualTo(schema.layout().longCount());
        assertThat(longs.length()).isEqualTo(schema.layout().longCount());
    }

    private static List<Integer> slots(StoredColumn column) {
        return column.lostSlot() == StoredColumn.NONE
                ? List.of(column.slot())
                : List.of(column.slot(), column.lostSlot());
    }

    @ParameterizedTest
    @MethodSource("models")
    void shouldKeepWhatAnEventChangesInDenseRuns(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        CellLayout layout = schema.layout();
        for (StoredColumn column : schema.columns()) {
            int run = column.isInt()
                    ? layout.intRun(column.filter(), column.window())
                    : layout.longRun(column.filter(), column.window());
            int length = column.isInt() ? layout.intStride() : layout.longStride();
            assertThat(slots(column)).as(column.name()).allSatisfy(slot -> assertThat(slot)
                    .isBetween(run, run + length - 1));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void shouldEmptyTheColumnsOfOneWindowAndNoOther(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        for (int window = 0; window < schema.windows().size(); window++) {
            int[] ints = new int[schema.layout().intCount()];
            long[] longs = new long[schema.layout().longCount()];
            Arrays.fill(ints, 7);
            Arrays.fill(longs, 7);
            schema.layout().clear(window, ints, longs);
            for (StoredColumn column : schema.columns()) {
                boolean isCleared = column.window() == window;
                long cell = column.isInt() ? ints[column.slot()] : longs[column.slot()];
                assertThat(cell).as(column.name()).isEqualTo(isCleared ? column.empty() : 7);
            }
        }
    }
}
