package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.bench.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SqlCheckCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"rows", "logic", "fuzz"})
    void shouldPrintWhatItHasSeen(String judge) {
        CommandRun run = CommandRun.of(
                "bench", "sqlcheck", "--against", judge, "--queries", "50", "--seed", "42", "--output", "csv");
        assertThat(run.out()).contains("seed,42").contains("queries,50").contains("differences,0");
        // Whether long texts are planned fast depends on the machine.
        if (!judge.equals("fuzz")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
    }

    @Test
    void shouldSayHowManyQueriesThereMayBe() {
        CommandRun run = CommandRun.of("bench", "sqlcheck", "--queries", "0");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("queries=0");
    }
}
