package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.lab.feed.CallFeed;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Publishes calls to Kafka, keeping only the number of generated ones, which can be regenerated. */
public final class EventStream implements CallFeed, AutoCloseable {
    /** The shortest format, so that the job and not the broker is measured; the benchmarks set it in their jobs. */
    public static final EventFormat FORMAT = EventFormat.KRYO;

    private final EventPublisher publisher;
    private final CallSequence generated;
    private final Supplier<CallSequence> sequence;
    private final Setup setup;
    private final long beginMs;
    private final List<Event> markers = new ArrayList<>();
    private long generatedCalls;
    private final AtomicLong skipped = new AtomicLong();

    EventStream(Connection connection, String topic, Setup setup, int maker, long beginMs) {
        publisher = new EventPublisher(connection, topic, FORMAT);
        this.setup = setup;
        this.beginMs = beginMs;
        sequence = () -> new CallSequence(setup.seed(), maker, setup.subscribers(), setup.feed(), beginMs);
        generated = sequence.get();
    }

    /** Publishes at a rate independent of the job, until stopped. For one thread. */
    private void run(double callsPerSecond, BooleanSupplier stop) {
        RatePacer pacer = new RatePacer(callsPerSecond);
        while (!stop.getAsBoolean()) {
            publish(pacer.awaitBatch());
        }
        skipped.addAndGet(pacer.skipped());
    }

    /** Publishes calls as fast as it can, and returns when the broker has them. */
    public void publishAll(long calls) {
        for (long left = calls; left > 0; left -= RatePacer.MAX_BATCH) {
            publish((int) Math.min(left, RatePacer.MAX_BATCH));
        }
        flush();
    }

    private synchronized void publish(int calls) {
        for (int i = 0; i < calls; i++) {
            publisher.publish(generated.next());
        }
        generatedCalls += calls;
    }

    /** Whether no answer might show a present call, because the week turns soon. */
    public synchronized boolean isBeforeWeekTurn() {
        return generated.isBeforeWeekTurn();
    }

    @Override
    public synchronized Event publishCall(LongFunction<Event> callAt) {
        Event marker = callAt.apply(generated.nowMs());
        publisher.publish(marker);
        markers.add(marker);
        return marker;
    }

    public synchronized long published() {
        return generatedCalls + markers.size();
    }

    /** How many due calls were not published, because publishing was too slow. */
    public long skipped() {
        return skipped.get();
    }

    synchronized long newestMs() {
        long newestMs = setup.feed().newestMs(beginMs, generatedCalls);
        return markers.stream().mapToLong(Event::timestampMs).reduce(newestMs, Math::max);
    }

    synchronized int markedSubscribers() {
        return (int) markers.stream().mapToLong(Event::subscriberId).distinct().count();
    }

    /** Returns when the broker has all calls. */
    public synchronized void flush() {
        publisher.flush();
    }

    /** Passes all calls on again. */
    synchronized void replay(Consumer<Event> calls) {
        sequence.get().replay(generatedCalls, calls);
        markers.forEach(calls);
    }

    @Override
    public void close() {
        publisher.close();
    }

    /** Publishes calls to Kafka at a rate, from now until closed. */
    public static final class Traffic implements AutoCloseable {
        /** No calls; a pacer would take it for no limit. */
        public static final int NONE = 0;

        private final AtomicBoolean stop = new AtomicBoolean();
        private final CompletableFuture<Void> running;

        public Traffic(EventStream events, int callsPerSecond) {
            running = callsPerSecond == NONE
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.runAsync(
                            () -> events.run(callsPerSecond, stop::get),
                            task -> new Thread(task, "aim-bench-events").start());
        }

        @Override
        public void close() {
            stop.set(true);
            try {
                running.join();
            } catch (CompletionException e) {
                throw new IllegalStateException("The events failed.", e.getCause());
            }
        }
    }
}
