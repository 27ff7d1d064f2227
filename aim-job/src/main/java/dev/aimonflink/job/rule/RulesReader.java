package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleVersions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of rules on its own thread, and says when it has read its end.
 *
 * <p>A topic that the broker does not have contains no rules: it may be created while the job runs. One that existed must not be missing,
 * because its rules are then unknown.
 */
final class RulesReader implements RulesWatch {
    /** The time between two looks at the end. */
    static final Duration PACE = Duration.ofMillis(200);

    private static final Duration READ = Duration.ofMillis(100);

    /** After so long without a record it reports that none comes. */
    private static final Duration READ_LIMIT = Duration.ofSeconds(2);

    /** For a job: its rules are bound for its model. */
    private record Key(Properties kafka, RuleSettings rules, long fingerprint) {}

    private static final Map<Key, RulesReader> SHARED = new HashMap<>();

    /** Faster changes are not logged: a slow broker may cause them for days. */
    private static final Duration LOG_PAUSE = Duration.ofSeconds(10);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(RulesReader.class);

    /** How many have it and have not closed it. Guarded by {@link #SHARED}. */
    private int users;

    private final String topic;
    private final Supplier<RulesBroker> brokers;
    private final NanoClock clock;
    private final Thread thread;

    /** Used by the thread only. */
    private RulesBroker broker;

    private volatile boolean hasTopic;
    /** Null while nothing is wrong. */
    private String saidFault;

    private long saidNanos;

    private boolean saidThatThereIsNone;

    /** Whether records that were read are gone from the topic; others may have their offsets. */
    private boolean hasLostItsEnd;

    private volatile RuleHistory history = RuleHistory.EMPTY;
    private volatile boolean wasConfirmed;
    private volatile long confirmedNanos;
    private final CountDownLatch closing = new CountDownLatch(1);

    private final Suspensions suspensions = new Suspensions();

    /** Null before a task has asked for them. */
    private volatile RuleVersions versions;

    // Guarded by this.
    private long required;
    private long readEnd;

    /** How many have read to the end. */
    private long looks;

    private CompletableFuture<Void> opened = new CompletableFuture<>();

    RulesReader(String topic, Supplier<RulesBroker> brokers, NanoClock clock) {
        this.topic = topic;
        this.brokers = brokers;
        this.clock = clock;
        confirmedNanos = clock.nanoTime();
        thread = new Thread(this::run, "aim-rules-" + topic);
        thread.setDaemon(true);
    }

    /** The reader of a job's topic in this JVM; it reads until everyone who took it has closed it. */
    static RulesReader take(JobSettings settings) {
        Key key = new Key(
                settings.kafkaProperties(), settings.rules(), settings.schema().fingerprint());
        synchronized (SHARED) {
            RulesReader shared = SHARED.computeIfAbsent(key, RulesReader::started);
            shared.users++;
            return shared;
        }
    }

    private static RulesReader started(Key key) {
        RulesReader reading = new RulesReader(
                key.rules.topic(), () -> new KafkaRules(key.kafka, key.rules.topic()), NanoClock.SYSTEM);
        reading.thread.start();
        return reading;
    }

    @Override
    public RuleHistory history() {
        return history;
    }

    @Override
    public boolean isOpen() {
        return wasConfirmed && clock.nanoTime() - confirmedNanos <= VALID_NANOS;
    }

    @Override
    public synchronized CompletableFuture<Void> whenOpen() {
        if (isOpen()) {
            return CompletableFuture.completedFuture(null);
        }
        if (opened.isDone()) {
            opened = new CompletableFuture<>();
        }
        return opened;
    }

