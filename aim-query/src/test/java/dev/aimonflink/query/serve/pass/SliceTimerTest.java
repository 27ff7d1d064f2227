package dev.aimonflink.query.serve.pass;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SliceTimerTest {
    private static final long BUDGET = 100;

    private long elapsedNanos = -50;
    private long cpuNanos = 7;
    private int looks;

    private final SliceTimer timer = new SliceTimer(new PartitionClocks(
            () -> elapsedNanos,
            () -> {
                looks++;
                return cpuNanos;
            },
            () -> 0));

    @BeforeEach
    void start() {
        timer.start(BUDGET);
    }

    private void pass(long nanos, long ofCpu) {
        elapsedNanos += nanos;
        cpuNanos += ofCpu;
    }

    @Test
    void shouldBeOverWhenTheBudgetIsUsedUp() {
        pass(BUDGET - 1, BUDGET - 1);
        assertThat(timer.isOver()).isFalse();
        pass(1, 1);
        assertThat(timer.isOver()).isTrue();
    }

    @Test
    void shouldNotCountTimeInWhichTheThreadDidNotRun() {
        for (int i = 0; i < 9; i++) {
            pass(BUDGET, BUDGET / 10);
            assertThat(timer.isOver()).isFalse();
        }
        pass(BUDGET, BUDGET / 10);
        assertThat(timer.isOver()).isTrue();
        assertThat(timer.cpuShare()).isEqualTo(0.1);
    }

    @Test
    void shouldAskForCpuTimeOnlyWhenEnoughTimeHasPassed() {
        int before = looks;
        for (int i = 0; i < BUDGET - 1; i++) {
            pass(1, 1);
            assertThat(timer.isOver()).isFalse();
        }
        assertThat(looks).isEqualTo(before);
        pass(1, 0);
        assertThat(timer.isOver()).isFalse();
        assertThat(looks).isEqualTo(before + 1);
    }
}
