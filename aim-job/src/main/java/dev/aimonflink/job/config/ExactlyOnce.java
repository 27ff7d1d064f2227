package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** Checks that the checkpoint settings allow exactly-once delivery of dead letters and alerts. */
public final class ExactlyOnce {
    private ExactlyOnce() {}

    /**
     * Throws {@link InvalidInputException} if letters or alerts could be lost without an error. A transaction is committed after up
     * to one checkpoint interval and one checkpoint timeout. If the broker aborts it before, what is in it is lost.
     */
    public static void requireFitting(JobSettings settings, CheckpointConfig checkpoints) {
        String option;
        if (settings.deadLetterDelivery() == Delivery.EXACTLY_ONCE) {
            option = AimOptions.DEAD_LETTERS_DELIVERY.key();
        } else if (settings.rules().delivery() == Delivery.EXACTLY_ONCE) {
            option = AimOptions.ALERTS_DELIVERY.key();
        } else {
            return;
        }
        if (!checkpoints.isCheckpointingEnabled()) {
            throw new InvalidInputException(option + "=" + Delivery.EXACTLY_ONCE.label()
                    + " commits nothing without checkpoints. Set " + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                    + " for the cluster or the job.");
        }
        Duration interval = Duration.ofMillis(checkpoints.getCheckpointInterval());
        Duration timeout = Duration.ofMillis(checkpoints.getCheckpointTimeout());
        if (settings.transactionTimeout().compareTo(interval.plus(timeout)) <= 0) {
            throw new InvalidInputException(
                    AimOptions.TRANSACTION_TIMEOUT.key() + "="
                            + ResolvedOptions.shown(settings.transactionTimeout()) + " is not longer than "
                            + CheckpointingOptions.CHECKPOINTING_INTERVAL.key() + "=" + ResolvedOptions.shown(interval)
                            + " and "
                            + CheckpointingOptions.CHECKPOINTING_TIMEOUT.key() + "=" + ResolvedOptions.shown(timeout)
                            + " together, so a slow checkpoint would lose letters or alerts. Make it longer, or one of those shorter.");
        }
    }
}
