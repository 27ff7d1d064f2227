package dev.aimonflink.lab.feed;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.lab.workload.EventTimes;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes events, and sometimes a profile, at a steady pace up to a limit that is raised step by step. The records, including late events
 * and malformed ones, and their order depend only on the seed, but for those of {@link #nudge}, which have no effect.
 */
public final class StormFeed implements AutoCloseable {
    /** Entities without a profile, numbered after those with one. */
    public static final int STRANGERS = 20;

    /** Every other entity is never erased, so that its counts never fall. */
    public static final int KEPT_ONE_OF = 2;

    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;

    /** In the year 2100: an event so far ahead of its record is a dead letter. */
    private static final long AHEAD_MS = 4_102_444_800_000L;

    /** In every format. */
    private static final byte[] MALFORMED = {1, 2, 3};

    private static final long NUDGE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** One record of this many is of each unusual kind, and three are slightly late. */
    private static final int ONE_OF = 64;

    private final Workload workload;
    private final EventTimes times;
    private final double eventsPerSecond;
    private final RecordPublisher eventsTopic;
    private final RecordPublisher profilesTopic;
    private final EntityKeys keys;
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final ModelEventGenerator drawn;
    private final ModelProfileGenerator profiles;
    private final ModelProfileGenerator otherProfiles;
    private final DeclaredEvent event;
    private final SplittableRandom random;
    private final Thread thread = new Thread(this::run, "aim-chaos-feed");
    private long lastNudgeNanos = System.nanoTime();
    private volatile long limit;
    private final AtomicLong published = new AtomicLong();
    private volatile boolean closed;

    public StormFeed(
            Workload workload,
            EventTimes times,
            EventFormat format,
            double eventsPerSecond,
            Connection connection,
            Topics topics) {
        this.workload = workload;
        this.times = times;
        this.eventsPerSecond = eventsPerSecond;
        Model model = workload.model();
        eventsTopic = new RecordPublisher(connection, topics.events());
        profilesTopic = new RecordPublisher(connection, topics.profiles());
        keys = new EntityKeys(model);
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        drawn = new ModelEventGenerator(model, workload.seed(), workload.entities(), Distribution.uniform());
        profiles = workload.profiles();
        otherProfiles = new ModelProfileGenerator(
                model, ~workload.seed(), workload.given().tables());
        event = new DeclaredEvent(model.event());
        random = new SplittableRandom(workload.seed());
    }

    /** Publishes a profile for each entity, and starts. */
    public void start() {
        for (long entity = 0; entity < workload.entities(); entity++) {
            send(profilesTopic, entity, profileCodec.encode(profiles.profile(entity)));
        }
        profilesTopic.flush();
        thread.start();
    }

    private void run() {
        new RatePacer(eventsPerSecond).run(() -> closed, () -> {
            if (published.get() < limit) {
                publishNext(published.get());
                published.incrementAndGet();
            }
        });
    }

    private void publishNext(long number) {
        long timeMs = times.ms(number);
        long entity = random.nextLong(workload.entities());
        switch (random.nextInt(ONE_OF)) {
            case 0 -> publish(entity, timeMs - random.nextLong(9 * DAY_MS));
            case 1, 2, 3 -> publish(entity, timeMs - random.nextLong(10 * MINUTE_MS));
            case 4 -> publish(entity, AHEAD_MS);
            case 5 -> send(eventsTopic, entity, MALFORMED);
            case 6 -> publish(workload.entities() + random.nextInt(STRANGERS), timeMs);
            case 7 -> send(profilesTopic, entity, otherProfileOrNone(entity));
            default -> publish(entity, timeMs);
        }
    }

    private byte[] otherProfileOrNone(long entity) {
        return random.nextInt(4) == 0 && entity % KEPT_ONE_OF != 0
                ? null
                : profileCodec.encode(otherProfiles.profile(entity));
    }

    /**
     * Publishes records without effect at intervals, malformed events and tombstones of unknown entities, because a reader without records
     * commits its offsets only seconds later.
     */
    public void nudge() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lastNudgeNanos < NUDGE_INTERVAL_NANOS) {
            return;
        }
        lastNudgeNanos = nowNanos;
        long firstStranger = workload.entities();
        // The one before has neither events nor a profile: a storm asks for it at its end.
        long firstUnknown = firstStranger + STRANGERS + 1;
        for (int i = 0; i < STRANGERS; i++) {
            send(eventsTopic, firstStranger + i, MALFORMED);
            send(profilesTopic, firstUnknown + i, null);
        }
        flush();
    }

    /** The fields are drawn here, because times among them are shortly before the event's. */
    private void publish(long entity, long timeMs) {
        drawn.next(entity, timeMs, event);
        send(eventsTopic, entity, codec.encode(event));
    }

    private void send(RecordPublisher topic, long entity, byte[] value) {
        topic.publish(profileCodec.encodeKey(keys.id(entity)), value);
    }

    public void allow(long events) {
        limit = events;
    }

    public long limit() {
        return limit;
    }

    public long published() {
        return published.get();
    }

    /** Returns when the broker has all that was published. */
    public void flush() {
        eventsTopic.flush();
        profilesTopic.flush();
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        eventsTopic.close();
        profilesTopic.close();
    }
}
