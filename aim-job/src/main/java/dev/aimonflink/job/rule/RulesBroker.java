package dev.aimonflink.job.rule;

import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import java.time.Duration;
import java.util.List;

/** The topic of rules at the broker. For one thread. Each method fails if the broker does not answer in time. */
interface RulesBroker extends AutoCloseable {
    /**
     * The topic as it is now.
     *
     * @param id of the topic, another one if it is created anew
     * @param begin the offset of the first record that it still has
     * @param end the offset behind the last record that all replicas in sync have, whether its transaction is committed or not
     */
    record State(long id, long begin, long end) {}

    /** Null if the broker says that there is none. */
    State ask() throws InterruptedException;

    /** Reads on from an offset. */
    void seek(long offset);

    /** The next records; none if none comes in the time. */
    List<RuleHistory.Entry> read(Duration time);

    /** All records before it have been read. */
    long position();

    /** Writes a record by which a rule is not enabled any more. Does not wait for the broker to have it. */
    void suspend(Rule rule, RuleHistory.Suspension suspension);

    @Override
    void close();
}
