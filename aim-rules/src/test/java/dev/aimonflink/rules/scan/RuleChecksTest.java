package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.ShippedModel;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.rules.format.RuleFile;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.rules.plain.PlainRules.Fired;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@ParameterizedClass
@EnumSource(ScanMode.class)
class RuleChecksTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final long SECOND_MS = 1_000;

    private final Model model;
    private final RuleColumns columns;
    private final CheckingPartition partition;
    private long nowMs = NOON_MS;

    RuleChecksTest(ScanMode mode) throws IOException {
        MatrixTables tables = ShippedModel.withAllColumns("calls").tables();
        model = tables.schema().model();
        columns = new RuleColumns(tables);
        partition = new CheckingPartition(tables, ZoneOffset.UTC, set(), mode);
    }

    private RuleSet set(String... rules) {
        List<Rule> parsed = rules.length == 0
                ? List.of()
                : RuleFile.parse(String.join("\n", rules), "rules.yaml", ZoneOffset.UTC, columns);
        return new RuleSet(
                parsed.stream()
                        .map(each -> new BoundRule(each, parsed.indexOf(each), parsed.indexOf(each), columns))
                        .toList(),
                columns,
                RuleSet.Engine.SEARCH);
    }

    private void call(long id) {
        partition.event(callOf(id));
    }

    private DeclaredEvent callOf(long id) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        event.keyNumber(id);
        event.timestampMs(nowMs);
        event.clockMs(nowMs);
        return event;
    }

    private List<String> check() {
        nowMs += SECOND_MS;
        return partition.check(nowMs).stream()
                .map(Fired::key)
                .map(EntityId::toString)
                .sorted()
                .toList();
    }

    /** The row of one that is erased while a pass runs stays, and it is that of the entity when that comes back. */
    @Test
    void shouldFireAnewForAnEntityThatWasErasedAndComesBackDuringAPass() {
        partition.use(set("- {id: calls, when: number_of_calls_this_week >= 1, check: every 1 s}"));
        call(7);
        call(8);
        assertThat(check()).containsExactly("7", "8");
        assertThat(check()).isEmpty();
        PreviewRules any = new PreviewRules(
                RuleFile.parse("- {id: any, when: zip IS NULL}", "rules.yaml", ZoneOffset.UTC, columns),
                columns,
                nanos -> {});
        partition.partition.submit(
                new Asker("any", "any", Long.MAX_VALUE), PreviewScan.of(any, columns, AnswerLimits.USUAL));
        partition.partition.runSlice(0);
        assertThat(partition.partition.queries().passRuns()).isTrue();
        partition.forget(EntityId.of(7));
        call(7);
        partition.run();
        assertThat(check()).containsExactly("7");
        assertThat(check()).isEmpty();
    }

    @Test
    void shouldFollowRowsThatMoveBetweenChecks() {
        partition.use(set("- {id: calls, when: number_of_calls_this_week >= 2, check: every 1 s, resolve: true}"));
        for (int id = 0; id < 5; id++) {
            call(id);
            call(id);
        }
        assertThat(check()).hasSize(5);
        partition.forget(EntityId.of(0));
        partition.forget(EntityId.of(2));
        call(0);
        call(0);
        assertThat(check()).containsExactly("0");
        assertThat(check()).isEmpty();
    }

    private void apply(String rule) {
        partition.use(applied(rule));
    }

    private RuleSet applied(String rule) {
        Rule parsed =
                RuleFile.parse(rule, "rules.yaml", ZoneOffset.UTC, columns).get(0);
        RuleHistory history = RuleHistory.of(1)
                .with(List.of(RuleHistory.Entry.of(0, 0, parsed, null).applied()));
        return new RuleVersions(columns, RuleSet.Engine.SEARCH, List.of()).at(0, history);
    }

    @Test
    void shouldApplyARuleForAllThoughRowsMoveBetweenItsSteps() {
        int entities = RuleChecks.MOST_FIRINGS + 20;
        for (int id = 0; id < entities; id++) {
            call(id);
        }
        apply("- {id: calls, when: number_of_calls_this_week >= 1}");
        Set<String> fired = new TreeSet<>(check());
        assertThat(fired).hasSize(RuleChecks.MOST_FIRINGS);
        partition.forget(EntityId.of(3));
        partition.forget(EntityId.of(5));
        fired.addAll(check());
        assertThat(fired).as("the last rows have moved to the first").hasSize(entities);
        assertThat(check()).isEmpty();
    }

    @Test
    void shouldNotApplyWhatIsDisabledAndWaitForWhatIsNotValidYet() {
        call(7);
        apply("- {id: calls, when: number_of_calls_this_week >= 1, enabled: false}");
        assertThat(check()).isEmpty();
        apply("- {id: calls, when: number_of_calls_this_week >= 1, valid: {from: 2026-11-18T13:00:00Z}}");
        assertThat(check()).isEmpty();
        nowMs += 3_600 * SECOND_MS;
        call(8);
        assertThat(check()).containsExactly("7", "8");
    }

    @Test
    void shouldCheckOnWhenTheWallClockIsPutBack() {
        partition.use(set("- {id: calls, when: number_of_calls_this_week >= 1, check: every 1 s}"));
        call(7);
        nowMs += 86_400 * SECOND_MS;
        assertThat(check()).containsExactly("7");
        nowMs -= 86_400 * SECOND_MS;
        call(8);
        assertThat(check()).as("readers have to settle anew").isEmpty();
        nowMs += RuleChecks.SETTLED_MS;
        assertThat(check()).containsExactly("8");
    }

    @Test
    void shouldLeaveOutChecksWhereAReaderIsNotHeardOf() {
        partition.use(set("- {id: silent, when: idle > 60, check: every 1 s}"));
        call(7);
        assertThat(check()).isEmpty();
        long skipped = partition.checks.skipped();
        nowMs += 600 * SECOND_MS;
        assertThat(partition.look(nowMs))
                .as("the last report is ten minutes old")
                .isEmpty();
        assertThat(partition.checks.skipped()).isGreaterThan(skipped);
        assertThat(check()).containsExactly("7");
    }

    @Test
    void shouldWaitBeforeItReadsTheLastEventsAgainIfThatFails() {
        call(7);
        partition.read(nowMs, true);
        partition.use(set("- {id: silent, when: idle > 60, check: every 1 s}"));
        partition.checks.look(nowMs - RuleChecks.SETTLED_MS);
        partition.checks.look(nowMs);
        assertThat(partition.partition.cancel(RuleChecks.CLIENT, "rules-last-events"))
                .as("the reading")
                .isEqualTo(1);
        partition.checks.look(nowMs + Round.RETRY_MS - 1);
        assertThat(partition.partition.hasWork()).as("nothing is read").isFalse();
        nowMs += Round.RETRY_MS;
        assertThat(check()).containsExactly("7");
    }

    @Test
    void shouldCountAsLeftOutWhatComesBeforeTheCheckBeforeHasEnded() {
        partition.use(set("- {id: calls, when: number_of_calls_this_week >= 1, check: every 1 s}"));
        call(7);
        partition.read(nowMs, true);
        partition.checks.look(nowMs);
        nowMs += RuleChecks.SETTLED_MS;
        partition.read(nowMs, true);
        partition.checks.look(nowMs);
        partition.checks.look(nowMs + SECOND_MS);
        partition.checks.look(nowMs + 2 * SECOND_MS);
        assertThat(partition.checks.skipped()).isEqualTo(2);
        partition.run();
        assertThat(partition.fired).hasSize(1);
        assertThat(partition.checks.ended()).isEqualTo(1);
    }

    /** Such a scan takes the time of all others; a rule that is checked comes again with its next check. */
    @Test
    void shouldEndAScanThatTakesTooLongAndBeginThatOfAnAppliedRuleAgainInAMinute() throws IOException {
        CheckingPartition slow = new CheckingPartition(
                ShippedModel.withAllColumns("calls").tables(),
                ZoneOffset.UTC,
                set(),
                ScanMode.S1,
                new AnswerLimits(10, 10, 10, 10, 0));
        for (int id = 0; id < 50; id++) {
            slow.event(callOf(id));
        }
        slow.use(applied(
                "- {id: calls, when: 'length(repeat(subscriber_id::text, number_of_calls_this_week)) >= 1000'}"));
        assertThat(slow.check(nowMs)).isEmpty();
        assertThat(slow.errors)
                .hasSize(1)
                .allSatisfy(each -> assertThat(each.inSql().state()).isEqualTo("57014"));
        assertThat(slow.check(nowMs + Round.RETRY_MS - 1)).isEmpty();
        assertThat(slow.errors).hasSize(1);
        assertThat(slow.check(nowMs + Round.RETRY_MS + RuleChecks.SETTLED_MS)).isEmpty();
        assertThat(slow.errors).hasSize(2);
    }
}
