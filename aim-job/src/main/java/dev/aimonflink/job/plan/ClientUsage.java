package dev.aimonflink.job.plan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** What the planning of texts has used since the start, in all and by client. A metric has no end, so only so many clients have one. */
public final class ClientUsage {
    /** The clients that are counted by name: the first ones. */
    static final int MAX_CLIENTS = 100;

    /** The name under which all further clients are counted. */
    static final String OTHERS = "others";

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Map<String, AtomicLong> nanosByClient = new ConcurrentHashMap<>();
    private volatile BiConsumer<String, AtomicLong> newClient = (client, counted) -> {};

    /** @param newClient is called with each client that is counted, and with its nanoseconds */
    public synchronized void onNewClient(BiConsumer<String, AtomicLong> newClient) {
        nanosByClient.forEach(newClient);
        this.newClient = newClient;
    }

    void planned(String clientId, long usedNanos) {
        nanos.addAndGet(usedNanos);
        counter(clientId).addAndGet(usedNanos);
    }

    void refused(String clientId) {
        refused.incrementAndGet();
        counter(clientId);
    }

    public long nanos() {
        return nanos.get();
    }

    public long refused() {
        return refused.get();
    }

    private synchronized AtomicLong counter(String clientId) {
        String name = nanosByClient.containsKey(clientId) || nanosByClient.size() < MAX_CLIENTS ? clientId : OTHERS;
        return nanosByClient.computeIfAbsent(name, id -> {
            AtomicLong counted = new AtomicLong();
            newClient.accept(id, counted);
            return counted;
        });
    }
}
