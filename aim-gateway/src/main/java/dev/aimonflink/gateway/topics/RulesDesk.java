package dev.aimonflink.gateway.topics;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.rule.BackTest;
import dev.aimonflink.clients.rule.BackTestRules;
import dev.aimonflink.clients.rule.BackTestRun;
import dev.aimonflink.clients.rule.BackTestSpan;
import dev.aimonflink.clients.rule.BackTestTime;
import dev.aimonflink.clients.rule.EntitySample;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RulePreviews;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Checks, previews, tests and changes rules for clients, as the commands of {@code aim rules} do. Thread-safe. */
public final class RulesDesk {
    /** In errors, as the name of a file. */
    private static final String TEXT = "rules";

    /** The session's time ends before. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** How long no broker may answer a back-test. */
    private static final Duration BROKER_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofMillis(500);

    /** The default of {@code aim.events.max-future-skew}. */
    private static final Duration SKEW = Duration.ofSeconds(10);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JobTopics topics;
    private final EventFormat format;

    private final Lock changes = new ReentrantLock();

    /** Each keeps a matrix of its own. */
    private final Semaphore backTests = new Semaphore(1);

    /** @param format of events, the job's {@code aim.events.format} */
    public RulesDesk(JobTopics topics, EventFormat format) {
        this.topics = topics;
        this.format = format;
    }

    /** What the job says: its model, and what it does with rules. */
    private record Basis(RuleModel model, RulesOfJob job) {
        /** @throws SqlException if columns are hidden from the user, which a rule may show */
        static Basis of(RequestSession session) {
            session.asker().requireAllColumns();
            RulesOfJob job = RulesOfJob.ask((question, unused) -> session.report(question), LONGEST)
                    .orElseThrow();
            KnownModel known = KnownModel.ofJob(
                            text -> Optional.of(session.report(new AskedQuery("sql", Map.of("text", text)))))
                    .orElseThrow();
            return new Basis(RuleModel.of(known, job.zone()), job);
        }

        List<Rule> rules(String yaml) {
            List<Rule> rules = model.rules(yaml, TEXT);
            rules.forEach(job::requireAllowed);
            return rules;
        }
    }

    /** The ids of rules that the job would take. */
    public ObjectNode check(RequestSession session, String yaml) {
        ObjectNode checked = JSON.createObjectNode();
        ArrayNode ids = checked.putArray("rules");
        Basis.of(session).rules(yaml).forEach(rule -> ids.add(rule.id()));
        return checked;
    }

    /** For how many entities rules are true now, and for whom, for example. */
    public ObjectNode preview(RequestSession session, String yaml) {
        Basis basis = Basis.of(session);
        ObjectNode preview = JSON.createObjectNode();
        ArrayNode rules = preview.putArray("rules");
        ArrayNode leftOut = preview.putArray("leftOut");
        List<Rule> asked = basis.model.withoutEvents(basis.rules(yaml), leftOut::add);
        QueryResult answer = RulePreviews.ask((question, unused) -> session.report(question), asked, LONGEST);
        for (List<Object> row : RulePreviews.byRule(answer)) {
            rules.addObject()
                    .put("rule", (String) row.get(0))
                    .put("entities", ((Number) row.get(1)).longValue())
                    .set("examples", (ArrayNode) row.get(2));
        }
        return preview;
    }

    /** What a rule says at this moment, and who wrote it; empty if there is none. */
    public Optional<ObjectNode> show(String id) {
        RuleVersion present = RulesPublisher.of(topics).read().present().get(id);
        return Optional.ofNullable(present).map(found -> JSON.createObjectNode()
                .put("rule", id)
                .put("version", found.number())
                .put("time", found.time().toString())
                .put("by", found.by())
                .put("note", found.note())
                .put("shadow", found.rule().shadow())
                .put("yaml", RuleChange.yaml(found.rule())));
    }

    // ---- changes

    /**
     * How rules are put.
     *
     * @param note or null
     * @param isApplied whether they also fire at once, for whom they are true now
     * @param isDryRun whether nothing is written
     * @param isShadow whether the effects of each are only counted, and no rule is changed that is real
     */
    public record Put(String note, boolean isApplied, boolean isDryRun, boolean isShadow) {}

    /** Adds rules, or changes those of the same ids; others stay. */
    public ObjectNode put(RequestSession session, String yaml, Put how) {
        return changing(session, () -> putAlone(session, yaml, how));
    }

    private ObjectNode putAlone(RequestSession session, String yaml, Put how) {
        Basis basis = Basis.of(session);
        List<Rule> rules = basis.rules(yaml).stream()
                .map(rule -> how.isShadow ? rule.asShadow() : rule)
                .toList();
        if (how.isApplied) {
            basis.model.requireWithoutEvents(rules);
        }
        RulesPublisher topic = RulesPublisher.of(topics);
        RuleLog log = topic.read();
        List<RuleChange> changes = log.changesTo(rules, basis.model, Optional.of(basis.job));
        if (how.isApplied) {
            changes = changes.stream().map(RuleChange::applied).toList();
        }
        if (how.isShadow) {
            changes.forEach(RulesDesk::requireNotReal);
        }
        log.requireRoom(changes);
        session.check();
        return written(changes, how.isDryRun ? null : topic, basis.job, session.user(), how.note);
    }

