package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.testing.Scale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("compiled")
class SqlCheckTest {
    private static final int QUERIES = Scale.times(250);

    @Test
    void shouldGiveTheSameAnswerInAllWays() {
        CheckReport report = SqlCheck.run(QUERIES, Scale.seed());

        report.requireNoDifference(QUERIES);
        // Else the texts would be of little use.
        report.requireMoreThan(QUERIES * 3L / 4, SqlCheck.PLANNED);
        report.requireMoreThan(QUERIES / 2L, SqlCheck.ANSWERED);
    }

    /** Of these, one exceeded the limit of values behind a new group, and one the limit of rows in seven partitions alone. */
    @Test
    void shouldGiveTheSameErrorInAllWays() {
        CheckReport report = SqlCheck.run(QUERIES, 5_227_416_518_157_361_640L);

        report.requireNoDifference(QUERIES);
        // Of any seed it is a matter of chance whether the few that kernels answer are drawn.
        for (ScanWay.Kind kind : ScanWay.Kind.values()) {
            report.requireMoreThan(QUERIES / 100L, SqlCheck.fragmentsBy(kind));
        }
    }

    @Test
    void shouldDrawTheSameQueriesOfTheSameSeed() {
        assertThat(SqlCheck.run(100, 42)).isEqualTo(SqlCheck.run(100, 42));
    }
}
