package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CellLayoutTest {
    private static final int RANDOM_MODELS = 50;

    static Stream<Model> models() {
        return Stream.concat(
                PresetModels.names().stream().map(PresetModels::named),
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
            boolean isEver = model.aggregates().windows().get(column.window()) instanceof Ever;
            CellLayout of = isEver ? layout.ever() : layout;
            int length = column.isInt() ? of.intStride() : of.longStride();
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

    private static Model withCopies(int copies) {
        return ModelFile.parse("""
                model: sales
                entity: shop
                event: sale
                key: shop
                time: at
                fields: {amount: long}
                aggregates: {amount: [sum]}
                windows: [last 1000 minutes]
                copies: %d
                """.formatted(copies), "sales");
    }

    /** A copy has 1000 panes, the present value and the next one; all have a number and 1000 bits. */
    @Test
    void shouldRefuseARecordThatIsTooLarge() {
        assertThat(new CellLayout(withCopies(130)).bytes()).isEqualTo(8 * 1002 * 130 + 4 + 128);
        assertFails(InvalidInputException.class, () -> withCopies(131))
                .hasMessage(
                        "sales, line 8, column 10: The record of one shop would have 1050228 bytes, more than 1048576."
                                + " Give fewer panes or last events, or take out windows, filters, functions or copies.");
    }

    /** Their places would be beyond all ints. */
    @Test
    void shouldRefuseARecordOfAnySize() {
        String windows = IntStream.range(0, 63)
                .mapToObj(i -> "last " + (10_000 - i) + " events")
                .collect(Collectors.joining(", "));
        String filters =
                IntStream.range(0, 63).mapToObj(i -> "f" + i + ": v0 > " + i).collect(Collectors.joining(", "));
        String fields = IntStream.range(0, 8).mapToObj(i -> "v" + i + ": long").collect(Collectors.joining(", "));
        String sums = IntStream.range(0, 8).mapToObj(i -> "v" + i + ": [sum]").collect(Collectors.joining(", "));
        assertThatThrownBy(() -> ModelFile.parse(
                        "{model: m, entity: shop, event: sale, key: id, time: at, fields: {" + fields + "}, filters: {"
                                + filters + "}, aggregates: {" + sums + "}, windows: [" + windows + "]}",
                        "sales"))
                .isInstanceOf(InvalidInputException.class)
                .message()
                .endsWith(": The record of one shop would have 2613141500 bytes, more than 1048576."
                        + " Give fewer panes or last events, or take out windows, filters, functions or copies.");
    }
}
