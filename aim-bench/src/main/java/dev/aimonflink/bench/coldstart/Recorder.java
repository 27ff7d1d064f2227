package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Answer;
import dev.aimonflink.bench.coldstart.Timeline.Cpu;
import dev.aimonflink.bench.harness.Ticker;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.bench.load.QueryClients.Ended;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.clients.query.Asking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Lets one client ask the seven queries, each when the last has ended, and looks at the processor time of TaskManagers, from
 * now until closed. The job need not run: a query without an answer ends by its timeout, and the client goes on.
 */
final class Recorder implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final double NANOS_PER_MS = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double firstMs = (double) System.currentTimeMillis();
    private final long firstNanos = System.nanoTime();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Ended> unanswered = new ArrayList<>();
    private final Supplier<Map<Long, Duration>> cpuByPid;
    private final Map<Long, Duration> cpuBefore = new HashMap<>();
    private final List<Cpu> cpu = new ArrayList<>();
    private final Ticker looks;
    private final QueryClients client;

    /** @param cpuByPid the processor time that each TaskManager has used so far, zero once it has ended */
    Recorder(Asking asking, long seed, Supplier<Map<Long, Duration>> cpuByPid) {
        this.cpuByPid = cpuByPid;
        looks = new Ticker(LOOK, () -> look((double) System.currentTimeMillis()));
        client = QueryClients.closedLoop(
                asking, 1, QueryPool.of(QueryPool.Profile.SEVEN, seed), this::ended, System::nanoTime);
    }

    private synchronized void ended(Ended query) {
        if (Asking.unanswered(query.result(), query.failure()) == null) {
            answers.add(new Answer(epochMs(query.dueNanos()), epochMs(query.dueNanos() + query.nanos())));
        } else {
            unanswered.add(query);
        }
    }

    private double epochMs(long nanos) {
        return firstMs + (nanos - firstNanos) / NANOS_PER_MS;
    }

    /** What was used since the last look counts as used now. The first look at a process includes its start. */
    private synchronized void look(double nowMs) {
        cpuByPid.get().forEach((pid, used) -> {
            long nanos = used.minus(cpuBefore.getOrDefault(pid, Duration.ZERO)).toNanos();
            if (nanos > 0) {
                cpuBefore.put(pid, used);
                cpu.add(new Cpu(nowMs, nanos / NANOS_PER_SECOND));
            }
        });
    }

    /** What was measured in some seconds, counted from when the job ran. */
    synchronized Timeline timeline(long runningMs, Span span) {
        return Timeline.of((double) runningMs, span, answers, cpu);
    }

    /** Returns when the first answer from a time on came, in epoch milliseconds. */
    synchronized OptionalDouble firstAnswerMs(long fromMs) {
        return answers.stream()
                .mapToDouble(Answer::answeredMs)
                .filter(each -> each >= fromMs)
                .min();
    }

    /** The queries that were asked from a time on and have ended without an answer. */
    synchronized List<Ended> unanswered(long fromMs) {
        return unanswered.stream()
                .filter(each -> epochMs(each.dueNanos()) >= fromMs)
                .toList();
    }

    @Override
    public void close() {
        try (client) {
            looks.close();
        }
    }
}
