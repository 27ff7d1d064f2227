package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.Version;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.local.ObservedJob;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Lets people see and ask a demo's matrix: from the first answer on, and after its report, while events go on. */
final class Serving implements Demo.Audience {
    /** Few enough to leave the processors to askers, and the disk to others. */
    static final int MAX_EVENTS_PER_SECOND = 1_000;

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration FLINK_TIMEOUT = Duration.ofSeconds(2);

    private final DemoOptions options;
    private final PrintStream messages;
    private final Consumer<DemoReport> shown;
    private final BooleanSupplier stop;
    private OpenGateway gateway;
    private HttpPort web;

    /** @param shown to whom the report is shown */
    Serving(DemoOptions options, PrintStream messages, Consumer<DemoReport> shown, BooleanSupplier stop) {
        this.options = options;
        this.messages = messages;
        this.shown = shown;
        this.stop = stop;
    }

    @Override
    public void comes(Connection connection, Topics topics, ObservedJob job) {
        FlinkRest flink = job.restAddress()
                .map(address -> new FlinkRest(address, FLINK_TIMEOUT))
                .orElse(null);
        gateway = OpenGateway.atLoopback(connection, topics, ServerSettings.USUAL_OR_FREE);
        try {
            web = HttpPort.atLoopback(
                    gateway,
                    HttpJob.of(connection, topics, options.format(), flink),
                    ServerSettings.USUAL_OR_FREE,
                    new Version().getVersion()[0]);
        } catch (IOException unopened) {
            throw new UncheckedIOException(unopened);
        }
        messages.println("See it live: " + web.console());
    }

    /** Returns after the stop; the job and its broker run on. */
    @Override
    public void stays(DemoReport report, ObservedJob job, Feed feed) throws InterruptedException {
        shown.accept(report);
        int eventsPerSecond = Math.min(options.rate(), MAX_EVENTS_PER_SECOND);
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> events = threads.submit(() -> feed.run(eventsPerSecond, isOver::get));
            messages.println("The demo goes on with " + eventsPerSecond + " events a second. See it: " + web.console());
            messages.println("Ask it with psql: " + ServerSettings.psql(gateway.port()));
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

    @Override
    public void close() {
        if (web != null) {
            web.close();
        }
        if (gateway != null) {
            gateway.close();
        }
    }
}
