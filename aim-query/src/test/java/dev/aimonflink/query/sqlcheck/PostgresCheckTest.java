package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.testing.Scale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
@Tag("compiled")
class PostgresCheckTest {
    private static final int QUERIES = Scale.times(500);

    @Test
    void shouldAnswerAsPostgresDoes() {
        CheckReport report = PostgresCheck.run(QUERIES, Scale.seed());

        report.requireNoDifference(QUERIES);
        // Else the texts would be of little use.
        report.requireMoreThan(QUERIES / 2L, PostgresCheck.ANSWERED);
        report.requireMoreThan(0, PostgresCheck.REFUSED);
    }
}
