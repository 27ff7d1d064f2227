package dev.aimonflink.bench.installation;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Limits and counts the calls made by the readers of a {@link TappedSource}. The job runs in this JVM and finds its tap by an id, because
 * Flink copies sources.
 */
final class CallTap implements AutoCloseable {
    private static final Map<String, CallTap> OPEN = new ConcurrentHashMap<>();

    /**
     * @param number from 1
     * @param callsPerReader since the beginning
     * @param withdrawn completes when another grant holds
     */
    private record Grant(long number, long callsPerReader, CompletableFuture<Void> withdrawn) {}

    private final String id = UUID.randomUUID().toString();
    private final AtomicLongArray made;
    /** The number of the grant that a reader has used up. */
    private final AtomicLongArray usedUp;

    private volatile Grant grant = new Grant(1, 0, new CompletableFuture<>());

    CallTap(int readers) {
        made = new AtomicLongArray(readers);
        usedUp = new AtomicLongArray(readers);
        OPEN.put(id, this);
    }

    static CallTap ofId(String id) {
        CallTap tap = OPEN.get(id);
        if (tap == null) {
            throw new IllegalStateException("No tap in this JVM has id=" + id + ".");
        }
        return tap;
    }

    String id() {
        return id;
    }

    int readers() {
        return made.length();
    }

    /** Lets each reader make calls until it has made this many. */
    void allow(long callsPerReader) {
        Grant before = grant;
        grant = new Grant(before.number + 1, callsPerReader, new CompletableFuture<>());
        before.withdrawn.complete(null);
    }

    /** Whether all readers have seen the last grant and used it up. */
    boolean isUsedUp() {
        long number = grant.number;
        return IntStream.range(0, readers()).allMatch(reader -> usedUp.get(reader) == number);
    }

    /** How many calls a reader has made; exact once the grant is used up. */
    long made(int reader) {
        return made.get(reader);
    }

    long made() {
        return IntStream.range(0, readers()).mapToLong(made::get).sum();
    }

    // ---- for the readers

    /** How many calls a reader may make now; if none, it must wait. */
    long allowed(int reader) {
        Grant current = grant;
        long left = current.callsPerReader - made.get(reader);
        if (left <= 0) {
            usedUp.set(reader, current.number);
        }
        return left;
    }

    void count(int reader, int calls) {
        made.lazySet(reader, made.get(reader) + calls);
    }

    /** Completes when a reader may make more calls. */
    CompletableFuture<Void> change(int reader) {
        Grant current = grant;
        return current.callsPerReader > made.get(reader) ? CompletableFuture.completedFuture(null) : current.withdrawn;
    }

    @Override
    public void close() {
        OPEN.remove(id);
    }
}
