package dev.aimonflink.job.config;

import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointsOffTest {
    @Test
    void shouldSayWhatIsLostWithoutCheckpointsAndHowToHaveThem() {
        assertThat(CheckpointsOff.warning(new CheckpointConfig()))
                .contains("Checkpoints are off, so nothing that this job counts survives a failure: the job fails for"
                        + " good, or counts again only what Kafka still has. Set execution.checkpointing.interval in the"
                        + " cluster's configuration, or start the job with -Dexecution.checkpointing.interval=30s.");
    }

    @Test
    void shouldSayNothingWhereThereAreCheckpoints() {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment();
        environment.enableCheckpointing(10_000);
        assertThat(CheckpointsOff.warning(environment.getCheckpointConfig())).isEmpty();
    }
}
