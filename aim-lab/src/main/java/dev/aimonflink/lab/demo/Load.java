package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.cli.environment.LiveLine;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.lab.meter.Freshness;
import dev.aimonflink.lab.meter.QueryRounds;
import dev.aimonflink.sql.text.Spelling;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Publishes events, asks queries and marks for a while at the same time, and shows the progress in one line. */
final class Load {
    private static final Duration TICK = Duration.ofMillis(250);

    /** Longer than any timeout of a query. */
    private static final Duration END_LIMIT = Duration.ofMinutes(1);

    /** So that all is on one line of most terminals. */
    private static final int MAX_MESSAGE = 64;

    private final Installation installation;
    private final Feed feed;
    private final QueryRounds rounds;
    private final Freshness freshness;
    private final DemoRules rules;
    private final LongSupplier clockMs;
    private final LiveLine line;

    Load(
            Installation installation,
            Feed feed,
            QueryRounds rounds,
            Freshness freshness,
            DemoRules rules,
            LongSupplier clockMs,
            LiveLine line) {
        this.installation = installation;
        this.feed = feed;
        this.rounds = rounds;
        this.freshness = freshness;
        this.rules = rules;
        this.clockMs = clockMs;
        this.line = line;
    }

    /** Returns the seconds of the load, once every question has its answer. */
    double run(int eventsPerSecond, Duration duration, Duration warmUp) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(3);
        try {
            long startNanos = System.nanoTime();
            long warmAtNanos = startNanos + warmUp.toNanos();
            Future<?> calls = threads.submit(() -> feed.run(eventsPerSecond, stop::get));
            Future<?> queries = threads.submit(() -> rounds.run(warmAtNanos, stop::get));
            ScheduledFuture<?> markers = threads.scheduleAtFixedRate(
                    () -> freshness.mark(clockMs.getAsLong(), System.nanoTime(), System.nanoTime() - warmAtNanos < 0),
                    0,
                    Freshness.INTERVAL.toMillis(),
                    TimeUnit.MILLISECONDS);
            watch(startNanos, startNanos + duration.toNanos(), calls, queries, markers);
            stop.set(true);
            markers.cancel(false);
            end(calls);
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            end(queries);
            return seconds;
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private void watch(long startNanos, long endNanos, Future<?>... workers) throws InterruptedException {
        long beforeNanos = startNanos;
        long callsBefore = 0;
        long answersBefore = 0;
        while (System.nanoTime() - endNanos < 0) {
            TimeUnit.MILLISECONDS.sleep(TICK.toMillis());
            installation.job().requireHealthy();
            for (Future<?> worker : workers) {
                requireRunning(worker);
            }
            long nowNanos = System.nanoTime();
            long calls = feed.acknowledged();
            long answers = rounds.answered();
            double tickSeconds = (nowNanos - beforeNanos) / 1e9;
            line.show(text(
                    (nowNanos - startNanos) / 1e9,
                    (calls - callsBefore) / tickSeconds,
                    Math.max(0, calls - installation.job().callsSettled()),
                    (answers - answersBefore) / tickSeconds));
            beforeNanos = nowNanos;
            callsBefore = calls;
            answersBefore = answers;
        }
    }

    private String text(double seconds, double callsPerSecond, long lag, double queriesPerSecond) {
        DemoRules.Fired fired = rules.fired();
        return String.format(
                Locale.ROOT,
                "%3.0f s | %,6.0f events/s, %,d to apply | %3.0f queries/s, p99 %s ms | fresh within %s ms%s",
                seconds,
                callsPerSecond,
                lag,
                queriesPerSecond,
                Summary.millis(rounds.times().percentileMs(99)),
                Summary.millis(freshness.ofAll().percentileMs(99)),
                fired.newest() == null ? "" : alerts(fired));
    }

    private static String alerts(DemoRules.Fired fired) {
        return String.format(
                Locale.ROOT, " | %,d alerts: %s", fired.alerts(), Spelling.shortened(fired.newest(), MAX_MESSAGE));
    }

    static void requireRunning(Future<?> worker) throws InterruptedException {
        if (worker.isDone()) {
            end(worker);
        }
    }

    static void end(Future<?> worker) throws InterruptedException {
        try {
            worker.get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("The load failed.", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("The load does not end after " + END_LIMIT.toSeconds() + " s.", e);
        }
    }
}
