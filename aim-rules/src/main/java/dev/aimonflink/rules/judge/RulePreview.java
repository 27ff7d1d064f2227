package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Arrays;
import java.util.List;

/**
 * For which entities rules are true now: their conditions are tested as they are for an event, on the records as they are. Whether a rule is
 * enabled, valid or muted does not matter. For one thread.
 */
final class RulePreview {
    private final RuleMatcher matcher;
    private final RuleValues values;
    private final long[] matched;
    private final PreviewTally tally;

    RulePreview(List<BoundRule> rules, RuleColumns columns) {
        matcher = new ThresholdSearch(rules, columns);
        values = new RuleValues(columns, new RuleTallies());
        values.search(rules);
        matched = new long[(rules.size() + Long.SIZE - 1) / Long.SIZE];
        tally = new PreviewTally(rules, columns);
    }

    void look(EntityRecord record, long nowMs) {
        values.of(record, nowMs);
        Arrays.fill(matched, 0);
        matcher.match(values, matched);
        for (int word = 0; word < matched.length; word++) {
            for (long bits = matched[word]; bits != 0; bits &= bits - 1) {
                tally.found((word << 6) + Long.numberOfTrailingZeros(bits), record::key, values);
            }
        }
    }

    PreviewTally tally() {
        return tally;
    }
}
