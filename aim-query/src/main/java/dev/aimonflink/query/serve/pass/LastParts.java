package dev.aimonflink.query.serve.pass;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The last part of each query for which clients also accept an older answer; it answers equal queries without a scan.
 *
 * <p>A query gets its place by a request with a max age, and then keeps the part of any request that asks the same. Without such requests
 * nothing is kept.
 *
 * <p>A turn of a window and the removal of an entity drop all parts. So a part always has the windows that a scan would read now: where
 * partitions are in different windows, parts fit together exactly when those of scans do, and a retry finds what a scan finds.
 */
final class LastParts {
    /** The most parts; then the least recently used one is dropped. */
    static final int MAX_PARTS = 64;

    /** The most bytes of all parts together, without the plans of their queries. A larger part is not kept. */
    static final int MAX_BYTES = 1024 * 1024;

    /** A cut rests at most so long after the last request with a max age, because meanwhile events are written to a delta. */
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** About the overhead of a part, beside its partial and its places. */
    static final int BYTES_A_PART = 256;

    private static final int BYTES_A_PLACE = 48;

    /** When a cut was taken. */
    record Moment(long nanos, long changes) {}

    private record Kept(Part part, long cutNanos) {
        int bytes() {
            return BYTES_A_PART
                    + part.partial().length
                    + BYTES_A_PLACE * part.cut().placesOrNone().size();
        }
    }

    private final LongSupplier removals;
    private final NanoClock clock;

    /** The least recently used one comes first. */
    private final Map<Scannable, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private int bytes;
    private long turns;

    /** {@link Moment#changes} of all kept parts. */
    private long changes;

    private long reused;

    /** When a request last gave a max age, and which. */
    private long askedNanos;

    private long askedAgeNanos;

    LastParts(LongSupplier removals, NanoClock clock) {
        this.removals = removals;
        this.clock = clock;
    }

    void turned() {
        turns++;
    }

    /** How often a part was reused. Other threads may call this and see an old number. */
    long reused() {
        return reused;
    }

    /** The moment of a cut taken now. */
    Moment present() {
        return new Moment(clock.nanoTime(), dropOutdated());
    }

    private long dropOutdated() {
        final long present = turns + removals.getAsLong();
        if (present != changes) {
            kept.clear();
            bytes = 0;
            changes = present;
        }
        return present;
    }

    /** The last part of an equal query as the answer to a request; null if a scan is needed. */
    Part of(Asker asker, Scannable query) {
        if (asker.maxAgeMs() == 0) {
            return null;
        }
        final long nowNanos = present().nanos;
        askedNanos = nowNanos;
        askedAgeNanos = TimeUnit.MILLISECONDS.toNanos(asker.maxAgeMs());
        Kept last = kept.get(query);
        if (last == null
                || nowNanos - last.cutNanos > askedAgeNanos
                || (asker.wantsProgress() && last.part.cut().places() == null)) {
            return null;
        }
        reused++;
        return last.part.reusedFor(asker, nowNanos - last.cutNanos);
    }

    /** Whether the next request may want a cut, supposing it comes as soon after the last one with a max age and says the same. */
    boolean mayWant(Moment cut) {
        final Moment present = present();
        return present.changes == cut.changes
                && present.nanos - cut.nanos < askedAgeNanos
                && present.nanos - askedNanos < Math.min(askedAgeNanos, LONGEST_REST_NANOS);
    }

    /** Whether to keep a query's part, with its places in the events topic. */
    boolean wants(WaitingQuery query) {
        return query.query().isReusable() && (query.asker().maxAgeMs() > 0 || kept.containsKey(query.query()));
    }

    /** Replaces the kept part of a query, unless the new one has an error or is not to be kept. */
    void keep(WaitingQuery query, Part part, Moment cut) {
        if (part.error() != null || !wants(query) || dropOutdated() != cut.changes) {
            return;
        }
        Kept before = kept.remove(query.query());
        bytes -= before == null ? 0 : before.bytes();
        Kept last = new Kept(part, cut.nanos);
        if (last.bytes() > MAX_BYTES) {
            return;
        }
        kept.put(query.query(), last);
        bytes += last.bytes();
        Iterator<Kept> oldest = kept.values().iterator();
        while (kept.size() > MAX_PARTS || bytes > MAX_BYTES) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
