package dev.aimonflink.gateway.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.rule.AlertRecord;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest alerts, and each that comes, for all who look: one reader of the topic, while somebody has looked lately. Who is slower than
 * alerts come misses the oldest, and holds up nobody. Thread-safe.
 */
public final class AlertFeed implements AutoCloseable {
    /** That are kept. */
    public static final int MOST = 10_000;

    private static final long MOST_BYTES = 16 << 20;

    /** How long the topic is read on after the last look. */
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Duration OPENING = Duration.ofSeconds(15);
    private static final long PAUSE_MS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(AlertFeed.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JobTopics topics;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

    // Guarded by this.
    private final Alert[] ring = new Alert[MOST];
    private long oldest;
    private long next;
    private long bytes;

    /** By Kafka partition, the offset behind the newest alert, and that of the oldest one here. */
    private Map<Integer, Long> ends = new TreeMap<>();

    private Map<Integer, Long> beginnings = new TreeMap<>();
    private Thread reading;
    private boolean isOpen;
    private boolean isClosed;
    private String fault;
    private long lookedNanos;

    /**
     * An alert.
     *
     * @param number one more than that of the alert before
     * @param json as in its topic, with the time at which Kafka took it
     */
    public record Alert(long number, int partition, long offset, String rule, String key, String state, String json) {}

    /**
     * Between two alerts.
     *
     * @param next the number of the one behind
     * @param offsets of what is behind, by Kafka partition
     */
    public record Place(long next, Map<Integer, Long> offsets) {}

    public AlertFeed(JobTopics topics) {
        this.topics = topics;
    }

    /** Alerts from a number on, the oldest first; fewer if there are no more, or no longer. */
    public synchronized List<Alert> from(long number, int most) {
        lookedNanos = System.nanoTime();
        List<Alert> alerts = new ArrayList<>();
        for (long each = Math.max(number, oldest); each < next && alerts.size() < most; each++) {
            alerts.add(ring[(int) (each % MOST)]);
        }
        return alerts;
    }

    /** Behind the newest alert. */
    public synchronized Place end() {
        return new Place(next, new TreeMap<>(ends));
    }

    /** Whether the topic ends before these offsets, by Kafka partition: then they are of another one. */
    public synchronized boolean endsBefore(Map<Integer, Long> offsets) {
        return offsets.entrySet().stream().anyMatch(each -> each.getValue() > ends.getOrDefault(each.getKey(), 0L));
    }

    /** Whether alerts behind these offsets, by Kafka partition, are no longer here. */
    public synchronized boolean hasLostBehind(Map<Integer, Long> offsets) {
        return beginnings.entrySet().stream()
                .anyMatch(each -> offsets.getOrDefault(each.getKey(), 0L) < each.getValue());
    }

    /** Called after alerts have come, and when they cannot be read; must not block. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    public void ignore(Runnable listener) {
        listeners.remove(listener);
    }

    /** Why none comes at present, or null. */
    public synchronized String fault() {
        return fault;
    }

    /** Waits until the topic is read. */
    public synchronized void open() {
        lookedNanos = System.nanoTime();
        if (reading == null && !isClosed) {
            reading = new Thread(this::read, "aim-gateway-alerts");
            reading.setDaemon(true);
            reading.start();
        }
        final long endNanos = System.nanoTime() + OPENING.toNanos();
        while (!isOpen) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (fault != null || isClosed || leftMs <= 0) {
                throw Failure.of(
                        SqlState.CONNECTION_FAILURE, "Alerts cannot be read: " + (fault == null ? "no answer" : fault));
            }
            try {
                wait(leftMs);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw Failure.of(SqlState.ADMIN_SHUTDOWN, "The gateway stops.");
            }
        }
    }

