package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.PlanningLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Planning;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.Recent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Plans the texts of a job in this TaskManager, each once: the reader of queries, the partitions and the merger share recent plans.
 *
 * <pre>
 * reader ----- admit ----+                      (within the budget of {@link PlanQueue})
 * partitions - follow ---+--&gt; queue --&gt; thread --&gt; cache --&gt; done
 *            - second ---+
 * merger ----- now, on its own thread, where the cache has lost it
 * </pre>
 */
public final class Planner implements AutoCloseable {
    /** How many second rounds are remembered: partitions and mergers may ask for those of this many requests at a time. */
    private static final int SECOND_ROUNDS = 256;

    private static final Map<Object, Shared> SHARED = new HashMap<>();

    private final Catalogue catalogue;
    private final PlanningLimits limits;
    private final NanoClock clock;
    private final NanoClock cpuClock;
    private final ClientUsage usage = new ClientUsage();
    private final Map<SecondRound, TextPlan> secondRounds = new Recent<>(SECOND_ROUNDS);

    /** Null if each text is planned on the calling thread. */
    private final PlanThread thread;

    /** The values distinguish runs of the job that answer the same request. */
    private record SecondRound(String requestKey, int hashOfValues) {
        static SecondRound of(String requestKey, byte[] values) {
            return new SecondRound(requestKey, Arrays.hashCode(values));
        }
    }

    private static final class Shared {
        private final Planner planner;
        private int leases;

        Shared(Planner planner) {
            this.planner = planner;
        }
    }

    private Planner(
            Catalogue catalogue, PlanningLimits limits, NanoClock clock, NanoClock cpuClock, boolean hasThread) {
        this.catalogue = catalogue;
        this.limits = limits;
        this.clock = clock;
        this.cpuClock = cpuClock;
        thread = hasThread ? new PlanThread(limits, clock, cpuClock, usage) : null;
    }

    /** Without a thread: plans each text at once. */
    public static Planner direct(Catalogue catalogue, PlanningLimits limits) {
        return new Planner(catalogue, limits, NanoClock.SYSTEM, NanoClock.THREAD_CPU, false);
    }

    static Planner threaded(Catalogue catalogue, PlanningLimits limits, NanoClock clock, NanoClock cpuClock) {
        Planner planner = new Planner(catalogue, limits, clock, cpuClock, true);
        planner.thread.start();
        return planner;
    }

    /** Whoever takes it {@linkplain #close closes} it once; the last one ends its thread. */
    public static Planner take(Object jobId, Supplier<Catalogue> catalogue, PlanningLimits limits) {
        synchronized (SHARED) {
            Shared shared = SHARED.computeIfAbsent(
                    jobId, id -> new Shared(threaded(catalogue.get(), limits, NanoClock.SYSTEM, NanoClock.THREAD_CPU)));
            shared.leases++;
            return shared.planner;
        }
    }

    @Override
    public void close() {
        synchronized (SHARED) {
            Shared shared = SHARED.values().stream()
                    .filter(each -> each.planner == this)
                    .findFirst()
                    .orElse(null);
            if (shared != null && --shared.leases > 0) {
                return;
            }
            SHARED.values().remove(shared);
        }
        if (thread != null) {
            thread.end();
        }
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    public ClientUsage usage() {
        return usage;
    }

    public int waiting() {
        return thread == null ? 0 : thread.waiting();
    }

    public boolean isText(AskedQuery asked) {
        return catalogue.isText(asked);
    }

    /** What is known without planning: everything but texts, and recently planned texts; else null. */
    public TextPlan known(AskedQuery asked) {
        try {
            Query query = catalogue.bound(asked);
            return query == null ? null : TextPlan.of(query);
        } catch (QueryFailure failure) {
            return TextPlan.failed(failure);
        }
    }

    /** Plans a text for the first time, within the budget. Returns a known plan; else null, and plans it later on another thread. */
    public TextPlan admit(Request request, Consumer<TextPlan> done) {
        return plan(request, null, true, done);
    }

    /** The same for a text that the reader of queries has admitted, with the values of tables that it computed. */
    public TextPlan follow(Request request, byte[] tableValues, Consumer<TextPlan> done) {
        return plan(request, tableValues, false, done);
    }

    private TextPlan plan(Request request, byte[] tableValues, boolean isAdmission, Consumer<TextPlan> done) {
        TextPlan known = known(request.asked());
        return known != null
                ? known
                : start(task(
                        request.payer(),
                        request.key(),
                        charactersOf(request),
                        isAdmission,
                        check -> catalogue.bind(request.asked(), new Planning(tableValues, check)),
                        done));
    }

    private static int charactersOf(Request request) {
        int characters = 0;
        for (Object value : request.asked().params().values()) {
            characters += value instanceof String text ? text.length() : 1;
        }
        return characters;
    }

    private PlanTask task(
            String payer,
            String requestKey,
            int characters,
            boolean isAdmission,
            Function<Runnable, Query> planning,
            Consumer<TextPlan> done) {
        return new PlanTask(payer, requestKey, characters, isAdmission, clock.nanoTime(), planning, done);
    }

    public TextPlan second(String requestKey, ScanQuery first, byte[] values, Consumer<TextPlan> done) {
        TextPlan known = knownSecond(SecondRound.of(requestKey, values));
        return known != null
                ? known
                : start(task(
                        PlanTask.SECOND_ROUND,
                        requestKey,
                        0,
                        false,
                        check -> secondNow(requestKey, first, values).query(),
                        done));
    }

    /** Plans the second round on the calling thread. */
    public TextPlan secondNow(String requestKey, ScanQuery first, byte[] values) {
        SecondRound round = SecondRound.of(requestKey, values);
        TextPlan known = knownSecond(round);
        if (known != null) {
            return known;
        }
        try {
            TextPlan second = TextPlan.of(first.second(Partial.read(values)));
            synchronized (secondRounds) {
                secondRounds.put(round, second);
            }
            return second;
        } catch (IOException damage) {
            throw new UncheckedIOException(damage);
        }
    }

    /** Whether {@link #secondNow} has nothing to plan. */
    public boolean isSecondKnown(String requestKey, byte[] values) {
        return knownSecond(SecondRound.of(requestKey, values)) != null;
    }

    private TextPlan knownSecond(SecondRound round) {
        synchronized (secondRounds) {
            return secondRounds.get(round);
        }
    }

    /** Plans a text on the calling thread, unless it is known. */
    public TextPlan now(AskedQuery asked, byte[] tableValues) {
        TextPlan known = known(asked);
        return known != null
                ? known
                : TextPlan.of(check -> catalogue.bind(asked, new Planning(tableValues, check)), aloneCheck());
    }

    private PlanCheck aloneCheck() {
        return new PlanCheck(limits, clock, cpuClock, () -> PlanningLimits.ALONE_NANOS);
    }

    private TextPlan start(PlanTask task) {
        if (thread == null) {
            return TextPlan.of(task.planning(), aloneCheck());
        }
        thread.add(task);
        return null;
    }

    /** Drops the text of a request that waits to be admitted. */
    void drop(String requestKey) {
        if (thread != null) {
            thread.drop(requestKey);
        }
    }
}
