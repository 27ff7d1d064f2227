package dev.aimonflink.query.cut;

import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CpuLimitTest {
    private static final long LIMIT = 100;

    private long elapsedNanos = -50;
    private long cpuNanos = 7;
    private int looks;

    private final CpuLimit limit = new CpuLimit(
            () -> elapsedNanos,
            () -> {
                looks++;
                return cpuNanos;
            },
            LIMIT,
            () -> new QueryFailure(new QueryError(QueryError.Code.INTERNAL, "too long")));

    private void pass(long nanos, long ofCpu) {
        elapsedNanos += nanos;
        cpuNanos += ofCpu;
    }

    @Test
    void shouldEndWhatUsesMoreThanTheLimit() {
        pass(LIMIT, LIMIT);
        limit.check();
        pass(1, 1);
        assertThatThrownBy(limit::check).isInstanceOf(QueryFailure.class).hasMessageContaining("too long");
    }

    @Test
    void shouldNotCountTimeInWhichTheThreadDidNotRun() {
        for (int i = 0; i < 10; i++) {
            pass(LIMIT, LIMIT / 10);
            limit.check();
        }
        pass(1, 1);
        assertThatThrownBy(limit::check).isInstanceOf(QueryFailure.class);
    }

    @Test
    void shouldAskForCpuTimeOnlyWhenEnoughTimeHasPassed() {
        int before = looks;
        for (int i = 0; i < LIMIT - 1; i++) {
            pass(1, 1);
            limit.check();
        }
        assertThat(looks).isEqualTo(before);
        pass(1, 0);
        limit.check();
        assertThat(looks).isEqualTo(before + 1);
    }
}
