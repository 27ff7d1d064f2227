package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.testing.Scale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("compiled")
class LogicCheckTest {
    private static final int CONDITIONS = Scale.times(250);

    @Test
    void shouldGiveAllRowsInTheThreeCasesOfACondition() {
        CheckReport report = LogicCheck.run(CONDITIONS, Scale.seed());

        report.requireNoDifference(CONDITIONS);
        report.requireMoreThan(CONDITIONS * 3L / 4, LogicCheck.AGREED);
    }
}
