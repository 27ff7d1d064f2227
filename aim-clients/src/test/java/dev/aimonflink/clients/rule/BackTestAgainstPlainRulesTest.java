package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.FakeTopic;
import dev.aimonflink.clients.TopicReplay;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.RandomRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.plain.PlainRules;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** A back-test of any rules and model fires what is recomputed from the events that the topic has, alert by alert. */
class BackTestAgainstPlainRulesTest {
    private static final int STEPS = 400;
    private static final int RULES = 10;
    private static final int PARTITIONS = 3;
    private static final Duration SKEW = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final List<String> ZONES = List.of("UTC", "Europe/Zurich", "America/New_York", "Asia/Kolkata");
    private static final String EVENTS = Topics.defaults().events();
    private static final String PROFILES = Topics.defaults().profiles();

    static LongStream seeds() {
        return Scale.seeds(30);
    }

    private record Alert(
            String rule, EntityId key, int partition, long offset, boolean isResolved, int suppressed, long sinceMs) {}

    private record Sent(int partition, long offset, long timeMs, byte[] value) {}

    /** A model, its rules, and what the topics have. */
    private static final class World {
        private final Random random;
        private final Model model;
        private final RandomUpdates updates;
        private final EntityTables files;
        private final MatrixTables tables;
        private final RuleModel ruleModel;
        private final JsonModelCodec codec;
        private final FakeTopic events = new FakeTopic(PARTITIONS);
        private final FakeTopic profiles = new FakeTopic(1);
        private final FakeKafka kafka =
                new FakeKafka().withTopics().withRecords(EVENTS, events).withRecords(PROFILES, profiles);
        private final Map<EntityId, EntityProfile> newest = new HashMap<>();
        private final List<Sent> sent = new ArrayList<>();
        private final long[] ends = new long[PARTITIONS];
        private final Map<EntityId, PlainMatrix> matrices = new HashMap<>();

        World(long seed) {
            random = new Random(seed);
            model = RandomUpdates.model(random, null);
            updates = new RandomUpdates(model, random);
            files = RandomModels.tables(model, random);
            MatrixSchema schema = MatrixSchema.of(model);
            tables = new MatrixTables(schema, files, Map.of());
            ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
            ruleModel = new RuleModel(schema, files, new RuleColumns(tables), zone);
            codec = new JsonModelCodec(model);
        }

        List<Rule> rules(String name, int count) {
            RandomRules drawn = new RandomRules(model, random);
            List<Rule> rules = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rules.add(drawn.rule(name + i, Instant.ofEpochMilli(updates.nowMs())));
            }
            return rules;
        }

        /** Whether all windows that a rule reads do. */
        boolean endsInTime(Rule rule) {
            return new BackTestRules(List.of(rule), List.of(), ruleModel)
                            .span(Instant.EPOCH, Instant.EPOCH, SKEW)
                            .endless()
                    == null;
        }

        void step(boolean isPunctual) {
            switch (random.nextInt(16)) {
                case 0, 1 -> updates.later();
                case 2 -> {
                    EntityProfile profile = new EntityProfile(updates.key(), updates.attributes());
                    newest.put(profile.key(), profile);
                    ProfileModelCodec profileCodec = new ProfileModelCodec(model);
                    profiles.add(
                            0, updates.nowMs(), profileCodec.encodeKey(profile.key()), profileCodec.encode(profile));
                }
                case 3 -> send(random.nextInt(PARTITIONS), updates.nowMs(), "{".getBytes(UTF_8));
                default -> {
                    DeclaredEvent event = updates.event();
                    if (isPunctual) {
                        event.timestampMs(updates.nowMs());
                        if (!hasRoom(event)) {
                            return;
                        }
                    } else if (random.nextInt(20) == 0) {
                        event.timestampMs(updates.nowMs() + SKEW.toMillis() + random.nextInt(3) - 1);
                    }
                    // Rules promise nothing to an entity whose Kafka partition changes.
                    send(Math.floorMod(event.key().hashCode(), PARTITIONS), updates.nowMs(), codec.encode(event));
                }
            }
        }

