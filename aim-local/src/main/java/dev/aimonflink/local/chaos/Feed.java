package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.ProfileCodec;
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
 * Publishes calls, and sometimes a profile, at a steady pace up to a limit that is raised step by step. The records and
 * their order depend on the seed alone. Among them are late calls and malformed records.
 */
final class Feed implements AutoCloseable {
    /** Subscribers without a profile, numbered after those with one. */
    static final int STRANGERS = 20;

    private static final double CALLS_PER_SECOND = 4_000;
    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;

    /** In the year 2100: a call so far ahead of its record is a dead letter. */
    private static final long AHEAD_MS = 4_102_444_800_000L;

    private static final long NUDGE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** One record of so many is of each unusual kind. */
    private static final int ONE_OF = 64;

    private final Producer<byte[], byte[]> producer;
    private final String eventsTopic;
    private final String subscribersTopic;
    private final EventCodec codec;
    private final ProfileCodec profileCodec = new ProfileCodec();
    private final CallTimes times;
    private final int subscribers;
    private final SplittableRandom random;
    private final EventGenerator calls;
    private final SubscriberGenerator profiles;
    private final SubscriberGenerator otherProfiles;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "aim-chaos-feed");
    private long lastNudgeNanos = System.nanoTime();
    private volatile long limit;
    private final AtomicLong published = new AtomicLong();
    private volatile boolean closed;

    Feed(Setting setting, Plan plan, Dimensions dimensions) {
        producer = setting.connection().openProducer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 2));
        eventsTopic = setting.topics().events();
        subscribersTopic = setting.topics().subscribers();
        codec = plan.format().newCodec();
        times = plan.times();
        subscribers = setting.subscribers();
        long seed = setting.cell().seed();
        random = new SplittableRandom(seed);
        calls = new EventGenerator(seed, subscribers, Distribution.uniform());
        profiles = new SubscriberGenerator(seed, dimensions);
        otherProfiles = new SubscriberGenerator(~seed, dimensions);
    }

    /** Publishes a profile for each subscriber, and starts. */
    void start() {
        for (long id = 0; id < subscribers; id++) {
            send(subscribersTopic, id, profileCodec.encode(profiles.profile(id)));
        }
        producer.flush();
        thread.start();
    }

    private void run() {
        new RatePacer(CALLS_PER_SECOND).run(() -> closed, () -> {
            if (published.get() < limit) {
                publishNext(published.get());
                published.incrementAndGet();
            }
        });
    }

    private void publishNext(long number) {
        long timeMs = times.ms(number);
        Event call = calls.next(timeMs);
        long id = call.subscriberId();
        switch (random.nextInt(ONE_OF)) {
            case 0 -> publish(with(id, timeMs - random.nextLong(9 * DAY_MS), call));
            case 1, 2, 3 -> publish(with(id, timeMs - random.nextLong(10 * MINUTE_MS), call));
            case 4 -> publish(with(id, AHEAD_MS, call));
            case 5 -> send(eventsTopic, id, new byte[] {1, 2, 3});
            case 6 -> publish(with(subscribers + random.nextInt(STRANGERS), timeMs, call));
            case 7 -> send(subscribersTopic, id, profileOrNone(id));
            default -> publish(call);
        }
    }

    private byte[] profileOrNone(long id) {
        return random.nextInt(4) == 0 ? null : profileCodec.encode(otherProfiles.profile(id));
    }

    private static Event with(long subscriberId, long timestampMs, Event call) {
        return new Event(subscriberId, timestampMs, call.durationSeconds(), call.cost(), call.longDistance());
    }

    /**
     * Publishes a current call of every stranger. A stranger with calls of an earlier week only may be a row or not,
     * depending on the order of reading.
     */
    void haveStrangersCall() {
        for (int i = 0; i < STRANGERS; i++) {
            publish(new Event(subscribers + i, times.ms(published.get()), 60 + i, 0.5f, i % 2 == 0));
        }
        flush();
    }

    /**
     * Publishes records without effect at intervals: very old calls, and tombstones of unknown ids. A reader without
     * records commits its offsets only seconds later.
     */
    void nudge() {
        long nowNanos = System.nanoTime();
        if (nowNanos - lastNudgeNanos < NUDGE_INTERVAL_NANOS) {
            return;
        }
        lastNudgeNanos = nowNanos;
        for (int i = 0; i < STRANGERS; i++) {
            publish(new Event(subscribers + i, 0, 1, 1, true));
            send(subscribersTopic, -1 - i, null);
        }
        flush();
    }

    private void publish(Event call) {
        send(eventsTopic, call.subscriberId(), codec.encode(call));
    }

    private void send(String topic, long id, byte[] value) {
        byte[] key = profileCodec.encodeKey(id);
        Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic, key, value), (metadata, problem) -> {
            if (problem != null) {
                failure.compareAndSet(null, problem);
            }
        });
    }

    /** Raises the limit to so many calls. */
    void allow(long calls) {
        limit = calls;
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
