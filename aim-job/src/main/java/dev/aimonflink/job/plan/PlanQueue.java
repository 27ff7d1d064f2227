package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.PlanningLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The texts that wait to be planned, and the budget of their planning.
 *
 * <p>The budget is a bucket that fills with the share of a core as time passes, and from which each plan takes its CPU time. Next is a text
 * of the client that has recently used least. A fifth of the share fills a reserve first. While the bucket is empty, clients that have used
 * less than half of an equal part continue from the reserve: they wait for the text being planned, but not for other clients' debts. Texts
 * admitted by another TaskManager come first, because their requests are on their way.
 */
final class PlanQueue {
    /** After this time half of a client's use is forgotten. */
    private static final long HALF_LIFE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What a client that uses one core accumulates in the limit: the half-life divided by the logarithm of 2. */
    private static final double NANOS_OF_A_CORE = HALF_LIFE_NANOS / Math.log(2);

    /** The part of the share that fills the reserve, until that is full. */
    private static final double RESERVE = 0.2;

    /** The clients that are remembered, some of which wait. */
    static final int MAX_CLIENTS = 2 * PlanningLimits.MAX_WAITING;

    /** Less counts as nothing. */
    private static final double FORGOTTEN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final PlanningLimits limits;
    private final Deque<PlanTask> followed = new ArrayDeque<>();
    private final Map<String, Client> clients = new HashMap<>();
    private int waiting;
    private long waitingCharacters;
    private double bucketNanos;
    private double reserveNanos;
    private long filledNanos;

    private boolean isFromReserve;

    private static final class Client {
        private final Deque<PlanTask> tasks = new ArrayDeque<>();
        private double usedNanos;
        private long usedAtNanos;

        double used(long nowNanos) {
            return usedNanos * Math.pow(0.5, (double) (nowNanos - usedAtNanos) / HALF_LIFE_NANOS);
        }

        void use(long nanos, long nowNanos) {
            usedNanos = used(nowNanos) + nanos;
            usedAtNanos = nowNanos;
        }
    }

    PlanQueue(PlanningLimits limits, long nowNanos) {
        this.limits = limits;
        bucketNanos = (1 - RESERVE) * burstNanos();
        reserveNanos = RESERVE * burstNanos();
        filledNanos = nowNanos;
    }

    private double burstNanos() {
        return limits.share() * PlanningLimits.BURST_NANOS;
    }

    int waiting() {
        return waiting + followed.size();
    }

    int clients() {
        return clients.size();
    }

    /** How much CPU time a text may use once its planning has begun. */
    long limitNanos(PlanTask task) {
        return task.isAdmission() && (isFromReserve || hasOthersThan(task.payer()))
                ? limits.textNanos()
                : PlanningLimits.ALONE_NANOS;
    }

    private boolean hasOthersThan(String payer) {
        return !followed.isEmpty()
                || clients.entrySet().stream()
                        .anyMatch(each -> !each.getKey().equals(payer)
                                && !each.getValue().tasks.isEmpty());
    }

    long usedNanos(String payer, long nowNanos) {
        Client client = clients.get(payer);
        return client == null ? 0 : Math.round(client.used(nowNanos));
    }

    /** Adds a text. Returns those that lose their place: the newest of the clients with the most waiting ones. */
    List<PlanTask> add(PlanTask task) {
        if (!task.isAdmission()) {
            if (task.isSecondRound()) {
                followed.addFirst(task);
            } else {
                followed.addLast(task);
            }
            return followed.size() > PlanningLimits.MAX_WAITING ? List.of(followed.pollLast()) : List.of();
        }
        clients.computeIfAbsent(task.payer(), id -> new Client()).tasks.addLast(task);
        count(task, 1);
        if (clients.size() > MAX_CLIENTS) {
            forget(task.arrivalNanos());
        }
        List<PlanTask> evicted = new ArrayList<>();
        while (waiting > PlanningLimits.MAX_WAITING || waitingCharacters > PlanningLimits.MAX_WAITING_CHARACTERS) {
            Client heaviest = clients.values().stream()
                    .max(Comparator.comparingInt(client -> client.tasks.size()))
                    .orElseThrow();
            PlanTask newest = heaviest.tasks.pollLast();
            count(newest, -1);
            evicted.add(newest);
        }
        return evicted;
    }

