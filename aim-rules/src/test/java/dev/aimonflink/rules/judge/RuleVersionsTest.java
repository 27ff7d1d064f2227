package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.judge.RuleHistory.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
    private final RuleVersions versions = new RuleVersions(columns, RuleSet.Engine.SEARCH, List.of());

    private static Entry put(long offset, long timeMs, String id, String when) {
        return Entry.of(offset, timeMs, rule(id, when), null);
    }

    private static Rule rule(String id, String when) {
        return new Rule(
                id,
                when,
                Map.of(),
                new Every(Every.Period.DAY, false),
                null,
                Rule.Validity.ALWAYS,
                0,
                null,
                null,
                false,
                true,
                false,
                Rule.Mute.NONE);
    }

    private static Entry delete(long offset, long timeMs, String id) {
        return Entry.deleted(offset, timeMs, id);
    }

    @Test
    void shouldMakeTheSetOfEachVersionOnceThoughPartitionsAreAtDifferentOnes() {
        List<Entry> entries = new ArrayList<>();
        for (int version = 0; version < 32; version++) {
            entries.add(put(version, version, "a", "event.amount > " + version));
        }
        RuleHistory history = RuleHistory.EMPTY.with(entries);
        List<RuleSet> first = sets(history);
        assertThat(sets(history))
                .usingElementComparator((one, other) -> one == other ? 0 : 1)
                .isEqualTo(first);
    }

    private List<RuleSet> sets(RuleHistory history) {
        return LongStream.range(0, 32)
                .mapToObj(each -> versions.at(each, history))
                .toList();
    }

    @Test
    void shouldShareRulesBetweenThreads() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(put(0, 0, "a", "event.amount > 1")));
        List<RuleSet> sets = IntStream.range(0, 64)
                .parallel()
                .mapToObj(each -> versions.at(0, history))
                .toList();
        assertThat(sets).allMatch(each -> each == sets.get(0));
    }

    @Test
    void shouldJudgeAnEventByTheVersionsThatWereThereADelayBefore() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(3, 10_000, "a", "event.amount > 1"),
                put(5, 12_000, "b", "event.amount > 2"),
                delete(6, 12_000, "a")));
        assertThat(history.judging(11_999, DELAY_MS).version()).isEqualTo(RuleHistory.NONE);
        assertThat(history.judging(12_000, DELAY_MS).version()).isEqualTo(3);
        assertThat(history.judging(13_999, DELAY_MS).version()).isEqualTo(3);
        assertThat(history.judging(14_000, DELAY_MS).version()).isEqualTo(6);
        assertThat(history.judging(0, DELAY_MS).untilMs()).isEqualTo(12_000);
        assertThat(history.judging(12_500, DELAY_MS).untilMs()).isEqualTo(14_000);
        assertThat(history.judging(14_000, DELAY_MS).untilMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotGoBackWithTheClockOfABroker() {
        RuleHistory history = RuleHistory.EMPTY
                .with(List.of(put(0, 10_000, "a", "event.amount > 1")))
                .with(List.of(put(1, 9_000, "b", "event.amount > 1")));
        assertThat(history.judging(11_500, DELAY_MS).version()).isEqualTo(RuleHistory.NONE);
        assertThat(history.judging(12_000, DELAY_MS).version()).isEqualTo(1);
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
                Entry.wrong(2, 2, "a", "This is no rule.")));
        RuleSet set = versions.at(2, history);
        assertThat(set.rules()).extracting(BoundRule::version).containsExactly(0L);
        assertThat(set.faults()).containsExactly(new RuleSet.Fault("a", 2, "This is no rule.", null));
        assertThat(versions.at(1, history).faults()).singleElement().satisfies(fault -> assertThat(fault.why())
                .contains("costs"));
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

    @Test
    void shouldDisableARuleThatOnlyAnotherModelCanRead() {
        long other = columns.schema().fingerprint() + 1;
        RuleHistory history = RuleHistory.EMPTY.with(
                List.of(put(0, 0, "a", "event.amount > 1"), Entry.of(1, 1, rule("a", "event.costs > 1"), other)));
        RuleSet set = versions.at(1, history);
        assertThat(set.rules()).isEmpty();
        assertThat(set.indexOf(1)).as("its memory").isEqualTo(RuleSet.SILENT);
        assertThat(set.indexOf(0)).as("that of the one before").isEqualTo(RuleSet.DELETED);
        assertThat(set.faults()).extracting(RuleSet.Fault::version).containsExactly(1L);
    }

    @Test
    void shouldRefuseARuleThatWritesToATopicThatIsNotListed() {
        Rule writes = new Rule(
                "a",
                "event.amount > 1",
                Map.of(),
                Every.EVENT,
                null,
                Rule.Validity.ALWAYS,
                0,
                null,
                new Rule.NewEvent("offers", "card_id", Map.of("card", "card_id")),
                false,
                true,
                false,
                Rule.Mute.NONE);
        RuleHistory history = RuleHistory.EMPTY.with(List.of(Entry.of(0, 0, writes, null)));
        assertThat(versions.at(0, history).rules()).isEmpty();
        assertThat(versions.at(0, history).indexOf(0))
                .as("its memory, which counts again when the topic is listed again")
                .isEqualTo(RuleSet.SILENT);
        RuleHistory deleted = history.with(List.of(delete(1, 1, "a")));
        assertThat(versions.at(1, deleted).indexOf(0)).isEqualTo(RuleSet.DELETED);
        assertThat(versions.at(1, deleted).mark())
                .as("entities that remember it are looked at")
                .isGreaterThan(versions.at(0, history).mark());
        assertThat(versions.at(0, history).faults().get(0).why())
                .isEqualTo("The job may not write events to topic 'offers'. Start it with aim.rules.topics=offers.");
        RuleVersions listed = new RuleVersions(columns, RuleSet.Engine.SEARCH, List.of("offers"));
        assertThat(listed.at(0, history).rules()).hasSize(1);
    }

    @Test
    void shouldNoteWhenTheMemoryOfARuleEnds() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(0, 0, "a", "event.amount > 1"),
                put(1, 1, "a", "event.amount > 1"),
                put(2, 2, "a", "event.amount > 2"),
                put(3, 3, "b", "event.amount > 2"),
                delete(4, 4, "a")));
        int unchanged = versions.at(0, history).mark();
        assertThat(unchanged).isPositive();
        assertThat(versions.at(1, history).mark()).isEqualTo(unchanged);
        assertThat(versions.at(2, history).mark()).isGreaterThan(unchanged);
        assertThat(versions.at(3, history).mark())
                .isEqualTo(versions.at(2, history).mark());
        assertThat(versions.at(4, history).mark())
                .isGreaterThan(versions.at(3, history).mark());
    }

    private static Entry suspended(long offset, String id, String when, long version) {
        return Entry.of(offset, offset, rule(id, when).with(false, Rule.Mute.NONE), null)
                .suspends(new RuleHistory.Suspension(version, "It takes too much."));
    }

    @Test
    void shouldNotJudgeByASuspendedVersionAndRememberWhatItHasFired() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(0, 0, "a", "event.amount > 1"),
                put(1, 1, "b", "event.amount > 2"),
                suspended(2, "a", "event.amount > 1", 0)));
        RuleSet set = versions.at(2, history);
        assertThat(set.rules()).extracting(BoundRule::version).containsExactly(1L);
        assertThat(set.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.why()).isEqualTo("It takes too much.");
            assertThat(fault.suspended().version()).isZero();
        });
        assertThat(set.indexOf(0)).isEqualTo(RuleSet.SILENT);
        assertThat(ids(1, history)).as("events of before").containsExactly("a", "b");
        RuleHistory enabled = history.with(List.of(put(3, 3, "a", "event.amount > 1")));
        assertThat(versions.at(3, enabled).faults()).isEmpty();
        assertThat(versions.at(3, enabled).rules())
                .extracting(BoundRule::memory)
                .containsExactly(0, 1);
    }

    @Test
    void shouldNotSuspendAVersionThatIsNotTheNewestAnyMore() {
        RuleHistory history = RuleHistory.EMPTY.with(List.of(
                put(0, 0, "a", "event.amount > 1"),
                put(1, 1, "a", "event.amount > 2"),
                suspended(2, "a", "event.amount > 1", 0),
                suspended(3, "a", "event.amount > 1", 1),
                suspended(4, "a", "event.amount > 1", 1),
                delete(5, 5, "a"),
                suspended(6, "a", "event.amount > 1", 3)));
        assertThat(versions.at(2, history).rules())
                .extracting(BoundRule::version)
                .containsExactly(1L);
        assertThat(versions.at(4, history).faults())
                .extracting(RuleSet.Fault::version)
                .containsExactly(3L);
        assertThat(versions.at(6, history).faults()).isEmpty();
        assertThat(versions.at(6, history).rules()).isEmpty();
    }

    @Test
    void shouldRefuseTheRuleBeyondTheMost() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i <= Rule.MAX_RULES; i++) {
            entries.add(put(i, i, "rule-" + i, "event.amount > " + i));
        }
        RuleHistory history = RuleHistory.EMPTY.with(entries);
        RuleSet set = versions.at(Rule.MAX_RULES, history);
        assertThat(set.rules()).hasSize(Rule.MAX_RULES);
        assertThat(set.faults())
                .containsExactly(new RuleSet.Fault(
                        "rule-10000", 10_000, "There are 10000 rules already. Delete one: aim rules delete ID.", null));
        RuleHistory changed = history.with(
                List.of(delete(10_001, 10_001, "rule-3"), put(10_002, 10_002, "rule-10000", "event.amount > 1")));
        assertThat(versions.at(10_002, changed).rules()).hasSize(Rule.MAX_RULES);
        assertThat(versions.at(10_002, changed).faults()).isEmpty();
    }
}
