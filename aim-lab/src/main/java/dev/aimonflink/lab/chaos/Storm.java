package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.lab.disturbance.HostileClient;
import dev.aimonflink.lab.disturbance.Setting;
import dev.aimonflink.lab.disturbance.StormPlan;
import dev.aimonflink.lab.disturbance.StormStep;
import dev.aimonflink.lab.disturbance.Victim;
import dev.aimonflink.lab.feed.StormFeed;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.twin.AlertComparison;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.DeadLetters;
import dev.aimonflink.lab.twin.Generation;
import dev.aimonflink.lab.twin.Recomputation;
import dev.aimonflink.lab.twin.Replies;
import dev.aimonflink.lab.twin.TopicLog;
import dev.aimonflink.lab.workload.DrawnRules;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.setup.Catalogues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.TopicConfig;

/** Runs one cell of a campaign, from empty topics to a report. */
final class Storm {
    /** Longer than any request's deadline; an answer that is missing then is lost. */
    private static final Duration REPLIES_LIMIT = Duration.ofSeconds(90);

    private static final long REPLIES_POLL_MS = 100;

    /** Entities whose every value is compared, besides those without a profile. */
    private static final int PROBES = 500;

    /** So many that a pass runs nearly always. */
    private static final int QUESTIONS_AT_A_TIME = 6;

    /** Less than a hostile rule's events have. */
    private static final String SMALL_BYTES = "1000";

    private final Setting setting;
    private final StormPlan plan;
    private final Consumer<String> progress;
    private final Workload workload;
    private final Guests.Invitation invitation;
    private final List<Generation> generations = new ArrayList<>();
    private final DrawnRules rules;
    private final RulesPublisher rulesTopic;
    private final Map<String, Integer> kills = new TreeMap<>();
    private final Map<String, Integer> missed = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();
    private final Set<String> unasked = ConcurrentHashMap.newKeySet();
    private ColumnsOnTheirWay columns;
    private Recomputation recomputation;
    private HostileClient hostileOrNull;
    private int changes;
    private int compared;

    Storm(Setting setting, StormPlan plan, Workload workload, Guests.Invitation invitation, Consumer<String> progress) {
        this.setting = setting;
        this.plan = plan;
        this.progress = progress;
        this.workload = workload;
        this.invitation = invitation;
        rules = new DrawnRules(workload.given(), workload.entities(), plan.times(), plan.calls(), seed());
        rulesTopic = new RulesPublisher(
                () -> {
                    throw new IllegalStateException("Rules are read with the other topics.");
                },
                () -> new RecordPublisher(setting.connection(), setting.topics().rules()));
    }

    /** @param start starts the job to be killed, or returns a running one */
    RunReport run(Function<KeptModel, Victim> start) {
        long startNanos = System.nanoTime();
        TopicAdmin.createMissing(setting.connection(), setting.topics());
        createSmallTopic();
        generations.add(Generation.first(KeptModel.first(workload.given())));
        change(rules.first());
        try (TopicLog log = new TopicLog(setting.connection());
                Victim victim = start.apply(current());
                QueryClient client = new QueryClient(
                        setting.connection(), setting.topics(), setting.cell().name());
                StormFeed feed = new StormFeed(
                        workload,
                        plan.times(),
                        plan.format(),
                        setting.eventsPerSecond(),
                        setting.connection(),
                        setting.topics())) {
            columns = new ColumnsOnTheirWay(client, seed());
            feed.start();
            victim.awaitFirstAnswer(client::ask, workload.firstQuestion());
            // A job killed before its first checkpoint starts with queries to come.
            victim.awaitCheckpoint();
            long firstQuery = log.ends(setting.topics().queries()).get(0);
            Replies replies;
            try (HostileClient hostile = setting.isAttacked() ? attack() : null;
                    Guests guests = invitation.open(setting, feed::published)) {
                rageBesideQuestions(victim, feed, log, client, guests);
                differences.addAll(hostile == null ? List.of() : hostile.end());
                differences.addAll(guests.end());
                verify(victim, log, client, guests);
                replies = awaitReplies(log, firstQuery);
            }
            differences.addAll(RunReport.ofKills(kills, missed));
            differences.addAll(replies.differences(victim.starts()));
            int letters = compareDeadLetters(victim, log);
            long repeatedAlerts = compareAlerts(log);
            return new RunReport(
                    setting.cell(),
                    kills,
                    missed,
                    changes,
                    recomputation.records(),
                    letters,
                    recomputation.alerts().versions(),
                    recomputation.alerts().expected(),
                    repeatedAlerts,
                    replies.byOutcome(),
                    replies.repeated(),
                    hostileOrNull == null ? 0 : hostileOrNull.attacks(),
                    hostileOrNull == null ? 0 : hostileOrNull.longestSeconds(),
                    compared,
                    recomputation.rows(),
                    (System.nanoTime() - startNanos) / 1e9,
                    List.copyOf(differences));
        }
    }

