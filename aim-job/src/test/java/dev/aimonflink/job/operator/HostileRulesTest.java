package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.testing.Scale;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules that are slow, fail, write too much or remember much: events go on, each of these is said, and a replay fires alike. */
class HostileRulesTest {
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int EVENTS = 600;
    private static final String SUSPENDED = "It is suspended.";

    /** What is wrong with a rule, by the beginning of its id. */
    private static final Map<String, String> HOSTILE = Map.of(
            "slow", "'when': 'length(repeat(subscriber_id::text, 150000)) > 1', 'every': '1d'",
            "matches", "'when': 'repeat(subscriber_id::text, 9000) ~ $(1|2|12|21|[3-9])*x$', 'every': '1d'",
            "beyond", "'when': 'length(rpad(subscriber_id::text, 1000000)) > 1'",
            "fails", "'when': '1 / (event.cost - event.cost) > 1'",
            "wordy", "'when': 'event.cost > 1', 'message': '{left(repeat(subscriber_id::text, 120000), 3)}'",
            "large",
                    "'when': 'event.cost > 1', 'action': {'topic': 'offers', 'key': 'subscriber_id', 'event': {'text':"
                            + " 'rpad(subscriber_id::text, 1000000)'}}",
            "remembers", "'when': 'event.cost >= 0', 'every': '1d', 'resolve': true");

    private record Sent(Event call, long offset, long version) {}

    static LongStream seeds() {
        return Scale.seeds(10);
    }

    private final List<RuleHistory.Entry> entries = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();

    private static Rule rule(String id, String body) {
        String json = "{'id': '" + id + "', " + body + "}";
        return RuleJson.read(
                id.getBytes(StandardCharsets.UTF_8),
                json.replace('\'', '"').replace("$", "'").getBytes(StandardCharsets.UTF_8));
    }

    private void add(RuleHistory.Entry entry, FakeRules rules) {
        entries.add(entry);
        rules.add(entry);
    }

    private void put(Rule rule, FakeRules rules) {
        add(RuleHistory.Entry.of(entries.size(), entries.size(), rule, null), rules);
    }

    private static void send(Sent each, MatrixPartitions matrix) throws Exception {
        MatrixInput.Events call = CallMessages.of(each.call, 3, each.offset);
        matrix.send(CallMessages.judgedBy(FakeRules.TOPIC, each.version, call));
    }

    private static List<String> alerts(MatrixPartitions matrix) {
        List<String> alerts = new ArrayList<>();
        for (MatrixHarness partition : matrix.all()) {
            var side = partition.getSideOutput(SideOutputs.ALERTS);
            if (side != null) {
                side.forEach(each -> alerts.add(text(each.getValue())));
            }
        }
        alerts.sort(null);
        return alerts;
    }

    private static String text(Alert alert) {
        return alert.topic() + " " + alert.alertId() + " " + new String(alert.value(), StandardCharsets.UTF_8);
    }

