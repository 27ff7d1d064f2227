package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicReplay;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.names.TooManyTextsException;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/**
 * Replays events of Kafka through rules as the job judges them, and counts what fires. Nothing is written, and the job is not involved.
 *
 * <pre>
 * record -> decode -> accept -> clock of its Kafka partition        all events
 *                                  -> matrix -> rules -> tally      those of the sample
 * </pre>
 */
public final class BackTest {
    /** The share of memory for records; the rest is for Kafka's data and for what rules remember. */
    private static final double SHARE_OF_RECORDS = 0.6;

    /** An entity's overhead: its key, its place in the maps, and objects. */
    private static final long BYTES_BESIDE_CELLS = 320;

    /** @param maxEntities events of further ones are left out */
    public record Settings(EventFormat format, EntitySample sample, int maxEntities) {}

    private final BackTestRules rules;
    private final BackTestSpan span;
    private final Settings settings;
    private final RuleModel model;
    private final int maxEntities;
    private final ModelEventCodec codec;
    private final long latestMs;

    /** Reused for each record. */
    private final DeclaredEvent event;

    /** By Kafka partition, the newest accepted event time. */
    private final Int2LongOpenHashMap clocksMs = new Int2LongOpenHashMap();

    private final ScratchMatrix matrix;
    private final BackTestTally tally;
    private final Map<EntityId, Attributes> profiles = new HashMap<>();

    /** Judges what precedes the tested span. */
    private final RuleSet before;

    /** Judges the tested span, so that its counters cover only that. */
    private final RuleSet tested;

    private RuleSet present;

    private long read;
    private long ofSample;
    private long applied;
    private long malformed;
    private long ahead;
    private long filterFailures;
    private final long[] effects = new long[Effect.values().length];
    private long profilesLeftOut;
    private String firstMalformed;
    private long newestMs = Long.MIN_VALUE;
    private double seconds;

    public BackTest(BackTestRules rules, BackTestSpan span, Settings settings, RuleJudge.Alerts alerts) {
        this.rules = rules;
        this.span = span;
        this.settings = settings;
        model = rules.model();
        maxEntities = (int) Math.min(settings.maxEntities, roomFor(model));
        codec = settings.format.newCodec(model.model());
        event = new DeclaredEvent(model.model().event());
        latestMs = new WindowClock(model.schema().windows(), model.zone()).latestMs();
        clocksMs.defaultReturnValue(Long.MIN_VALUE);
        tally = new BackTestTally(rules, span, alerts);
        matrix = new ScratchMatrix(model, maxEntities, tally);
        before = rules.newSet();
        tested = rules.newSet();
    }

    private static long roomFor(RuleModel model) {
        return Math.max(1, (long) (SHARE_OF_RECORDS * Runtime.getRuntime().maxMemory() / bytesOfEntity(model)));
    }

    /** About what is kept of each entity. */
    public static long bytesOfEntity(RuleModel model) {
        return model.schema().layout().bytes() + BYTES_BESIDE_CELLS;
    }

    public int maxEntities() {
        return maxEntities;
    }

    // ---- profiles

    /**
     * Reads the present attributes of the sample's entities.
     *
     * @param looking called from time to time
     */
    public void readProfiles(TopicReader topic, Runnable looking) {
        ProfileModelCodec profileCodec = new ProfileModelCodec(model.model());
        while (!topic.isAtEnd()) {
            looking.run();
            for (ConsumerRecord<byte[], byte[]> record : topic.nextToEnd()) {
                try {
                    take(profileCodec.decode(record.key(), record.value()));
                } catch (MalformedException noProfile) {
                    profilesLeftOut++;
                }
            }
        }
    }

    private void take(EntityUpdate update) {
        if (!settings.sample.includes(update.key())) {
            return;
        }
        if (!(update instanceof EntityProfile profile) || profile.attributes().isEmpty()) {
            profiles.remove(update.key());
        } else if (profiles.size() < maxEntities || profiles.containsKey(profile.key())) {
            profiles.put(profile.key(), profile.attributes());
        } else {
            profilesLeftOut++;
        }
    }

