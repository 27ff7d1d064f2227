package dev.aimonflink.gateway.topics;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Writes events to their topic, as the job reads them, and keyed as all our publishers do. Thread-safe. */
public final class EventsWriter implements AutoCloseable {
    /** Longer than Kafka's client tries. */
    private static final Duration LONGEST = Duration.ofSeconds(35);

    private static final long LOOK_MS = 500;

    private final JobTopics topics;
    private final EventFormat format;

    /** Opened when the first events come; another after one that has lost an event. */
    private Shared shared;

    private boolean isClosed;

    private static final class Shared {
        private final RecordPublisher publisher;
        private int users;
        private volatile boolean hasLost;

        private Shared(RecordPublisher publisher) {
            this.publisher = publisher;
        }
    }

    /** @param format the job's {@code aim.events.format} */
    public EventsWriter(JobTopics topics, EventFormat format) {
        this.topics = topics;
        this.format = format;
    }

    /** An event as a record. */
    public record Keyed(byte[] key, byte[] value) {}

    /**
     * What became of events.
     *
     * @param places in their order; null for one that Kafka has not acknowledged
     * @param fault why one was not, or null
     */
    public record Written(List<RecordPublisher.Place> places, String fault) {
        /** By Kafka partition, the offset behind the last acknowledged event. */
        public Map<Integer, Long> offsets() {
            Map<Integer, Long> offsets = new TreeMap<>();
            places.stream()
                    .filter(each -> each != null)
                    .forEach(each -> offsets.merge(each.partition(), each.offset() + 1, Math::max));
            return offsets;
        }
    }

    /**
     * Events as the job reads them.
     *
     * @param events each as JSON
     * @throws InvalidInputException if the model refuses one, with its number and the sentence of a dead letter
     */
    public List<Keyed> check(Model model, List<byte[]> events) {
        JsonModelCodec json = new JsonModelCodec(model);
        ModelEventRecords records = new ModelEventRecords(model, format);
        DeclaredEvent event = new DeclaredEvent(model.event());
        List<Keyed> checked = new ArrayList<>();
        for (byte[] each : events) {
            try {
                event.timestampMs(System.currentTimeMillis());
                json.decode(each, event);
                checked.add(new Keyed(records.key(event), records.value(event)));
            } catch (MalformedException | InvalidInputException refused) {
                throw new InvalidInputException(
                        "Event " + (checked.size() + 1) + " of " + events.size() + ": " + refused.getMessage()
                                + ". None was written.",
                        refused);
            }
        }
        return checked;
    }

    /**
     * Writes all, and waits until each has been acknowledged or has failed. Kafka's client waits at each while it knows no broker, so those that
     * are not sent in time are not any more.
     *
     * @param check fails if nobody waits any more
     * @throws ClientException if none could be written
     */
    public Written write(List<Keyed> events, Runnable check) {
        Shared present = joined();
        try {
            Written written = write(events, present.publisher, check);
            present.hasLost |= written.fault() != null;
            return written;
        } finally {
            left(present);
        }
    }

    private static Written write(List<Keyed> events, RecordPublisher publisher, Runnable check) {
        final long endNanos = System.nanoTime() + LONGEST.toNanos();
        List<CompletableFuture<RecordPublisher.Place>> sent = events.stream()
                .map(each -> System.nanoTime() - endNanos < 0
                        ? publisher.send(each.key, each.value)
                        : new CompletableFuture<RecordPublisher.Place>())
                .toList();
        String fault = null;
        for (CompletableFuture<RecordPublisher.Place> each : sent) {
            while (fault == null && !each.isDone()) {
                fault = faultWhileWaiting(each, endNanos, check);
            }
        }
        List<RecordPublisher.Place> places = new ArrayList<>();
        for (CompletableFuture<RecordPublisher.Place> each : sent) {
            boolean isWritten = each.isDone() && !each.isCompletedExceptionally();
            places.add(isWritten ? each.join() : null);
            if (each.isCompletedExceptionally()) {
                fault = each.handle((place, lost) -> lost.getMessage()).join();
            }
        }
        return new Written(places, fault);
    }

    /** Why an event is not awaited any longer; null if it is. */
    private static String faultWhileWaiting(
            CompletableFuture<RecordPublisher.Place> event, long endNanos, Runnable check) {
        try {
            event.handle((place, lost) -> place).get(LOOK_MS, TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ClientException("The gateway stops.", stopped);
        } catch (TimeoutException notYet) {
            try {
                check.run();
            } catch (Failure ended) {
                return ended.getMessage() + ".";
            }
            return System.nanoTime() - endNanos < 0
                    ? null
                    : "Kafka has not acknowledged it within " + LONGEST.toSeconds() + " s.";
        }
    }

    private Shared joined() {
        synchronized (this) {
            if (shared != null && !shared.hasLost) {
                shared.users++;
                return shared;
            }
        }
        // Not while others wait: without a broker it takes seconds.
        try (TopicAdmin admin = topics.admin()) {
            admin.require(List.of(topics.names().events()));
        }
        synchronized (this) {
            if (shared == null || shared.hasLost) {
                shared = new Shared(topics.publisher(TopicRole.EVENTS));
            }
            shared.users++;
            return shared;
        }
    }

    /** One that has failed for good would fail for ever, so it is closed when nobody writes by it any more. */
    @SuppressWarnings("ReferenceEquality")
    private void left(Shared by) {
        synchronized (this) {
            by.users--;
            if (by.users > 0 || !(by.hasLost || isClosed)) {
                return;
            }
            shared = shared == by ? null : shared;
        }
        by.publisher.close();
    }

    @Override
    public void close() {
        Shared unused;
        synchronized (this) {
            isClosed = true;
            unused = shared == null || shared.users > 0 ? null : shared;
        }
        if (unused != null) {
            unused.publisher.close();
        }
    }
}
