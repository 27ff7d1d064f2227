package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.bench.sqlcheck.SqlCheck.Report;
import dev.aimonflink.core.sql.ScanWay;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SqlCheckTest {
    private static final int QUERIES = 3_000;

    @Test
    void shouldGiveTheSameAnswerInAllWays() {
        long seed = new Random().nextLong();

        Report report = SqlCheck.run(QUERIES, seed);

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.queries()).as("seed=%d", seed).isEqualTo(QUERIES);
        // Else the texts would be of little use.
        assertThat(report.planned()).as("seed=%d", seed).isGreaterThan(QUERIES * 3 / 4);
        assertThat(report.answered()).as("seed=%d", seed).isGreaterThan(QUERIES / 2);
        for (ScanWay.Kind kind : ScanWay.Kind.values()) {
            assertThat(report.fragments().get(kind))
                    .as("seed=%d, %s", seed, kind)
                    .isGreaterThan(QUERIES / 100);
        }
    }

    @Test
    void shouldDrawTheSameQueriesOfTheSameSeed() {
        assertThat(SqlCheck.run(100, 42)).isEqualTo(SqlCheck.run(100, 42));
    }
}
