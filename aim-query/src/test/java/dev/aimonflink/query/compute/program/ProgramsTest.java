package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.testing.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Compares programs with the row evaluator. */
@Tag("compiled")
class ProgramsTest {
    private static final int EXPRESSIONS = Scale.times(250);
    private static final int ROWS = 200;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    private static Primitives primitives(boolean isVector) {
        return isVector ? KernelChoice.chosen().kernels() : new ScalarKernels();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSelectTheRowsThatTheEvaluatorSelects(boolean isNarrow) {
        int compiled = 0;
        int selected = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            RandomTable table = new RandomTable(random, ROWS, isNarrow);
            String text = table.condition(3);
            Bound condition = bind(table, text, true);
            if (condition == null) {
                continue;
            }
            final int from = random.nextInt(ROWS / 2);
            int rows = random.nextInt(ROWS - from + 1);
            for (boolean truth : new boolean[] {true, false}) {
                int[] mask = masked(table, condition, truth, from, rows, i % 2 == 0);
                if (mask == null) {
                    continue;
                }
                compiled++;
                String which = "seed=%d, expression=%d, narrow=%b, truth=%b, from=%d: %s"
                        .formatted(seed, i, isNarrow, truth, from, text);
                int[] expected = IntStream.range(0, rows)
                        .map(row ->
                                Boolean.valueOf(truth).equals(evaluated(table, condition, from + row, which)) ? -1 : 0)
                        .toArray();
                assertThat(Arrays.copyOf(mask, rows)).as(which).isEqualTo(expected);
                selected -= IntStream.of(expected).sum();
            }
        }
        assertThat(compiled).as("seed %d", seed).isGreaterThan(EXPRESSIONS);
        assertThat(selected).as("seed %d", seed).isGreaterThan(EXPRESSIONS * ROWS / 10);
    }

    private static Bound bind(RandomTable table, String text, boolean isCondition) {
        try {
            return isCondition ? table.columns.condition(text) : table.columns.bind(text);
        } catch (SqlException unbound) {
            return null;
        }
    }

    private static int[] masked(
            RandomTable table, Bound condition, boolean truth, int from, int rows, boolean isVector) {
        Program program = new Program(table.columns, primitives(isVector), table.columns::isNarrow);
        int[] mask = program.ints();
        try {
            new Conditions(program).select(condition, truth, mask, false);
        } catch (NoVectorsException refused) {
            return null;
        }
        program.run(from, rows);
        return mask;
    }

    /** An expression that has vectors fails for no row. */
    private static Object evaluated(RandomTable table, Bound bound, int index, String which) {
        BatchRow row = new BatchRow(table.columns);
        row.index = index;
        try {
            return RowEvaluator.evaluate(bound, row);
        } catch (SqlException failure) {
            throw new AssertionError(which + " fails: " + failure.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldComputeTheValuesThatTheEvaluatorComputes(boolean isNarrow) {
        int compiled = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            RandomTable table = new RandomTable(random, ROWS, isNarrow);
            String text = random.nextInt(5) == 0 ? table.condition(2) : table.number(3);
            Bound bound = bind(table, text, false);
            if (bound == null) {
                continue;
            }
            Program program = new Program(table.columns, primitives(i % 2 == 0), table.columns::isNarrow);
            Value value;
            try {
                value = new Conditions(program).values().compile(bound);
            } catch (NoVectorsException refused) {
                continue;
            }
            compiled++;
            int from = random.nextInt(ROWS);
            int[] nulls = value == null ? null : program.nulls(value);
            program.run(from, ROWS - from);
            String which = "seed=%d, expression=%d, narrow=%b, from=%d: %s".formatted(seed, i, isNarrow, from, text);
            List<Object> actual = new ArrayList<>();
            List<Object> expected = new ArrayList<>();
            for (int row = 0; row < ROWS - from; row++) {
                actual.add(cell(value, nulls, bound.type(), row));
                expected.add(evaluated(table, bound, from + row, which));
            }
            assertThat(actual).as(which).isEqualTo(expected);
        }
        assertThat(compiled).as("seed %d", seed).isGreaterThan(EXPRESSIONS / 4);
    }

    private static Object cell(Value value, int[] nulls, SqlType type, int row) {
        if (value == null || (nulls != null && nulls[row] != 0)) {
            return null;
        }
        long number = value.isConstant()
                ? value.min()
                : value.isWide()
                        ? value.cells().longs[value.cells().at + row]
                        : value.cells().ints[value.cells().at + row];
        if (number < value.min() || number > value.max()) {
            throw new AssertionError(number + " is outside " + value);
        }
        return VectorColumn.ofNumber(type, value.scale(), number);
    }

    @Test
    void shouldRefuseWhatMayOverflow() {
        RandomTable wide = new RandomTable(random, 8, false);
        assertRefused(wide, "big * big > 1", "a result may have more than 64 bits");
        assertRefused(wide, "big + 1 > 1", "a result may have more than 64 bits");
        assertRefused(wide, "i + 1 > n", "a result may be out of the range of integer");
        assertRefused(wide, "big / -1 > 1", "a result may have more than 64 bits");
        assertRefused(wide, "cost / 7 > 1", "the operator / has no vectors");
        assertRefused(wide, "n / 0 > 1", "a division may be one by zero");
        assertRefused(wide, "10 / n > 1", "a division may be one by zero");
        RandomTable narrow = new RandomTable(random, 8, true);
        assertThat(masked(narrow, narrow.columns.condition("big * big > 1"), true, 0, 8, false))
                .isNotNull();
    }

    private static void assertRefused(RandomTable table, String text, String reason) {
        Program program = new Program(table.columns, primitives(false), table.columns::isNarrow);
        Bound condition = table.columns.condition(text);
        assertFails(NoVectorsException.class, () -> new Conditions(program)
                        .select(condition, true, program.ints(), false))
                .hasMessage(reason);
    }
}
