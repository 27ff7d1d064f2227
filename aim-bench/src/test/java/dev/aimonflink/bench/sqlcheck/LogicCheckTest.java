package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.testing.Scale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("compiled")
class LogicCheckTest {
    private static final int CONDITIONS = Scale.times(500);

    @Test
    void shouldGiveAllRowsInTheThreeCasesOfACondition() {
        long seed = new Random().nextLong();

        CheckReport report = LogicCheck.run(CONDITIONS, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(CONDITIONS);
        assertThat(report.count(LogicCheck.AGREED)).as("seed=%d", seed).isGreaterThan(CONDITIONS * 3L / 4);
    }
}