    /** Forgets the least using clients without a text, until half of the room is free. */
    private void forget(long nowNanos) {
        List<String> leastUsed = clients.entrySet().stream()
                .filter(each -> each.getValue().tasks.isEmpty())
                .sorted(Comparator.comparingDouble(each -> each.getValue().used(nowNanos)))
                .limit(MAX_CLIENTS / 2)
                .map(Map.Entry::getKey)
                .toList();
        leastUsed.forEach(clients::remove);
    }

    private void count(PlanTask task, int sign) {
        waiting += sign;
        waitingCharacters += sign * (long) task.characters();
    }

    /** Takes the next text; null if there is none, or none within the budget. */
    PlanTask next(long nowNanos) {
        if (!followed.isEmpty()) {
            return followed.pollFirst();
        }
        fill(nowNanos);
        Client next = clients.values().stream()
                .filter(client -> !client.tasks.isEmpty())
                .min(Comparator.comparingDouble(client -> client.used(nowNanos)))
                .orElse(null);
        if (next == null) {
            return null;
        }
        isFromReserve = bucketNanos <= 0;
        if (isFromReserve && (reserveNanos <= 0 || next.used(nowNanos) >= smallShare(nowNanos))) {
            return null;
        }
        PlanTask task = next.tasks.pollFirst();
        count(task, -1);
        return task;
    }

    private void fill(long nowNanos) {
        double newNanos = limits.share() * (nowNanos - filledNanos);
        double toReserve = Math.min(RESERVE * newNanos, RESERVE * burstNanos() - reserveNanos);
        reserveNanos += toReserve;
        bucketNanos = Math.min((1 - RESERVE) * burstNanos(), bucketNanos + newNanos - toReserve);
        filledNanos = nowNanos;
    }

    /** Half of each client's use if all, and one more, had used the whole share in equal parts. */
    private double smallShare(long nowNanos) {
        clients.values().removeIf(client -> client.tasks.isEmpty() && client.used(nowNanos) < FORGOTTEN_NANOS);
        return limits.share() * NANOS_OF_A_CORE / 2 / (clients.size() + 1);
    }

    void use(PlanTask task, long usedNanos, long nowNanos) {
        if (task.isAdmission()) {
            fill(nowNanos);
            if (isFromReserve) {
                reserveNanos -= usedNanos;
            } else {
                bucketNanos -= usedNanos;
            }
            clients.computeIfAbsent(task.payer(), id -> new Client()).use(usedNanos, nowNanos);
        }
    }

    /** How long until {@link #next} may return a text, if it returned none although some wait, or until one has waited too long. */
    long pauseNanos(long nowNanos) {
        double untilBucket = -bucketNanos / limits.share();
        double untilReserve = reserveNanos > 0 ? untilBucket : -reserveNanos / (RESERVE * limits.share());
        long untilFull = (long) Math.ceil(Math.min(untilBucket, untilReserve)) + 1;
        long untilLate = tasks().stream()
                .mapToLong(task -> task.arrivalNanos() + PlanningLimits.MAX_WAIT_NANOS - nowNanos + 1)
                .min()
                .orElse(untilFull);
        return Math.max(1, Math.min(untilFull, untilLate));
    }

    private Collection<PlanTask> tasks() {
        return clients.values().stream()
                .flatMap(client -> client.tasks.stream())
                .toList();
    }

    /** Removes the texts that have waited too long for the share. */
    List<PlanTask> takeLate(long nowNanos) {
        fill(nowNanos);
        return bucketNanos > 0
                ? List.of()
                : removeMatching(task -> nowNanos - task.arrivalNanos() > PlanningLimits.MAX_WAIT_NANOS);
    }

    List<PlanTask> removeMatching(Predicate<PlanTask> predicate) {
        List<PlanTask> taken = tasks().stream().filter(predicate).toList();
        for (PlanTask task : taken) {
            clients.get(task.payer()).tasks.remove(task);
            count(task, -1);
        }
        return taken;
    }
}
