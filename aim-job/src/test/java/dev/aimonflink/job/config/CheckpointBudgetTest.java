package dev.aimonflink.job.config;

import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointBudgetTest {
    private final Configuration flink = new Configuration();

    private Duration budget() {
        return CheckpointBudget.of(new CheckpointConfig(flink));
    }

    @Test
    void shouldBeHalfOfFlinksTimeoutWithoutAnInterval() {
        assertThat(budget()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void shouldBeHalfOfTheTimeoutIfThatIsShorter() {
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(20));
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(30));
        assertThat(budget()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void shouldBeHalfOfTheIntervalIfThatIsShorter() {
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(5));
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(15));
        assertThat(budget()).isEqualTo(Duration.ofMillis(7_500));
    }
}
