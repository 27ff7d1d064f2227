package dev.aimonflink.job.plan;

import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.Recent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * The CPU time of planning texts since the start, in all and by client. A metric never ends, so only some clients have one: those that use
 * much. A command that asks once has a name of its own, and needs none.
 */
public final class ClientUsage {
    static final int MAX_CLIENTS = 100;

    /** From this on a client is counted by name. */
    static final long NAMED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The name under which all other clients are counted. */
    static final String OTHERS = "others";

    /** How many unnamed clients' use is remembered, of those planned for last. */
    private static final int MAX_OTHERS = 1_000;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Map<String, AtomicLong> named = new LinkedHashMap<>();
    private final Map<String, Long> others = new Recent<>(MAX_OTHERS);
    private BiConsumer<String, AtomicLong> newClient = (client, counted) -> {};

    /** @param newClient receives each newly counted client, with its nanoseconds */
    public synchronized void onNewClient(BiConsumer<String, AtomicLong> newClient) {
        named.forEach(newClient);
        this.newClient = newClient;
    }

    /** @param payer counted by its client: the name of someone a client asks for may be another tomorrow */
    void planned(String payer, long usedNanos) {
        nanos.addAndGet(usedNanos);
        counter(Request.clientOf(payer), usedNanos).addAndGet(usedNanos);
    }

    void refuse() {
        refused.incrementAndGet();
    }

    public long nanos() {
        return nanos.get();
    }

    public long refused() {
        return refused.get();
    }

    private synchronized AtomicLong counter(String clientId, long usedNanos) {
        AtomicLong own = named.get(clientId);
        if (own != null) {
            return own;
        }
        if (others.merge(clientId, usedNanos, Long::sum) < NAMED_NANOS || named.size() >= MAX_CLIENTS) {
            return counted(OTHERS);
        }
        others.remove(clientId);
        return counted(clientId);
    }

    private AtomicLong counted(String name) {
        return named.computeIfAbsent(name, id -> {
            AtomicLong counted = new AtomicLong();
            newClient.accept(id, counted);
            return counted;
        });
    }
}
