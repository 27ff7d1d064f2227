package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.local.ObservedJob;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Lets PostgreSQL's clients ask a demo's matrix after its report, while events go on. */
final class Serving {
    /** Few enough to leave the processors to askers, and the disk to others. */
    static final int MAX_EVENTS_PER_SECOND = 1_000;

    private static final Duration LOOK = Duration.ofMillis(200);

    private final PrintStream messages;
    private final BooleanSupplier stop;

    Serving(PrintStream messages, BooleanSupplier stop) {
        this.messages = messages;
        this.stop = stop;
    }

    /** Returns after the stop; the job and its broker run on. */
    void run(Connection connection, Topics topics, ObservedJob job, Feed feed, int rate) throws InterruptedException {
        int eventsPerSecond = Math.min(rate, MAX_EVENTS_PER_SECOND);
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (OpenGateway gateway = OpenGateway.atLoopback(connection, topics, ServerSettings.USUAL_OR_FREE)) {
            Future<?> events = threads.submit(() -> feed.run(eventsPerSecond, isOver::get));
            messages.println("The demo goes on with " + eventsPerSecond + " events a second. Ask it with psql: "
                    + ServerSettings.psql(gateway.port()));
            messages.println("Ctrl-C ends it.");
            while (!stop.getAsBoolean()) {
                TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
                job.requireHealthy();
                Load.requireRunning(events);
            }
            isOver.set(true);
            Load.end(events);
        } finally {
            isOver.set(true);
            threads.shutdownNow();
        }
    }
}
