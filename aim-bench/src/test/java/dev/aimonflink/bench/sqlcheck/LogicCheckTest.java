package dev.aimonflink.bench.sqlcheck;

import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogicCheckTest {
    private static final int CONDITIONS = 2_000;

    @Test
    void shouldGiveAllRowsInTheThreeCasesOfACondition() {
        long seed = new Random().nextLong();

        CheckReport report = LogicCheck.run(CONDITIONS, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(CONDITIONS);
        assertThat(report.count(LogicCheck.AGREED)).as("seed=%d", seed).isGreaterThan(CONDITIONS * 3L / 4);
    }
}
