package dev.aimonflink.job.rule;

import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import java.time.Duration;
import java.util.List;

/** The topic of rules at the broker, for one thread. Each method fails if the broker does not answer in time. */
interface RulesBroker extends AutoCloseable {
    /**
     * The topic as it is now.
     *
     * @param id of the topic, which changes if it is recreated
     * @param begin offset of the first existing record
     * @param end offset behind the last record that all in-sync replicas have, committed or not
     */
    record State(long id, long begin, long end) {}

    /** Null if the broker says that there is none. */
    State ask() throws InterruptedException;

    void seek(long offset);

    /** The next records; empty if none comes in the time. */
    List<RuleHistory.Entry> read(Duration time);

    /** All records before it have been read. */
    long position();

    /** Writes a record that disables a rule, without waiting for the broker. */
    void suspend(Rule rule, RuleHistory.Suspension suspension);

    @Override
    void close();
}
