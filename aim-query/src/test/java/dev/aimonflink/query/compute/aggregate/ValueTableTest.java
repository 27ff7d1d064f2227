package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.compute.program.MaskLoops;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Values that have places of their own, and others, by groups that have places, and others. */
class ValueTableTest {
    private static final int SPAN = 1 << ValueTable.MAX_SPAN_BITS;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    /** Some values, of the groups that the rows have; null for one group. */
    private static void take(ValueTable states, long[] values, int[] groupsOrNull, int groups, boolean isWide) {
        int[] mask = new int[Program.MAX_ROWS];
        MaskLoops.fill(mask, true, values.length);
        Selection selection = new Selection(new ScalarKernels(), mask);
        selection.begin(values.length);
        Value argument = isWide
                ? Value.of(values, 0, Long.MIN_VALUE, Long.MAX_VALUE, null)
                : Value.of(
                        java.util.stream.LongStream.of(values)
                                .mapToInt(Math::toIntExact)
                                .toArray(),
                        0,
                        Integer.MIN_VALUE,
                        Integer.MAX_VALUE,
                        null);
        GroupIds ids = new GroupIds();
        ids.ids = groupsOrNull;
        states.reserve(groups);
        states.take(new Input(selection, new Argument(argument, number -> number), null), ids);
    }

    private static Map<String, Long> values(ValueTable states) {
        Map<String, Long> values = new TreeMap<>();
        states.values((group, value, times) ->
                assertThat(values.put(group + ": " + value, times)).isNull());
        return values;
    }

    @Test
    void shouldCountValuesAtTheEndsOfThePlaces() {
        long[] ends = {0, 1, -1, SPAN - 1, SPAN, SPAN, 1L << 32, -SPAN, Long.MIN_VALUE, Long.MAX_VALUE, 0};
        ValueTable states = new ValueTable(100, number -> number);

        take(states, ends, null, 1, true);
        take(states, new long[] {0, SPAN, Integer.MIN_VALUE, Integer.MAX_VALUE}, null, 1, false);

        assertThat(values(states))
                .containsEntry("0: 0", 3L)
                .containsEntry("0: " + (SPAN - 1), 1L)
                .containsEntry("0: " + SPAN, 3L)
                .containsEntry("0: " + (1L << 32), 1L)
                .containsEntry("0: " + Integer.MIN_VALUE, 1L)
                .hasSize(11);
        assertThat(states.count(0)).isEqualTo(11);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 2_047, 2_048, 2_049, 5_000, 100_000})
    void shouldCountTheValuesOfManyGroups(int groups) {
        ValueTable states = new ValueTable(1_000_000, number -> number);
        Map<String, Long> expected = new TreeMap<>();
        for (int vector = 0; vector < 8; vector++) {
            // Groups come one after the other, so that the places grow.
            int soFar = Math.max(1, groups * (vector + 1) / 8);
            long[] values = new long[1 + random.nextInt(Program.MAX_ROWS)];
            int[] ids = new int[values.length];
            for (int row = 0; row < values.length; row++) {
                values[row] = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(100) - 5;
                ids[row] = random.nextInt(soFar);
                expected.merge(ids[row] + ": " + values[row], 1L, Long::sum);
            }
            take(states, values, ids, soFar, random.nextBoolean());
        }

        assertThat(values(states)).as("seed=%d", seed).isEqualTo(expected);
        long all = 0;
        for (int group = 0; group < groups; group++) {
            all += states.count(group);
        }
        assertThat(all).as("seed=%d", seed).isEqualTo(expected.size());
    }

    @Test
    void shouldRefuseOneValueMoreThanTheLimit() {
        for (long fourth : new long[] {3, SPAN + 1}) {
            ValueTable states = new ValueTable(3, number -> number);
            take(states, new long[] {1, 2, SPAN, 1, 2, SPAN}, null, 1, true);

            assertFails(TooManyGroupsException.class, () -> take(states, new long[] {fourth}, null, 1, true))
                    .hasMessage("more than 3 different values");
        }
    }

    @Test
    void shouldForgetAllGroups() {
        ValueTable states = new ValueTable(4, number -> number);
        take(states, new long[] {1, 2, SPAN, SPAN}, new int[] {0, 1, 0, 1}, 2, true);

        states.forget();

        assertThat(values(states)).isEmpty();
        take(states, new long[] {SPAN, 7}, new int[] {1, 1}, 2, true);
        assertThat(values(states)).isEqualTo(Map.of("1: " + SPAN, 1L, "1: 7", 1L));
        assertThat(states.count(0)).isZero();
    }
}
