package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleVersions;
import java.util.concurrent.CompletableFuture;

/**
 * What is known of the topic of rules in this TaskManager. Thread-safe.
 *
 * <p>An event is judged by rules that Kafka took a delay before it. So as long as the end of the topic was read within {@link
 * #VALID_NANOS}, less than the delay, all rules are known that can judge the events which come now. Otherwise events have to wait.
 */
public interface RulesWatch extends AutoCloseable {
    /** How long it is enough to have read the end of the topic. */
    long VALID_NANOS = 1_000_000_000;

    RuleHistory history();

    /** Whether all rules are known that judge the events which come now. */
    boolean isOpen();

    /** Completes when {@link #isOpen} is true. */
    CompletableFuture<Void> whenOpen();

    /** How long ago the end was read, in milliseconds. */
    long ageMs();

    /** Says that the job has been judging by this {@linkplain RuleHistory#topic topic}: it must not be missing. */
    void require(long topic);

    /**
     * Waits for a history that has a version, which another TaskManager has read. Returns the empty one where the topic is not that of the
     * version any more.
     */
    RuleHistory await(long topic, long version) throws InterruptedException;

    /** The rules of each version. Tasks that have the same watch share them. */
    default RuleVersions versions(JobSettings job) {
        return new RuleVersions(
                job.ruleColumns(), job.rules().engine(), job.rules().eventTopics());
    }

    /** Has a version of a rule suspended, as long as it is the rule's newest. It judges for the delay of the topic after that. */
    void suspend(BoundRule rule, String why);

    @Override
    void close();

    /** No rules. */
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
