package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
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
                    + ", after which slow checkpoints end a transaction: the larger of "
                    + CheckpointingOptions.CHECKPOINTING_INTERVAL.key() + "="
                    + shown(checkpoints.getCheckpointInterval()) + " and "
                    + CheckpointingOptions.CHECKPOINTING_TIMEOUT.key() + "="
                    + shown(checkpoints.getCheckpointTimeout()) + " plus "
                    + CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS.key() + "="
                    + shown(checkpoints.getMinPauseBetweenCheckpoints()) + ", times " + inARow(checkpoints)
                    + " because of " + CheckpointingOptions.TOLERABLE_FAILURE_NUMBER.key() + "="
                    + checkpoints.getTolerableCheckpointFailureNumber()
                    + ", and the timeout once more. Make those shorter, or it longer, up to the broker's"
                    + " transaction.max.timeout.ms: else letters or alerts can be lost.");
        }
    }

    /**
     * After how long a transaction is over: it begins behind the barrier of one checkpoint, and is committed when the next one is
     * complete, behind those that may fail. If the broker aborts it before, what is in it is lost.
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

    private static String shown(long ms) {
        return ResolvedOptions.shown(Duration.ofMillis(ms));
    }
}