    private void read() {
        while (true) {
            try (TopicReader reader = topics.reader(TopicRole.ALERTS)) {
                begin(reader.ends());
                add(reader.newestOfEach(MOST));
                opened(reader.ends());
                while (isWanted()) {
                    List<ConsumerRecord<byte[], byte[]>> come = reader.next();
                    begin(come);
                    add(come);
                    if (!come.isEmpty()) {
                        listeners.forEach(Runnable::run);
                    }
                }
            } catch (RuntimeException away) {
                LOG.warn("Alerts cannot be read, and are tried again: {}", away.getMessage());
                failed(away.getMessage());
                listeners.forEach(Runnable::run);
                pause();
            }
            if (ended()) {
                return;
            }
        }
    }

    /** A topic that was made anew has none of the alerts that are here. */
    private synchronized void begin(Map<Integer, Long> ofTopic) {
        if (ends.entrySet().stream().anyMatch(each -> each.getValue() > ofTopic.getOrDefault(each.getKey(), 0L))) {
            forget();
        }
        final long share = MOST / Math.max(1, ofTopic.size());
        ends.forEach((partition, end) -> {
            if (ofTopic.get(partition) - end > share) {
                // More have come meanwhile than are read now.
                beginnings.put(partition, ofTopic.get(partition) - share);
            }
        });
    }

    /** While it is read, a topic begins again only if it was made anew. */
    private synchronized void begin(List<ConsumerRecord<byte[], byte[]>> come) {
        if (come.stream().anyMatch(each -> each.offset() < ends.getOrDefault(each.partition(), 0L))) {
            forget();
        }
    }

    private synchronized void opened(Map<Integer, Long> ofTopic) {
        ofTopic.forEach((partition, end) -> {
            ends.merge(partition, end, Math::max);
            beginnings.putIfAbsent(partition, end);
        });
        isOpen = true;
        fault = null;
        notifyAll();
    }

    private synchronized void failed(String why) {
        fault = why;
        isOpen = false;
        notifyAll();
    }

    private synchronized void pause() {
        final long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MS);
        try {
            for (long leftMs = PAUSE_MS; leftMs > 0 && !isClosed; ) {
                wait(leftMs);
                leftMs = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            }
        } catch (InterruptedException stopped) {
            isClosed = true;
        }
    }

    private synchronized boolean isWanted() {
        return !isClosed && (!listeners.isEmpty() || System.nanoTime() - lookedNanos < IDLE_NANOS);
    }

    /** Whether nobody looks any more; then all is forgotten. */
    private synchronized boolean ended() {
        if (isWanted()) {
            return false;
        }
        reading = null;
        isOpen = false;
        fault = null;
        forget();
        return true;
    }

    private void forget() {
        Arrays.fill(ring, null);
        oldest = next;
        bytes = 0;
        ends = new TreeMap<>();
        beginnings = new TreeMap<>();
    }

    private void add(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            AlertRecord read = AlertRecord.of(record);
            ObjectNode alert = JSON.createObjectNode().put("time", read.time().toString());
            alert.setAll(read.alert());
            add(record, alert);
        }
    }

    private synchronized void add(ConsumerRecord<byte[], byte[]> record, ObjectNode alert) {
        long end = ends.getOrDefault(record.partition(), 0L);
        if (record.offset() < end) {
            return; // It was read before the broker was away.
        }
        Alert added = new Alert(
                next,
                record.partition(),
                record.offset(),
                alert.path("rule").asText(""),
                alert.path("key").asText(""),
                alert.path("state").asText(""),
                written(alert));
        while (next - oldest == MOST || (next > oldest && bytes + added.json.length() > MOST_BYTES)) {
            int place = (int) (oldest++ % MOST);
            Alert gone = ring[place];
            ring[place] = null;
            bytes -= gone.json.length();
            beginnings.put(gone.partition, gone.offset + 1);
        }
        ring[(int) (next++ % MOST)] = added;
        bytes += added.json.length();
        ends.put(record.partition(), record.offset() + 1);
        beginnings.putIfAbsent(record.partition(), record.offset());
    }

    private static String written(ObjectNode alert) {
        try {
            return new String(JSON.writeValueAsBytes(alert), StandardCharsets.UTF_8);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
