package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SortedRowsTest {
    private static final int ROUNDS = 300;
    private static final int KEYS = 10;
    private static final SortTerm BY_KEY =
            new SortTerm(new Bound.Field(Column.of("key", SqlType.BIGINT, 0), 0), false, false);

    private static Budget keeping(long rows) {
        return new Budget(new EngineLimits(0, rows, 0), StopCheck.NEVER);
    }

    private static List<String> sorted(List<Row> rows, long most, long kept) {
        SortedRows sorted = new SortedRows(List.of(BY_KEY), most, keeping(kept));
        rows.forEach(sorted::add);
        List<String> shown = new ArrayList<>();
        RowStream result = sorted.rows();
        for (Row row = result.next(); row != null; row = result.next()) {
            shown.add(row.value(0) + " " + row.value(1));
        }
        return shown;
    }

    @Test
    void shouldGiveTheFirstRowsOfAllInTheirOrderAndThenInThatInWhichTheyCame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<Row> rows = new ArrayList<>();
            for (long number = random.nextInt(40); number >= 0; number--) {
                rows.add(Row.of((long) random.nextInt(KEYS), number));
            }
            List<String> all = rows.stream()
                    .sorted(Comparator.comparing(row -> (Long) row.value(0)))
                    .map(row -> row.value(0) + " " + row.value(1))
                    .toList();
            int most = random.nextInt(50);
            assertThat(sorted(rows, Long.MAX_VALUE, rows.size()))
                    .as("seed=%d, round=%d", seed, round)
                    .isEqualTo(all);
            assertThat(sorted(rows, most, most))
                    .as("seed=%d, round=%d, most=%d", seed, round, most)
                    .isEqualTo(all.subList(0, Math.min(most, all.size())));
        }
    }

    @Test
    void shouldKeepNoMoreRowsThanTheLimitHoweverManyCome() {
        List<Row> rows = new ArrayList<>();
        for (long key = 100; key > 0; key--) {
            rows.add(Row.of(key, key));
        }
        assertThat(sorted(rows, 3, 3)).containsExactly("1 1", "2 2", "3 3");
        assertThatThrownBy(() -> sorted(rows, Long.MAX_VALUE, 99)).hasMessageContaining("99");
    }
}