    private static void requireNotReal(RuleChange change) {
        if (change.before() != null && !change.before().shadow()) {
            throw Failure.of(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "Rule " + change.id() + " is real, and only a person changes it. Give the shadow another id.");
        }
    }

    /** Empty if there is no such rule. */
    public Optional<ObjectNode> delete(RequestSession session, String id, String noteOrNull) {
        return changing(session, () -> deleteAlone(session, id, noteOrNull));
    }

    /** One change at a time, as each reads what is there before it writes; a client waits no longer than it has time. */
    private <T> T changing(RequestSession session, Supplier<T> change) {
        try {
            while (!changes.tryLock(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                session.check();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw Failure.of(SqlState.ADMIN_SHUTDOWN, "The gateway stops.");
        }
        try {
            return change.get();
        } finally {
            changes.unlock();
        }
    }

    private Optional<ObjectNode> deleteAlone(RequestSession session, String id, String noteOrNull) {
        RulesOfJob job = RulesOfJob.ask((question, unused) -> session.report(question), LONGEST)
                .orElseThrow();
        RulesPublisher topic = RulesPublisher.of(topics);
        RuleLog log = topic.read();
        if (!log.present().containsKey(id) && !log.unreadable().containsKey(id)) {
            return Optional.empty();
        }
        RuleVersion version = log.toDelete(id);
        List<RuleChange> changes = List.of(new RuleChange(id, version.rule(), null, null));
        session.check();
        return Optional.of(written(changes, topic, job, session.user(), noteOrNull));
    }

    private ObjectNode written(
            List<RuleChange> changes, RulesPublisher topicOrNull, RulesOfJob job, String by, String noteOrNull) {
        List<RuleChange> real = changes.stream().filter(each -> !each.isNone()).toList();
        Map<String, RuleVersion> newest = Map.of();
        if (topicOrNull != null && !real.isEmpty()) {
            topicOrNull.write(real, by, noteOrNull);
            newest = topicOrNull.read().newestOfEach();
        }
        boolean isJudging = job.delay() != null && !areTimesOfProducers();
        ObjectNode written = JSON.createObjectNode();
        ArrayNode all = written.putArray("changes");
        for (RuleChange change : changes) {
            ObjectNode node = all.addObject().put("rule", change.id()).put("change", change.kind());
            if (change.after() != null) {
                node.put("shadow", change.after().shadow());
            }
            change.differences().forEach(node.putArray("differences")::add);
            RuleVersion version = change.isNone() ? null : newest.get(change.id());
            if (version != null) {
                node.put("version", version.number());
                if (isJudging) {
                    node.put("judgesFrom", version.time().plus(job.delay()).toString());
                }
            }
        }
        if (!isJudging) {
            written.put(
                    "warning",
                    job.delay() == null
                            ? "The job reads no rules: it was started with aim.alerts.enabled=false."
                            : "No rule judges the events of topic "
                                    + topics.names().events()
                                    + ", because their producers set their times. Set message.timestamp.type=LogAppendTime"
                                    + " for the topic.");
        }
        return written;
    }

    private boolean areTimesOfProducers() {
        try (TopicAdmin admin = topics.admin()) {
            return admin.hasTimesOfProducers(topics.names().events());
        }
    }

    // ---- back-test

    /**
     * Which events are replayed.
     *
     * @param from as {@link BackTestTime#of} reads it
     * @param toOrNull likewise
     * @param isAlone whether the job's rules do not fire beside
     */
    public record Replay(String from, String toOrNull, EntitySample sample, int maxEntities, boolean isAlone) {}

    /** What rules would have fired. */
    public Map<String, Object> backTest(RequestSession session, String yaml, Replay wanted) {
        if (!backTests.tryAcquire()) {
            throw Failure.of(
                    SqlState.TOO_MANY_CONNECTIONS,
                    "A back-test runs already, and each needs memory for a matrix. Ask again when it has ended.");
        }
        try {
            Basis basis = Basis.of(session);
            List<Rule> given = basis.rules(yaml);
            BackTestTime time = BackTestTime.of(wanted.from, wanted.toOrNull, Instant.now(), basis.model.zone());
            List<RuleVersion> live = wanted.isAlone
                    ? List.of()
                    : List.copyOf(RulesPublisher.of(topics).read().present().values());
            session.take(wanted.maxEntities * BackTest.bytesOfEntity(basis.model));
            BackTestRules rules = new BackTestRules(given, live, basis.model);
            BackTestSpan span = rules.span(time.from(), time.until(), SKEW);
            BackTest.Settings settings = new BackTest.Settings(format, wanted.sample, wanted.maxEntities);
            try (BackTestRun run =
                    new BackTestRun(topics, rules, span, settings, wanted.toOrNull == null, BROKER_TIMEOUT)) {
                run.run((rule, values, isResolved, suppressed, sinceMs) -> {}, note -> {}, done -> session.check());
                return run.document(wanted.sample).map();
            }
        } finally {
            backTests.release();
        }
    }
}
