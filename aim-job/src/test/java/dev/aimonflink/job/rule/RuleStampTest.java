package dev.aimonflink.job.rule;

import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleHistory.Entry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RuleStampTest {
    private static final long DELAY_MS = 2_000;

    private final FakeRules rules = new FakeRules();
    private final RuleStamp stamp = new RuleStamp(rules, DELAY_MS);

    private static RawRecord event(long timeMs, boolean hasBrokersTime) {
        return new RawRecord("aim.events.v1", 0, 0, timeMs, hasBrokersTime, null, new byte[0]);
    }

    @Test
    void shouldJudgeByWhatWasThereADelayBefore() {
        assertThat(stamp.versionFor(event(20_000, true))).isEqualTo(RuleHistory.NONE);
        rules.add(Entry.deleted(3, 10_000, "a"), Entry.deleted(5, 12_000, "b"));
        assertThat(stamp.versionFor(event(11_999, true))).isEqualTo(RuleHistory.NONE);
        assertThat(stamp.versionFor(event(12_000, true))).isEqualTo(3);
        assertThat(stamp.versionFor(event(14_000, true))).isEqualTo(5);
        assertThat(stamp.versionFor(event(13_999, true)))
                .as("of a Kafka partition that is behind")
                .isEqualTo(3);
    }

    @Test
    void shouldSeeWhatHasComeSince() {
        rules.add(Entry.deleted(3, 10_000, "a"));
        assertThat(stamp.versionFor(event(20_000, true))).isEqualTo(3);
        rules.add(Entry.deleted(4, 15_000, "a"));
        assertThat(stamp.versionFor(event(20_000, true))).isEqualTo(4);
    }

    @Test
    void shouldJudgeNoEventWhoseProducerHasSetItsTime() {
        rules.add(Entry.deleted(3, 10_000, "a"));
        assertThat(stamp.versionFor(event(20_000, false))).isEqualTo(RuleHistory.NONE);
        assertThat(stamp.versionFor(event(20_000, true))).isEqualTo(3);
    }
}
