package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.sql.evaluate.Condition;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a rule may use, and what is counted of it. */
class RuleTallyTest {
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

    private final MatrixSchema schema = MatrixSchema.of(MODEL);
    private final RuleColumns columns = new RuleColumns(new MatrixTables(schema, EntityTables.NONE, Map.of()));
    private final RuleTallies tallies = new RuleTallies();
    private final RuleValues values = new RuleValues(columns, tallies);

    private BoundRule rule(String when) {
        byte[] json = ("{\"id\":\"a\",\"when\":\"" + when + "\"}").getBytes(StandardCharsets.UTF_8);
        return new BoundRule(RuleJson.read("a".getBytes(StandardCharsets.UTF_8), json), 1, 1, columns);
    }

    private EntityRecord record() {
        return EntityRecord.empty(
                EntityId.of(7),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
    }

    private void event() {
        values.of(record(), 0);
    }

    private boolean holds(BoundRule rule) {
        event();
        return tallies.of(rule).holds(rule.compiled(), values);
    }

    @Test
    void shouldNotBeTrueWhereTheConditionHasADefectOfOurs() {
        RuleTally tally = new RuleTally();
        Throwable[] defects = {new IllegalStateException("first"), new StackOverflowError()};
        for (Throwable each : defects) {
            Condition broken = fields -> {
                if (each instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) each;
            };
            assertThat(tally.holds(broken, values)).isFalse();
        }
        assertThat(tally.failures()).isEqualTo(2);
        assertThat(tally.defect()).isSameAs(defects[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "length(repeat('x', 1000000 + count_events_this_day)) > 1",
                "length(rpad('x', 1000000 + count_events_this_day)) > 1",
                "length(replace(repeat('x', 1000 + count_events_this_day), 'x', repeat('y', 1000))) > 1",
                "strpos(repeat('a', 60000 + count_events_this_day::int), repeat('a', 60000) || 'b') >= 0"
                        + " and length(repeat('b', 200000)) > 1",
                "length(repeat('x', 200000 + count_events_this_day) || repeat('x', 200000)) > 1",
                "repeat('a', 5000 + count_events_this_day) like '%' || repeat('a', 100) || 'b'",
                "repeat('a', 100000 + count_events_this_day) ~ '(a|aa|aaa)*b'"
            })
    void shouldEndWhatGoesBeyondTheWorkOfOneEvent(String when) {
        BoundRule rule = rule(when);
        assertThat(holds(rule)).isFalse();
        assertThat(tallies.of(rule).failures()).isEqualTo(1);
        assertThat(values.spent()).isGreaterThan(RuleTally.MOST_WORK);
        assertThat(holds(rule)).as("in every replay").isFalse();
        assertThat(tallies.of(rule).failures()).isEqualTo(2);
    }

    @Test
    void shouldSayThatARuleIsTooDearOnceItHasUsedFarMoreThanItsBudget() {
        BoundRule rule = rule("length(repeat('x', 100000 + count_events_this_day)) > 1");
        final long most = RuleTally.MOST_DEBT / (100_000 - RuleTally.WORK_OF_EVENT);
        for (int i = 0; i < most - 1; i++) {
            assertThat(holds(rule)).isTrue();
            assertThat(tallies.of(rule).isTooDear()).as("event %d", i).isFalse();
        }
        for (int i = 0; i < 20; i++) {
            assertThat(holds(rule)).isTrue();
        }
        assertThat(tallies.of(rule).isTooDear()).isTrue();
    }

    /** A rule that is applied at once is judged by another judge, which has seen fewer. */
    @Test
    void shouldCountTheEventsOfAllWhoJudge() {
        BoundRule rule = rule("length('x' || count_events_this_day::text) > 1");
        for (int i = 0; i < 5_000; i++) {
            assertThat(holds(rule)).isTrue();
        }
        RuleValues ofChecks = new RuleValues(columns, tallies);
        ofChecks.of(record(), 0);
        assertThat(tallies.of(rule).holds(rule.compiled(), ofChecks)).isTrue();
        assertThat(holds(rule)).isTrue();
        assertThat(tallies.of(rule).isTooDear()).isFalse();
    }

    @Test
    void shouldForgiveWhatIsDearForFewEvents() {
        BoundRule rule = rule("length(repeat('x', 100000 + count_events_this_day)) > 1");
        for (int i = 0; i < 10_000; i++) {
            event();
            if (i % 20 == 0) {
                assertThat(tallies.of(rule).holds(rule.compiled(), values)).isTrue();
            }
        }
        assertThat(tallies.of(rule).isTooDear()).isFalse();
    }

    @Test
    void shouldNotSuspendThePlainOnes() {
        BoundRule rule = rule("count_events_this_day >= 0 and sum_amount_this_day < 5");
        for (int i = 0; i < 100_000; i++) {
            assertThat(holds(rule)).isTrue();
        }
        assertThat(tallies.of(rule).isTooDear()).isFalse();
        assertThat(values.spent()).isZero();
        assertThat(tallies.of(rule).nanos()).isPositive();
    }
}
