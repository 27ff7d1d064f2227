package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.testing.Scale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
@Tag("compiled")
class PostgresCheckTest {
    private static final int QUERIES = Scale.times(500);

    @Test
    void shouldAnswerAsPostgresDoes() {
        long seed = new Random().nextLong();

        CheckReport report = PostgresCheck.run(QUERIES, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(QUERIES);
        // Else the texts would be of little use.
        assertThat(report.count(PostgresCheck.ANSWERED)).as("seed=%d", seed).isGreaterThan(QUERIES / 2L);
        assertThat(report.count(PostgresCheck.REFUSED)).as("seed=%d", seed).isPositive();
    }
}