    // ---- events

    /** @param progress receives how many offsets have been read */
    public void run(TopicReplay events, LongConsumer progress) {
        final long startNanos = System.nanoTime();
        try {
            while (!events.isAtEnd()) {
                events.next(this::take);
                progress.accept(events.done());
            }
        } finally {
            seconds = (double) (System.nanoTime() - startNanos) / TimeUnit.SECONDS.toNanos(1);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        read++;
        event.timestampMs(record.timestamp());
        try {
            codec.decode(record.value(), event);
        } catch (MalformedException wrong) {
            leaveOut(wrong.getMessage());
            return;
        }
        final long timeMs = event.timestampMs();
        if (timeMs > latestMs) {
            leaveOut("its time is after " + Instant.ofEpochMilli(latestMs));
            return;
        }
        if (isAhead(record)) {
            ahead++;
            return;
        }
        final long clockMs = Math.max(clocksMs.get(record.partition()), timeMs);
        clocksMs.put(record.partition(), clockMs);
        newestMs = Math.max(newestMs, clockMs);
        if (settings.sample.includes(event)) {
            event.position(record.partition(), record.offset());
            event.clockMs(clockMs);
            ofSample++;
            judge(record.timestamp());
        }
    }

    private void leaveOut(String why) {
        malformed++;
        if (firstMalformed == null) {
            firstMalformed = why;
        }
    }

    /** As in the job: by the record's time, and if a producer has set that, also by this machine's. */
    private boolean isAhead(ConsumerRecord<byte[], byte[]> record) {
        final long earliestRecordMs = event.timestampMs() - span.skewMs();
        return earliestRecordMs > record.timestamp()
                || (record.timestampType() != TimestampType.LOG_APPEND_TIME
                        && earliestRecordMs > System.currentTimeMillis());
    }

    private void judge(long recordMs) {
        final boolean isTested = recordMs >= span.fromMs();
        final RuleSet judging = isTested ? tested : recordMs >= span.judgedMs() ? before : null;
        if (judging != present) {
            present = judging;
            matrix.judgeBy(judging);
        }
        tally.begin(isTested, recordMs);
        try {
            if (!profiles.isEmpty()) {
                giveProfile();
            }
            final Effect effect = matrix.apply(event);
            effects[effect.ordinal()]++;
            applied += effect == Effect.APPLIED ? 1 : 0;
        } catch (FilterFailure failed) {
            filterFailures++;
        }
        tally.end();
    }

    /** An entity gets its profile with its first event. */
    private void giveProfile() {
        Attributes attributes = profiles.remove(event.key());
        if (attributes != null) {
            try {
                matrix.apply(event.key(), attributes);
            } catch (TooManyTextsException tooMany) {
                profilesLeftOut++;
            }
        }
    }

    // ---- report

    /** The newest accepted event time, or null. */
    public Instant reached() {
        return newestMs == Long.MIN_VALUE ? null : Instant.ofEpochMilli(newestMs);
    }

    /** How many profiles were malformed, or had no room. */
    public long profilesLeftOut() {
        return profilesLeftOut;
    }

    /** How many events are of entities beyond {@link #maxEntities}. */
    public long eventsBeyondEntities() {
        return effects[Effect.FULL.ordinal()];
    }

    public BackTestReport report() {
        Map<String, Long> leftOut = new LinkedHashMap<>();
        leftOut.put("malformed", malformed);
        leftOut.put("ahead", ahead);
        leftOut.put("late", effects[Effect.LATE.ordinal()]);
        leftOut.put("overflow", effects[Effect.OVERFLOW.ordinal()]);
        leftOut.put("filterFailed", filterFailures);
        leftOut.put("ofFurtherEntities", eventsBeyondEntities());
        return new BackTestReport(
                tally.report(tested, matrix.tallies()),
                tally.days(),
                rules.live(),
                new BackTestReport.Events(read, ofSample, applied, leftOut, firstMalformed, seconds));
    }
}