    @Override
    public long ageMs() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - confirmedNanos);
    }

    /** Nothing is confirmed before the topic is known to exist: another task may have asked before. */
    @Override
    public synchronized void require(long ofJob) {
        required = ofJob;
        if (ofJob != RuleHistory.NO_TOPIC && !hasTopic) {
            wasConfirmed = false;
        }
    }

    @Override
    public synchronized RuleHistory await(long ofTopic, long version) throws InterruptedException {
        boolean isLate = false;
        final long since = looks;
        while (version != RuleHistory.NONE && !(hasTopic && history.topic() != ofTopic) && mayCome(version, since)) {
            wait(READ_LIMIT.toMillis());
            if (!isLate && mayCome(version, since)) {
                isLate = true;
                LOG.warn(
                        "Events wait, and with them queries and checkpoints of this TaskManager, because it has not read"
                                + " record {} of the topic of rules {}, which another one has.",
                        version,
                        topic);
            }
        }
        if (version != RuleHistory.NONE && history.topic() != ofTopic) {
            LOG.warn("Events that were read before the topic {} was created anew are judged by no rule.", topic);
            return RuleHistory.EMPTY;
        }
        if (history.newest() < version) {
            LOG.warn(
                    "Record {} of the topic of rules {} is gone. Events that were read with it are judged by the rules before it.",
                    version,
                    topic);
        }
        return history;
    }

    @Override
    public synchronized RuleVersions versions(JobSettings job) {
        if (versions == null) {
            versions = RulesWatch.super.versions(job);
        }
        return versions;
    }

    /** Makes the newest version's rules before an event can be judged by it, since there may be many. */
    private void prepare(RuleHistory read) {
        final RuleVersions asked = versions;
        if (asked != null) {
            RuleSet unused = asked.at(read.newest(), read);
        }
    }

    private void suspend() {
        final RuleVersions asked = versions;
        if (asked != null) {
            final RuleHistory read = history;
            suspensions.write(asked.at(read.newest(), read), broker, clock.nanoTime());
        }
    }

    @Override
    public void suspend(BoundRule rule, String why) {
        suspensions.add(rule, why);
    }

    /** Whoever has read it has done so before: a look that began later sees it, unless the topic has lost it. */
    private boolean mayCome(long version, long since) {
        return history.newest() < version && readEnd <= version && looks - since < 2;
    }

    private void run() {
        try {
            while (!isClosed()) {
                look();
                rest();
            }
        } catch (InterruptedException closing) {
            LOG.debug("The reader of rules is closed.");
        } finally {
            // Kafka's clients close in order only if their thread is not interrupted.
            boolean unused = Thread.interrupted();
            if (broker != null) {
                broker.close();
            }
        }
    }

    /** Reads up to the present end; after a failure the next look tries again. Logs when the fault changes. */
    void look() throws InterruptedException {
        final long askedNanos = clock.nanoTime();
        String fault;
        try {
            if (broker == null) {
                broker = brokers.get();
            }
            readToEnd();
            confirm(askedNanos);
            suspend();
            fault = isOpen() ? null : "reading up to its end takes longer than a second";
        } catch (RuntimeException | Error failure) {
            fault = failure.toString();
            LOG.debug("The topic of rules {} cannot be read.", topic, failure);
        }
        say(fault);
    }

    private void say(String faultOrNull) {
        boolean wasSaidLately = saidNanos != 0 && clock.nanoTime() - saidNanos < LOG_PAUSE.toNanos();
        if (Objects.equals(faultOrNull, saidFault) || wasSaidLately || isClosed()) {
            return;
        }
        saidNanos = clock.nanoTime();
        if (faultOrNull == null) {
            LOG.info("The topic of rules {} has been read. Events go on.", topic);
        } else {
            LOG.warn(
                    "The topic of rules {} cannot be read, so events wait: {}. If it does not come back, start the job with"
                            + " {}=false.",
                    topic,
                    faultOrNull,
                    AimOptions.ALERTS_ENABLED.key());
        }
        saidFault = faultOrNull;
    }

    private void readToEnd() throws InterruptedException {
        RulesBroker.State state = broker.ask();
        if (state == null) {
            requireNeverThere();
            return;
        }
        if (!hasTopic) {
            begin(state);
        } else if (state.id() != history.topic()) {
            throw new IllegalStateException("it was created anew while the job ran. Start the job again, from its last"
                    + " checkpoint: it goes on by the rules that are there now");
        }
        if (hasLostItsEnd || state.end() < broker.position()) {
            throw new IllegalStateException(
                    "it has lost its end: it ends at offset " + state.end() + ", and records before "
                            + broker.position()
                            + " were read from it. Start the job again, from its last checkpoint: it goes on by"
                            + " the rules that are there now");
        }
        final long limitNanos = clock.nanoTime() + READ_LIMIT.toNanos();
        while (broker.position() < state.end() && !isClosed()) {
            List<RuleHistory.Entry> read = read(READ);
            add(read);
            if (read.isEmpty() && clock.nanoTime() > limitNanos) {
                throw new IllegalStateException("records before offset " + state.end() + " do not come");
            }
        }
        prepare(history);
        hasRead(state.end());
    }

    private List<RuleHistory.Entry> read(Duration time) {
        try {
            return broker.read(time);
        } catch (InvalidOffsetException lost) {
            hasLostItsEnd = true;
            throw lost;
        }
    }

    private synchronized void hasRead(long end) {
        readEnd = end;
        looks++;
        notifyAll();
    }

    private synchronized void requireNeverThere() {
        if (hasTopic || required != RuleHistory.NO_TOPIC) {
            throw new IllegalStateException("it is gone");
        }
        if (!saidThatThereIsNone) {
            LOG.info("There is no topic {}, so there are no rules. aim topics create makes it.", topic);
            saidThatThereIsNone = true;
        }
    }

    private synchronized void begin(RulesBroker.State state) {
        if (required != RuleHistory.NO_TOPIC && required != state.id()) {
            LOG.warn("The topic {} was created anew. The rules of the former one do not judge any more.", topic);
        }
        if (state.begin() > 0) {
            LOG.warn(
                    "The topic {} begins at offset {}: rules before it are lost. It has to be kept for ever, with"
                            + " retention.ms=-1 and cleanup.policy=delete. Put the rules again.",
                    topic,
                    state.begin());
        }
        broker.seek(state.begin());
        history = RuleHistory.of(state.id());
        hasTopic = true;
    }

    private void add(List<RuleHistory.Entry> read) {
        if (!read.isEmpty()) {
            RuleHistory next = history.with(read);
            try {
                prepare(next);
            } finally {
                // The broker does not give these records again.
                synchronized (this) {
                    history = next;
                    notifyAll();
                }
            }
        }
    }

    private synchronized void confirm(long askedNanos) {
        confirmedNanos = askedNanos;
        wasConfirmed = true;
        opened.complete(null);
    }

    /** Until the next look; a rule that comes meanwhile is read at once. */
    private void rest() throws InterruptedException {
        if (!hasTopic || saidFault != null) {
            awaitNextLook();
            return;
        }
        try {
            List<RuleHistory.Entry> read = read(PACE);
            add(read);
        } catch (RuntimeException | Error failure) {
            LOG.debug("The next look says what is wrong.", failure);
            awaitNextLook();
        }
    }

    /** Ends at once when the reader is closed. */
    private void awaitNextLook() throws InterruptedException {
        boolean unused = closing.await(PACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    @Override
    public void close() {
        synchronized (SHARED) {
            if (--users > 0) {
                return;
            }
            SHARED.values().remove(this);
        }
        closing.countDown();
        thread.interrupt();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }
}
