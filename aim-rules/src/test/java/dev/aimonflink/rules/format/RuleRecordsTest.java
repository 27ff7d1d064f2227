package dev.aimonflink.rules.format;

import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.testing.Scale;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
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

    /** Records are drawn, and bytes of them changed: the job reads each, and the other rules judge. */
    @Test
    void shouldReadWhateverComesAndJudgeByTheOthers() {
        long seed = Scale.seed();
        Random random = new Random(seed);
        List<String> bodies = List.of(
                "{'id':'dear','when':'event.cost > 1e999999999'}",
                "{'id':'dear','when':'length(repeat(zip, 100)) > 1','every':'2d','params':{'a':[1,{}]}}",
                "{'id':'dear','when':'" + "(".repeat(200) + "','check':'every 10 s'}",
                "{'id':'dear','valid':{'from':'2026-13-41'},'action':{'topic':'offers','event':{}},'mute':null}",
                "{'id':'dear','id':'dear','when':true,'enabled':'no'}");
        for (int i = 0; i < Scale.times(2_000); i++) {
            byte[] value =
                    bodies.get(random.nextInt(bodies.size())).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt();
            }
            byte[] good = "{\"id\":\"good\",\"when\":\"event.cost > 1\"}".getBytes(StandardCharsets.UTF_8);
            RuleHistory history = RuleHistory.of(1)
                    .with(List.of(entry(0, "good", good), entry(1, "dear", value), entry(2, "dear", value)));
            assertThat(new RuleVersions(Rules.COLUMNS, RuleSet.Engine.SEARCH, List.of())
                            .at(2, history)
                            .rules())
                    .as("-Daim.test.seed=%d, record %d: %s", seed, i, new String(value, StandardCharsets.ISO_8859_1))
                    .extracting(each -> each.rule().id())
                    .contains("good");
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
