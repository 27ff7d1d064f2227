package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.rules.judge.RuleHistory.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JudgedVersionTest {
    private static final long TOPIC = 7;

    /** Versions 0 to 2. */
    private static final RuleHistory HISTORY = history(TOPIC);

    private final JudgedVersion judged = new JudgedVersion(new RuleVersions(
            new RuleColumns(Catalogues.tables(CallModel.schema(42), PresetModels.tables())),
            RuleSet.Engine.SEARCH,
            List.of()));

    private static RuleHistory history(long topic) {
        return RuleHistory.of(topic)
                .with(List.of(Entry.deleted(0, 10, "a"), Entry.deleted(1, 20, "a"), Entry.deleted(2, 30, "a")));
    }

    @Test
    void shouldJudgeByTheVersionOfTheNextEventThoughItIsAnOlderOne() {
        assertThat(judged.is(RuleHistory.NO_TOPIC, RuleHistory.NONE)).isTrue();
        assertThat(judged.use(TOPIC, 2, HISTORY).version()).isEqualTo(2);
        assertThat(judged.use(TOPIC, 1, HISTORY).version()).isEqualTo(1);
        assertThat(judged.present().version()).isEqualTo(1);
        assertThat(judged.is(TOPIC, 1)).isTrue();
        assertThat(judged.is(TOPIC, 2)).isFalse();
    }

    @Test
    void shouldCheckTheNewestVersionThatHasJudgedAnEvent() {
        judged.use(TOPIC, 1, HISTORY);
        judged.use(TOPIC, 0, HISTORY);
        assertThat(judged.checkNewest(HISTORY, RuleHistory.NONE)).isTrue();
        assertThat(judged.checked().version()).isEqualTo(1);
        assertThat(judged.checkNewest(HISTORY, RuleHistory.NONE)).isFalse();
    }

    @Test
    void shouldNotCheckAnOlderVersionOnceReadersAreNotAtTheirEndsAnyMore() {
        assertThat(judged.checkNewest(HISTORY, 2)).isTrue();
        assertThat(judged.checkNewest(HISTORY, RuleHistory.NONE)).isFalse();
        assertThat(judged.checked().version()).isEqualTo(2);
    }

    @Test
    void shouldCheckNothingOfATopicThatWasCreatedAnewBeforeItJudges() {
        judged.use(TOPIC, 2, HISTORY);
        judged.checkNewest(HISTORY, RuleHistory.NONE);
        assertThat(judged.checkNewest(RuleHistory.of(TOPIC + 1), RuleHistory.NONE))
                .isTrue();
        assertThat(judged.checked().version()).isEqualTo(RuleHistory.NONE);
    }
}
