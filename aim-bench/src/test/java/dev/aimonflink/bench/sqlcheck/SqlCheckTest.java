package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.query.scan.ScanWay;
import dev.aimonflink.testing.Scale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("compiled")
class SqlCheckTest {
    private static final int QUERIES = Scale.times(500);

    @Test
    void shouldGiveTheSameAnswerInAllWays() {
        long seed = new Random().nextLong();

        CheckReport report = SqlCheck.run(QUERIES, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(QUERIES);
        // Else the texts would be of little use.
        assertThat(report.count(SqlCheck.PLANNED)).as("seed=%d", seed).isGreaterThan(QUERIES * 3L / 4);
        assertThat(report.count(SqlCheck.ANSWERED)).as("seed=%d", seed).isGreaterThan(QUERIES / 2L);
        for (ScanWay.Kind kind : ScanWay.Kind.values()) {
            assertThat(report.count(SqlCheck.fragmentsBy(kind)))
                    .as("seed=%d, %s", seed, kind)
                    .isGreaterThan(QUERIES / 100L);
        }
    }

    /** Of these, one exceeded the limit of values behind a new group, and one the limit of rows in seven partitions alone. */
    @Test
    void shouldGiveTheSameErrorInAllWays() {
        assertThat(SqlCheck.run(QUERIES, 5_227_416_518_157_361_640L, done -> {}).differences())
                .isEmpty();
    }

    @Test
    void shouldDrawTheSameQueriesOfTheSameSeed() {
        assertThat(SqlCheck.run(100, 42, done -> {})).isEqualTo(SqlCheck.run(100, 42, done -> {}));
    }
}
