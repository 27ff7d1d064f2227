package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.RatePacer;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Publishes events, and sometimes a profile, at a steady pace up to a limit that is raised step by step. The records, including late events
 * and malformed ones, and their order depend only on the seed.
 */
final class StormFeed implements AutoCloseable {
    /** Entities without a profile, numbered after those with one. */
    static final int STRANGERS = 20;

    /** Every other entity is never erased, so that its counts never fall. */
    static final int KEPT_ONE_OF = 2;

    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;

    /** In the year 2100: an event so far ahead of its record is a dead letter. */
    private static final long AHEAD_MS = 4_102_444_800_000L;

    /** In every format. */
    private static final byte[] MALFORMED = {1, 2, 3};

    private static final long NUDGE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** One record of this many is of each unusual kind. */
    private static final int ONE_OF = 64;

    private final Producer<byte[], byte[]> producer;
    private final String eventsTopic;
    private final String profilesTopic;
    private final DrawnRecords records;
    private final EventTimes times;
    private final int entities;
    private final double eventsPerSecond;
    private final SplittableRandom random;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "aim-chaos-feed");
    private long lastNudgeNanos = System.nanoTime();
    private volatile long limit;
    private final AtomicLong published = new AtomicLong();
    private volatile boolean closed;

    StormFeed(Setting setting, StormPlan plan, DrawnRecords records) {
        producer = setting.connection().openProducer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 2));
        eventsTopic = setting.topics().events();
        profilesTopic = setting.topics().profiles();
        this.records = records;
        times = plan.times();
        entities = setting.subscribers();
        eventsPerSecond = setting.eventsPerSecond();
        random = new SplittableRandom(setting.cell().seed());
    }

    /** Publishes a profile for each entity, and starts. */
    void start() {
        for (long entity = 0; entity < entities; entity++) {
            send(profilesTopic, entity, records.profile(entity));
        }
        producer.flush();
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
        long entity = records.next();
        switch (random.nextInt(ONE_OF)) {
            case 0 -> publish(entity, timeMs - random.nextLong(9 * DAY_MS));
            case 1, 2, 3 -> publish(entity, timeMs - random.nextLong(10 * MINUTE_MS));
            case 4 -> publish(entity, AHEAD_MS);
            case 5 -> send(eventsTopic, entity, MALFORMED);
            case 6 -> publish(entities + random.nextInt(STRANGERS), timeMs);
            case 7 -> send(profilesTopic, entity, otherProfileOrNone(entity));
            default -> publish(entity, timeMs);
        }
    }

    private byte[] otherProfileOrNone(long entity) {
        return random.nextInt(4) == 0 && entity % KEPT_ONE_OF != 0 ? null : records.otherProfile(entity);
    }

    /**
     * Publishes records without effect at intervals, malformed events and tombstones of unknown entities, because a reader without records
     * commits its offsets only seconds later.
     */
    void nudge() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lastNudgeNanos < NUDGE_INTERVAL_NANOS) {
            return;
        }
        lastNudgeNanos = nowNanos;
        long firstUnknown = entities + STRANGERS + 1L;
        for (int i = 0; i < STRANGERS; i++) {
            send(eventsTopic, entities + i, MALFORMED);
            send(profilesTopic, firstUnknown + i, null);
        }
        flush();
    }

    private void publish(long entity, long timeMs) {
        send(eventsTopic, entity, records.event(entity, timeMs));
    }

    private void send(String topic, long entity, byte[] value) {
        byte[] key = records.key(entity);
        Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic, key, value), (metadata, problem) -> {
            if (problem != null) {
                failure.compareAndSet(null, problem);
            }
        });
    }

    void allow(long events) {
        limit = events;
    }

    long limit() {
        return limit;
    }

    long published() {
        return published.get();
    }

    /** Returns when the broker has all that was published. */
    void flush() {
        producer.flush();
        if (failure.get() != null) {
            throw new IllegalStateException("A record was not published.", failure.get());
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(10));
    }
}
