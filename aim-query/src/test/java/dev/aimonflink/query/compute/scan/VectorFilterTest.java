package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.compute.partial.KeyOrder;
import dev.aimonflink.query.compute.program.ArrayColumns;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which rows are selected; that answers are right is tested with whole queries. */
class VectorFilterTest {
    private static final int WANTED = 3;
    private static final KeyOrder DESCENDING = new KeyOrder(true, false);

    private final long seed = new Random().nextLong();
    private final int[] numbers =
            new Random(seed).ints(2L * Program.MAX_ROWS, 0, Integer.MAX_VALUE).toArray();
    private final ArrayColumns columns = new ArrayColumns().add("n", ArrayColumns.ints(SqlType.INTEGER), numbers);
    private final VectorFilter filter = VectorFilter.ofFirstRows(
            null,
            new VectorFilter.FirstRows(List.of(columns.bind("n")), List.of(DESCENDING), WANTED),
            columns,
            new ScalarKernels());

    private int[] selected(int from, int rows) {
        filter.select(from, rows);
        return IntStream.range(0, filter.count()).map(filter::position).toArray();
    }

    private Integer[] firstOf(int from, int rows) {
        return IntStream.range(0, rows)
                .boxed()
                .sorted((a, b) -> Integer.compare(numbers[from + b], numbers[from + a]))
                .limit(WANTED)
                .sorted()
                .toArray(Integer[]::new);
    }

    /** So the first vector of a scan is not computed row by row. */
    @Test
    void shouldSelectTheFirstRowsOfAVectorBeforeAnyRowIsKnown() {
        final int rows = 4_096;
        assertThat(selected(0, rows)).as("seed %d", seed).containsExactly(firstOf(0, rows));
    }

    @Test
    void shouldSelectNoRowBehindTheLastOneThatIsKept() {
        final int rows = 4_096;
        filter.select(0, rows);
        filter.keepUpTo(new Object[] {(long) Integer.MAX_VALUE});
        assertThat(selected(rows, rows)).isEmpty();
        filter.keepUpTo(new Object[] {0L});
        assertThat(selected(rows, rows)).as("seed %d", seed).containsExactly(firstOf(rows, rows));
    }
}