        /** Sums of windows that no rule reads may have no room for an event, and windows of before are not replayed. */
        private boolean hasRoom(DeclaredEvent event) {
            DeclaredEvent asRead = new DeclaredEvent(model.event());
            asRead.timestampMs(event.timestampMs());
            try {
                codec.decode(codec.encode(event), asRead);
                PlainMatrix matrix =
                        matrices.computeIfAbsent(asRead.key(), unknown -> new PlainMatrix(model, ruleModel.zone()));
                return matrix.apply(asRead.key().value(), asRead.timestampMs(), asRead.timestampMs(), asRead.values())
                        == PlainMatrix.Outcome.APPLIED;
            } catch (MalformedException | SqlException neverCounts) {
                return false;
            }
        }

        private void send(int partition, long timeMs, byte[] value) {
            sent.add(new Sent(partition, ends[partition]++, timeMs, value));
            events.add(partition, timeMs, null, value);
        }

        List<Alert> backTested(BackTestRules rules, BackTestSpan span, EntitySample sample) {
            List<Alert> alerts = new ArrayList<>();
            BackTest test = new BackTest(
                    rules,
                    span,
                    new BackTest.Settings(EventFormat.JSON, sample, 1_000),
                    (rule, values, isResolved, suppressed, sinceMs) -> alerts.add(new Alert(
                            rule.rule().id(),
                            values.record().key(),
                            values.event().partition(),
                            values.event().offset(),
                            isResolved,
                            suppressed,
                            sinceMs)));
            Connection connection = Connection.to(FakeKafka.BOOTSTRAP);
            test.readProfiles(kafka.topicReader(connection, PROFILES), () -> {});
            try (TopicReplay replay = kafka.topicReplay(connection, EVENTS, span.replayMs(), span.untilMs(), TIMEOUT)) {
                test.run(replay, done -> {});
                assertThat(replay.done()).isEqualTo(replay.size());
            }
            assertThat(test.report().rules().stream()
                            .mapToLong(each -> each.firings() + each.resolved())
                            .sum())
                    .isEqualTo(alerts.size());
            return alerts;
        }

        /** From the events since a time, of which rules judge those since another one. */
        List<Alert> recomputed(List<Rule> rules, BackTestSpan span, EntitySample sample, long sinceMs, long judgedMs) {
            PlainRules plain = new PlainRules(tables, ruleModel.zone());
            newest.forEach((key, profile) -> plain.profile(key, profile.attributes()));
            List<BoundRule> bound = new ArrayList<>();
            rules.forEach(each ->
                    bound.add(new BoundRule(asIfItFired(each), bound.size(), bound.size(), ruleModel.columns())));
            long[] clocksMs = new long[PARTITIONS];
            List<Alert> alerts = new ArrayList<>();
            for (Sent each : sent) {
                DeclaredEvent event = each.timeMs >= sinceMs && each.timeMs < span.untilMs() ? decoded(each) : null;
                if (event == null) {
                    continue;
                }
                clocksMs[each.partition] = Math.max(clocksMs[each.partition], event.timestampMs());
                event.clockMs(clocksMs[each.partition]);
                event.position(each.partition, each.offset);
                if (sample.includes(event.key())) {
                    List<PlainRules.Fired> fired = plain.event(event, each.timeMs >= judgedMs ? bound : List.of());
                    fired.stream()
                            .filter(alert -> each.timeMs >= span.fromMs())
                            .forEach(alert -> alerts.add(new Alert(
                                    alert.rule(),
                                    alert.key(),
                                    each.partition,
                                    each.offset,
                                    alert.isResolved(),
                                    alert.suppressed(),
                                    alert.sinceMs())));
                }
            }
            return alerts;
        }

