package dev.aimonflink.query.format.rule;

import dev.aimonflink.query.rule.RuleHistory;
import dev.aimonflink.query.rule.RuleSet;
import dev.aimonflink.query.rule.RuleVersions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RuleRecordsTest {
    private static final byte[] GARBAGE = {'{'};

    private static int refused(RuleHistory.Entry... entries) {
        RuleHistory history = RuleHistory.of(1).with(List.of(entries));
        return new RuleVersions(Rules.COLUMNS, RuleSet.Engine.FLAT, List.of())
                .at(history.newest(), history)
                .faults()
                .size();
    }

    private static RuleHistory.Entry entry(long offset, String keyOrNull, byte[] valueOrNull) {
        return RuleRecords.entry(
                offset,
                1_000,
                true,
                keyOrNull == null ? null : keyOrNull.getBytes(StandardCharsets.UTF_8),
                valueOrNull,
                null);
    }

    @Test
    void shouldRefuseARecordThatCannotBeReadUntilItsIdIsDeleted() {
        for (String id : List.of("", "no id", "dear")) {
            assertThat(refused(entry(0, id, GARBAGE))).as(id).isEqualTo(1);
            assertThat(refused(entry(0, id, GARBAGE), entry(1, id, null)))
                    .as(id)
                    .isZero();
        }
    }

    @Test
    void shouldRefuseNoRuleBecauseOfARecordWithoutAKey() {
        assertThat(refused(entry(0, null, GARBAGE))).isZero();
        assertThat(refused(RuleRecords.entry(0, 1_000, false, null, GARBAGE, null)))
                .isZero();
        assertThat(refused(entry(0, "dear", GARBAGE), entry(1, null, null))).isEqualTo(1);
    }
}