    /** What the topic does: a record for each version that the job wants to be suspended. */
    private void suspend(FakeRules rules, Map<Long, Rule> versions) {
        for (long version : rules.suspended()) {
            Rule rule = versions.remove(version);
            if (rule != null) {
                add(
                        RuleHistory.Entry.of(entries.size(), entries.size(), rule.with(false, rule.mute()), null)
                                .suspends(new RuleHistory.Suspension(version, SUSPENDED)),
                        rules);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldLetEventsGoOnAndSayWhatIsWrong(long seed) throws Exception {
        Random random = new Random(seed);
        FakeRules rules = new FakeRules();
        MatrixPartitions matrix = new MatrixPartitions(
                TestSettings.with("--aim.rules.topics=offers"), rules.source(), new HashMapStateBackend(), 2);
        Map<Long, Rule> versions = new HashMap<>();
        put(rule("good", "'when': 'event.cost > 1'"), rules);
        List<String> kinds = new ArrayList<>(HOSTILE.keySet());
        kinds.sort(null);
        for (int i = 0; i < 6; i++) {
            String kind = kinds.get(random.nextInt(kinds.size()));
            Rule hostile = rule(kind + i, HOSTILE.get(kind));
            versions.put((long) entries.size(), hostile);
            put(hostile, rules);
        }
        Map<Long, Rule> left = new HashMap<>(versions);
        int good = 0;
        for (int i = 0; i < EVENTS; i++) {
            Event call = new Event(random.nextInt(100), NOON_MS + i, 60, random.nextInt(4), false);
            good += call.cost() > 1 ? 1 : 0;
            sent.add(new Sent(call, i, entries.size() - 1));
            send(sent.get(i), matrix);
            if (random.nextInt(40) == 0) {
                for (MatrixHarness partition : matrix.all()) {
                    for (int pulse = 0; pulse < 10; pulse++) {
                        partition.advanceTime(EventGaps.PULSE_MS);
                    }
                }
                suspend(rules, left);
            }
        }
        assertThat(matrix.all().stream()
                        .mapToLong(each -> each.counter(AimMetrics.EVENTS_APPLIED))
                        .sum())
                .isEqualTo(EVENTS);
        List<String> fired = alerts(matrix);
        assertThat(fired.stream().filter(each -> each.contains(" good-0-"))).hasSize(good);
        requireSaid(matrix, versions);
        matrix.close();
        assertThat(replayed()).as("seed %d, replayed", seed).isEqualTo(fired);
    }

    /** In the list of rules, and as a metric. */
    private void requireSaid(MatrixPartitions matrix, Map<Long, Rule> versions) throws Exception {
        long failed = 0;
        long suspended = 0;
        Map<String, List<Object>> rows = new HashMap<>();
        matrix.ask(RulesReport.asked()).rows().forEach(row -> rows.put((String) row.get(0), row));
        for (Rule each : versions.values()) {
            List<Object> row = rows.get(each.id());
            boolean isSuspended = row.get(5) != null && ((String) row.get(5)).endsWith(SUSPENDED);
            suspended += isSuspended ? 1 : 0;
            failed += isSuspended ? 0 : (Long) row.get(4);
            if (each.id().startsWith("slow")
                    || each.id().startsWith("wordy")
                    || each.id().startsWith("beyond")) {
                assertThat(isSuspended).as(each.id()).isTrue();
            } else if (each.id().startsWith("fails")) {
                assertThat((Long) row.get(4)).isEqualTo(EVENTS);
            } else if (each.id().startsWith("large") && !isSuspended) {
                assertThat(matrix.all().stream()
                                .mapToLong(part -> part.counter(AimMetrics.RULE_EVENTS_TOO_LARGE))
                                .sum())
                        .isPositive();
            }
        }
        assertThat(matrix.all().get(0).gauge(AimMetrics.RULES_SUSPENDED)).isEqualTo(suspended);
        for (MatrixHarness partition : matrix.all()) {
            for (int pulse = 0; pulse < 10; pulse++) {
                partition.advanceTime(EventGaps.PULSE_MS);
            }
        }
        assertThat(matrix.all().stream()
                        .mapToLong(each -> each.gauge(AimMetrics.RULES_FAILED))
                        .sum())
                .isGreaterThanOrEqualTo(failed > 0 ? 1 : 0);
    }

    /** The alerts of the same events and rules in a job that begins anew. */
    private List<String> replayed() throws Exception {
        FakeRules rules = new FakeRules();
        entries.forEach(rules::add);
        MatrixPartitions matrix = new MatrixPartitions(
                TestSettings.with("--aim.rules.topics=offers"), rules.source(), new HashMapStateBackend(), 2);
        for (Sent each : sent) {
            send(each, matrix);
        }
        List<String> fired = alerts(matrix);
        matrix.close();
        return fired;
    }
}
