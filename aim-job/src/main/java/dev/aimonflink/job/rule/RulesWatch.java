package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleVersions;
import java.util.concurrent.CompletableFuture;

/**
 * What is known of the topic of rules in this TaskManager. Thread-safe.
 *
 * <p>An event is judged by rules that Kafka took a delay before it. So while the end of the topic was read within {@link #VALID_NANOS},
 * less than the delay, all rules that can judge present events are known. Otherwise events have to wait.
 */
public interface RulesWatch extends AutoCloseable {
    /** For how long a look at the topic's end is valid. */
    long VALID_NANOS = 1_000_000_000;

    RuleHistory history();

    /** Whether all rules that judge present events are known. */
    boolean isOpen();

    /** Completes when {@link #isOpen} is true. */
    CompletableFuture<Void> whenOpen();

    /** How long ago the end was read, in milliseconds. */
    long ageMs();

    /** Says that the job has been judging by this {@linkplain RuleHistory#topic topic}, which must not be missing. */
    void require(long topic);

    /** Waits for a history with a version that another TaskManager has read; empty if the topic is no longer that version's. */
    RuleHistory await(long topic, long version) throws InterruptedException;

    default RuleVersions versions(JobSettings job) {
        return new RuleVersions(
                job.ruleColumns(), job.rules().engine(), job.rules().eventTopics());
    }

    /** Suspends a version of a rule, as long as it is the newest; it still judges for the topic's delay. */
    void suspend(BoundRule rule, String why);

    @Override
    void close();

    RulesWatch NONE = new RulesWatch() {
        @Override
        public RuleHistory history() {
            return RuleHistory.EMPTY;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public CompletableFuture<Void> whenOpen() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public long ageMs() {
            return 0;
        }

        @Override
        public void require(long topic) {}

        @Override
        public RuleHistory await(long topic, long version) {
            return RuleHistory.EMPTY;
        }

        @Override
        public void suspend(BoundRule rule, String why) {}

        @Override
        public void close() {}
    };
}
