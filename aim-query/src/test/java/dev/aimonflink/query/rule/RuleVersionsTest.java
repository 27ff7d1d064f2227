package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.rule.RuleHistory.Entry;
import dev.aimonflink.query.tables.MatrixTables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The topic of rules, and the rules of each version. */
class RuleVersionsTest {
    private static final long DELAY_MS = 2_000;

    private static final Model MODEL = ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields: {amount: money}
            windows: [1 day]
            aggregates: {events: [count], amount: [sum]}
            """, "payments.yaml");

    private final RuleColumns columns =
            new RuleColumns(new MatrixTables(MatrixSchema.of(MODEL), EntityTables.NONE, Map.of()));
    private final RuleVersions versions = new RuleVersions(columns, RuleSet.Engine.SEARCH);

    private static Entry put(long offset, long timeMs, String id, String when) {
        return new Entry(offset, timeMs, id, rule(id, when), null);
    }

    private static Rule rule(String id, String when) {
        return new Rule(
                id,
                when,
                Map.of(),
                new Every(Every.Period.DAY, false),
                Rule.Validity.ALWAYS,
                0,
                null,
                null,
                false,
                true,
                Rule.Mute.NONE);
    }

    private static Entry delete(long offset, long timeMs, String id) {
        return new Entry(offset, timeMs, id, null, null);
    }

    @Test
    void shouldJudgeAnEventByTheVersionsThatWereThereADelayBefore() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(3, 10_000, "a", "event.amount > 1"),
                put(5, 12_000, "b", "event.amount > 2"),
                delete(6, 12_000, "a")));
        assertThat(history.versionAt(11_999, DELAY_MS)).isEqualTo(RuleHistory.NONE);
        assertThat(history.versionAt(12_000, DELAY_MS)).isEqualTo(3);
        assertThat(history.versionAt(13_999, DELAY_MS)).isEqualTo(3);
        assertThat(history.versionAt(14_000, DELAY_MS)).isEqualTo(6);
        assertThat(history.nextChangeMs(0, DELAY_MS)).isEqualTo(12_000);
        assertThat(history.nextChangeMs(12_500, DELAY_MS)).isEqualTo(14_000);
        assertThat(history.nextChangeMs(14_000, DELAY_MS)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotGoBackWithTheClockOfABroker() {
        RuleHistory history = RuleHistory.EMPTY
                .with(List.of(put(0, 10_000, "a", "event.amount > 1")))
                .with(List.of(put(1, 9_000, "b", "event.amount > 1")));
        assertThat(history.versionAt(11_500, DELAY_MS)).isEqualTo(RuleHistory.NONE);
        assertThat(history.versionAt(12_000, DELAY_MS)).isEqualTo(1);
        assertThat(history.newest()).isEqualTo(1);
    }

    @Test
    void shouldHaveTheRulesOfEachVersion() {
        RuleHistory history = RuleHistory.EMPTY.with(
                List.of(put(0, 0, "a", "event.amount > 1"), put(1, 1, "b", "event.amount > 2"), delete(2, 2, "a")));
        assertThat(ids(RuleHistory.NONE, history)).isEmpty();
        assertThat(ids(0, history)).containsExactly("a");
        assertThat(ids(1, history)).containsExactly("a", "b");
        assertThat(ids(2, history)).containsExactly("b");
        assertThat(ids(1, history)).as("a Kafka partition that is behind").containsExactly("a", "b");
    }

    @Test
    void shouldLeaveARuleAsItWasWhereItsNextVersionMeansNothing() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(0, 0, "a", "event.amount > 1"),
                put(1, 1, "a", "event.costs > 1"),
                new Entry(2, 2, "a", null, "This is no rule.")));
        RuleSet set = versions.at(2, history);
        assertThat(set.rules()).extracting(BoundRule::version).containsExactly(0L);
        assertThat(versions.faults()).containsOnlyKeys(1L);
        assertThat(versions.faults().get(1L)).contains("costs");
    }

    @Test
    void shouldRememberFiringsAsLongAsConditionAndIntervalAreTheSame() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(0, 0, "a", "event.amount > 1"),
                put(1, 1, "a", "event.amount > 1"),
                put(2, 2, "a", "event.amount > 2"),
                delete(3, 3, "a"),
                put(4, 4, "a", "event.amount > 2")));
        assertThat(memory(0, history)).isZero();
        assertThat(memory(1, history)).isZero();
        assertThat(memory(2, history)).isEqualTo(2);
        assertThat(memory(4, history))
                .as("one that was deleted meanwhile is another")
                .isEqualTo(4);
    }

    private List<String> ids(long version, RuleHistory history) {
        return versions.at(version, history).rules().stream()
                .map(each -> each.rule().id())
                .toList();
    }

    private int memory(long version, RuleHistory history) {
        return versions.at(version, history).rules().get(0).memory();
    }
}
