package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.environment.CheckpointConfig;

/** Checks that the checkpoint settings allow exactly-once delivery of dead letters and alerts. */
public final class ExactlyOnce {
    private ExactlyOnce() {}

    /** Throws {@link InvalidInputException} if letters or alerts could be lost without an error. */
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
        Duration longest = longestTransaction(checkpoints);
        if (settings.transactionTimeout().compareTo(longest) <= 0) {
            throw new InvalidInputException(AimOptions.TRANSACTION_TIMEOUT.key() + "="
                    + ResolvedOptions.shown(settings.transactionTimeout()) + " is not longer than "
                    + ResolvedOptions.shown(longest)
                    + ", for which slow checkpoints can keep a transaction open: " + inARow(checkpoints) + " x max("
                    + shown(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpoints.getCheckpointInterval()) + ", "
                    + shown(CheckpointingOptions.CHECKPOINTING_TIMEOUT, checkpoints.getCheckpointTimeout()) + " + "
                    + shown(
                            CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS,
                            checkpoints.getMinPauseBetweenCheckpoints())
                    + ") + the timeout, where " + CheckpointingOptions.TOLERABLE_FAILURE_NUMBER.key() + "="
                    + checkpoints.getTolerableCheckpointFailureNumber() + ". Make it longer, up to the broker's"
                    + " transaction.max.timeout.ms, or those shorter: else letters or alerts can be lost.");
        }
    }

    /**
     * The longest time for which a transaction is open: from behind one checkpoint's barrier until the next one is complete, after those
     * that may fail. If the broker aborts it earlier, its records are lost.
     */
    public static Duration longestTransaction(CheckpointConfig checkpoints) {
        final long timeoutMs = checkpoints.getCheckpointTimeout();
        final long eachMs =
                Math.max(checkpoints.getCheckpointInterval(), timeoutMs + checkpoints.getMinPauseBetweenCheckpoints());
        return Duration.ofMillis(eachMs).multipliedBy(inARow(checkpoints)).plusMillis(timeoutMs);
    }

    private static long inARow(CheckpointConfig checkpoints) {
        return 1L + checkpoints.getTolerableCheckpointFailureNumber();
    }

    private static String shown(ConfigOption<Duration> option, long ms) {
        return option.key() + "=" + ResolvedOptions.shown(Duration.ofMillis(ms));
    }
}
