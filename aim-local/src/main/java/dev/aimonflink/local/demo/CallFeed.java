package dev.aimonflink.local.demo;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.core.calls.Event;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Publishes calls with the current time and records each. A call gets its time and its place in the journal under one
 * lock, so the calls may have arrived in the journal's order.
 */
final class CallFeed implements AutoCloseable {
    private final EventPublisher publisher;
    private final LongSupplier clockMs;
    private final CallJournal journal = new CallJournal();

    CallFeed(EventPublisher publisher, LongSupplier clockMs) {
        this.publisher = publisher;
        this.clockMs = clockMs;
    }

    /** Publishes the call that a function returns for the current time. */
    synchronized Event publish(LongFunction<Event> callAt) {
        Event call = callAt.apply(clockMs.getAsLong());
        publisher.publish(call);
        journal.add(call);
        return call;
    }

    /** Publishes generated calls at a rate until the stop. */
    void run(EventGenerator generator, double callsPerSecond, BooleanSupplier stop) {
        new RatePacer(callsPerSecond).run(stop, () -> publish(generator::next));
    }

    synchronized long published() {
        return journal.size();
    }

    long acknowledged() {
        return publisher.acknowledged();
    }

    /** Returns when the broker has all calls published so far. */
    synchronized void flush() {
        publisher.flush();
    }

    synchronized void replay(Consumer<Event> calls) {
        journal.replay(calls);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