        /** Null if the job would not accept it. */
        private DeclaredEvent decoded(Sent record) {
            DeclaredEvent event = new DeclaredEvent(model.event());
            event.timestampMs(record.timeMs);
            try {
                codec.decode(record.value, event);
            } catch (MalformedException malformed) {
                return null;
            }
            return event.timestampMs() > record.timeMs + SKEW.toMillis() ? null : event;
        }
    }

    private static Rule asIfItFired(Rule rule) {
        return with(rule, rule.every(), rule.resolves());
    }

    private static Rule with(Rule rule, Every every, boolean resolves) {
        return new Rule(
                rule.id(),
                rule.when(),
                rule.params(),
                every,
                null,
                Rule.Validity.ALWAYS,
                rule.priority(),
                rule.message(),
                rule.event(),
                resolves,
                true,
                false,
                Rule.Mute.NONE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldFireAsRecomputedFromWhatIsReplayed(long seed) {
        World world = new World(seed);
        List<Rule> rules = world.rules("rule-", RULES);
        List<RuleVersion> live = world.rules("live-", 3).stream()
                .map(rule -> new RuleVersion(7, Instant.EPOCH, rule.id(), rule, null, null, null, null, null))
                .toList();
        for (int step = 0; step < STEPS; step++) {
            world.step(false);
        }
        Sent from = world.sent.get(world.random.nextInt(world.sent.size()));
        Sent until = world.sent.get(world.random.nextInt(world.sent.size()));
        BackTestRules all = new BackTestRules(rules, world.random.nextBoolean() ? live : List.of(), world.ruleModel);
        BackTestSpan span = all.span(
                Instant.ofEpochMilli(Math.min(from.timeMs, until.timeMs)),
                Instant.ofEpochMilli(
                        world.random.nextBoolean() ? Long.MAX_VALUE >> 12 : Math.max(from.timeMs, until.timeMs)),
                SKEW);
        EntitySample sample = world.random.nextInt(3) == 0 ? EntitySample.ALL : new EntitySample(0.5);
        assertThat(world.backTested(all, shortened(span), sample))
                .as("seed=%d %s rules=%s", seed, span, rules)
                .containsExactlyInAnyOrderElementsOf(
                        world.recomputed(rules, span, sample, span.replayMs(), span.judgedMs()));
    }

    /** A report has a number for each day, so that an end in the far future is for the reader alone. */
    private static BackTestSpan shortened(BackTestSpan span) {
        return new BackTestSpan(
                span.fromMs(),
                Math.min(span.untilMs(), span.fromMs() + Duration.ofDays(3_000).toMillis()),
                span.windowMs(),
                span.intervalMs(),
                span.skewMs(),
                span.endless());
    }

    /** An interval of two days begins with a firing, and so do those that slide. */
    private static Every ofCalendar(Every.Period period) {
        return new Every(period == Every.Period.TWO_DAYS ? Every.Period.WEEK : period, false);
    }

    /** What is read of before suffices where events come in time and intervals end with the calendar. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldFireAsIfAllEventsHadBeenReplayed(long seed) {
        World world = new World(seed);
        List<Rule> rules = world.rules("rule-", RULES).stream()
                .map(rule -> with(rule, ofCalendar(rule.every().period()), false))
                .filter(rule -> seed % 4 == 0 || world.endsInTime(rule))
                .toList();
        for (int step = 0; step < STEPS; step++) {
            world.step(true);
        }
        BackTestRules all = new BackTestRules(rules, List.of(), world.ruleModel);
        Instant from = Instant.ofEpochMilli(world.sent.get(world.random.nextInt(world.sent.size())).timeMs);
        BackTestSpan span = all.span(from, Instant.ofEpochMilli(world.updates.nowMs() + 1), SKEW);
        assertThat(world.backTested(all, span, EntitySample.ALL))
                .as("seed=%d %s rules=%s", seed, span, rules)
                .extracting(alert -> alert.rule() + alert.key() + alert.offset())
                .containsExactlyInAnyOrderElementsOf(
                        world.recomputed(rules, span, EntitySample.ALL, Long.MIN_VALUE, Long.MIN_VALUE).stream()
                                .map(alert -> alert.rule() + alert.key() + alert.offset())
                                .toList());
    }
}