    /** Before the job starts, which asks for its size limit. */
    private void createSmallTopic() {
        if (setting.smallTopic() != null) {
            try (Admin admin = setting.connection().openAdmin()) {
                NewTopic small = new NewTopic(setting.smallTopic(), 1, (short) 1)
                        .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, SMALL_BYTES));
                Waiting.forResult(
                        admin.createTopics(List.of(small))
                                .all()
                                .toCompletionStage()
                                .toCompletableFuture(),
                        REPLIES_LIMIT,
                        "The broker did not create " + setting.smallTopic());
            }
        }
    }

    private HostileClient attack() {
        hostileOrNull = new HostileClient(setting, current().model());
        return hostileOrNull;
    }

    /** Kills or changes the job, through no attacker's fault. */
    private void disturb(Runnable disturbance) {
        if (hostileOrNull == null) {
            disturbance.run();
        } else {
            hostileOrNull.aside(disturbance);
        }
    }

    private void rageBesideQuestions(Victim victim, StormFeed feed, TopicLog log, QueryClient client, Guests guests) {
        QueryClients asking = QueryClients.closedLoop(
                client::ask,
                QUESTIONS_AT_A_TIME,
                workload.questions(StormFeed.STRANGERS),
                this::requireAsked,
                System::nanoTime);
        try (asking) {
            rage(victim, feed, log, client, guests);
            settle(victim, feed, log);
        }
        differences.addAll(unasked);
    }

    /** The topics show the answers. */
    private void requireAsked(QueryClients.Ended ended) {
        if (ended.failure() != null) {
            unasked.add("A question could not be asked: " + ended.failure());
        }
    }

    private long seed() {
        return setting.cell().seed();
    }

    private KeptModel current() {
        return generations.get(generations.size() - 1).kept();
    }

    private void rage(Victim victim, StormFeed feed, TopicLog log, QueryClient client, Guests guests) {
        List<StormStep> steps = plan.steps();
        for (int i = 0; i < steps.size(); i++) {
            StormStep step = steps.get(i);
            progress.accept("step " + (i + 1) + " of " + steps.size() + ": " + step);
            if (step instanceof StormStep.ChangeSchema) {
                feed.allow(step.afterCalls());
                settle(victim, feed, log);
                verify(victim, log, client, guests);
                changeSchema(victim, log);
                continue;
            }
            // While the job is down, calls continue up to the next step.
            feed.allow(i + 1 < steps.size() ? steps.get(i + 1).afterCalls() : plan.calls());
            victim.await("Event " + step.afterCalls(), () -> feed.published() >= step.afterCalls());
            if (step instanceof StormStep.Rescale rescale) {
                disturb(() -> victim.change(rescale.parallelism(), current()));
                changes++;
            } else if (step instanceof StormStep.ChangeRule) {
                change(List.of(rules.next()));
                columns.begin(victim, current());
            } else if (step instanceof StormStep.Kill kill) {
                disturb(() ->
                        (victim.kill(kill) ? kills : missed).merge(kill.moment().label(), 1, Integer::sum));
            }
        }
        feed.allow(plan.calls());
    }

    private void change(List<RuleChange> changed) {
        rulesTopic.write(changed, "chaos", null);
    }

    private void changeSchema(Victim victim, TopicLog log) {
        boolean isFirst = generations.size() % 2 == 1;
        KeptModel next = isFirst ? KeptModel.other(workload.given()) : KeptModel.first(workload.given());
        generations.add(new Generation(next, log.ends(setting.topics().events())));
        disturb(() -> victim.change(victim.parallelism(), next));
        changes++;
    }

    /** Returns when all calls up to the limit are published and in a checkpoint. */
    private void settle(Victim victim, StormFeed feed, TopicLog log) {
        long calls = feed.limit();
        victim.await("Event " + calls, () -> feed.published() >= calls);
        feed.flush();
        for (String topic : List.of(setting.topics().events(), setting.topics().profiles())) {
            Map<Integer, Long> ends = log.ends(topic);
            victim.await("A checkpoint with all of " + topic, () -> {
                feed.nudge();
                return log.isReadBy(setting.group(), topic, ends);
            });
        }
    }

    private void verify(Victim victim, TopicLog log, QueryClient client, Guests guests) {
        recomputation = new Recomputation(
                generations,
                workload.given().tables(),
                plan.times().zone(),
                plan.format(),
                Recomputation.history(log.read(setting.topics().rules())));
        recomputation.events(log.read(setting.topics().events()));
        log.read(setting.topics().profiles()).forEach(recomputation::profile);

        columns.await(victim, current());
        EntityKeys keys = new EntityKeys(workload.model());
        long strangers = workload.entities();
        List<EntityId> probes = LongStream.concat(
                        LongStream.range(0, Math.min(PROBES, strangers)),
                        // The last id is unknown.
                        LongStream.rangeClosed(strangers, strangers + StormFeed.STRANGERS))
                .mapToObj(keys::id)
                .toList();
        AnswerComparison.Outcome outcome = new AnswerComparison(
                        client::ask, current().model(), recomputation)
                .run(workload.comparedQuestions(), probes, recomputation.rows());
        compared += outcome.asked();
        outcome.differences()
                .forEach(difference -> differences.add(difference.call() + " was answered " + difference.actual()
                        + " instead of " + difference.expected()));
        differences.addAll(guests.compare(recomputation, current().model()));
    }

    private Replies awaitReplies(TopicLog log, long firstQuery) {
        Supplier<Replies> replies = () -> new Replies(
                log.read(setting.topics().queries()),
                firstQuery,
                log.read(setting.topics().results()),
                Catalogues.of(current().matrix()));
        return Waiting.forValue(
                        () -> Optional.of(replies.get()).filter(Replies::areComplete), REPLIES_LIMIT, REPLIES_POLL_MS)
                .orElseGet(replies);
    }

    private int compareDeadLetters(Victim victim, TopicLog log) {
        Map<String, byte[]> expected = recomputation.deadLetters();
        // Dead letters of a transaction show with the next checkpoint.
        victim.awaitCheckpoint();
        Waiting.until(
                () -> DeadLetters.areComplete(
                        expected.keySet(), log.read(setting.topics().deadLetters())),
                Victim.STEP_LIMIT);
        List<ConsumerRecord<byte[], byte[]>> letters = log.read(setting.topics().deadLetters());
        differences.addAll(DeadLetters.differences(expected, letters, plan.deadLetters()));
        return expected.size();
    }

    /** After the dead letters, when a checkpoint has shown the alerts of all transactions; returns how many are repeated. */
    private long compareAlerts(TopicLog log) {
        AlertComparison alerts = recomputation.alerts();
        Waiting.until(
                () -> {
                    alerts.found(log.read(setting.topics().alerts()), true);
                    return alerts.isComplete();
                },
                Victim.STEP_LIMIT);
        alerts.found(log.read(setting.topics().alerts()), true);
        differences.addAll(alerts.differences(plan.alerts() == Delivery.EXACTLY_ONCE));
        if (alerts.expected() == 0) {
            differences.add("No rule fired, so the run shows nothing of alerts. Give more --points or another --seed.");
        }
        return alerts.repeated();
    }
}
