package dev.aimonflink.job.rule;

import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleHistory.Judging;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which version of the rules judges an event, by the time at which Kafka took it. No rule judges an event with a producer's time: a
 * wrong clock would choose rules that are not read yet.
 */
public final class RuleStamp {
    private static final Logger LOG = LoggerFactory.getLogger(RuleStamp.class);

    private final RulesWatch rules;
    private final long delayMs;
    private RuleHistory history;
    private Judging present;
    private boolean saidNoTime;

    public RuleStamp(RulesWatch rules, long delayMs) {
        this.rules = rules;
        this.delayMs = delayMs;
    }

    public long versionFor(RawRecord raw) {
        final RuleHistory newest = rules.history();
        if (newest.newest() == RuleHistory.NONE) {
            return RuleHistory.NONE;
        }
        if (!raw.logAppendTime()) {
            sayNoTime(raw.topic());
            return RuleHistory.NONE;
        }
        if (newest != history || !present.includes(raw.timestampMs())) {
            history = newest;
            present = newest.judging(raw.timestampMs(), delayMs);
        }
        return present.version();
    }

    private void sayNoTime(String topic) {
        if (!saidNoTime) {
            saidNoTime = true;
            LOG.warn(
                    "No rule judges the events of topic {}, because their producers set their times. Set"
                            + " message.timestamp.type=LogAppendTime for the topic.",
                    topic);
        }
    }
}
