package dev.aimonflink.query.serve.pass;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The last part of each query that clients also take when it is some time old. Equal queries are answered by it without a scan.
 *
 * <p>A query gets its place when a request with a max age asks it, and then keeps the part of any request that asks the same. So a
 * partition whose clients never say a max age keeps nothing, and other queries take no places.
 *
 * <p>A turn of a window and the removal of an entity drop all parts. So the windows of a part are always those that a scan would read now: where
 * partitions are not all in the same windows, parts fit together or not as those of scans do, and a retry finds what a scan finds.
 */
final class LastParts {
    /** The most parts; then that goes which was not used for the longest time. */
    static final int MAX_PARTS = 64;

    /** The most bytes of all parts together, beside the plans of their queries. A part that has more itself is not kept. */
    static final int MAX_BYTES = 1024 * 1024;

    /** A cut rests so long at most after the last request that said an age: while it does, events are written to a delta. */
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** About what a part takes beside its partial and its places. */
    static final int BYTES_A_PART = 256;

    private static final int BYTES_A_PLACE = 48;

    /**
     * When a cut was taken.
     *
     * @param changes how many changes there had been until then that drop parts
     */
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

    /** The one that was not used for the longest time comes first. */
    private final Map<Scannable, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private int bytes;
    private long turns;

    /** {@link Moment#changes} of all that are kept. */
    private long changes;

    private long reused;

    /** When a request with a max age asked last, and how old it lets its answer be. */
    private long askedNanos;

    private long askedAgeNanos;

    /** @param removals how many entities have been removed so far */
    LastParts(LongSupplier removals, NanoClock clock) {
        this.removals = removals;
        this.clock = clock;
    }

    /** Drops all, because a window turned. */
    void turned() {
        turns++;
    }

    /** How often a part was used again. Another thread may call this, and may see an old number. */
    long reused() {
        return reused;
    }

    /** The moment of a cut that is taken now. */
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

    /** The last part of an equal query as the answer to a request; null if it has to be scanned. */
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

    /** Whether the next request may want a cut: if it comes as soon as the last one that said an age, and says the same. */
    boolean mayWant(Moment cut) {
        final Moment present = present();
        return present.changes == cut.changes
                && present.nanos - cut.nanos < askedAgeNanos
                && present.nanos - askedNanos < Math.min(askedAgeNanos, LONGEST_REST_NANOS);
    }

    /** Whether the part of a query is to be kept, with its places in the events topic. */
    boolean wants(WaitingQuery query) {
        return query.query().isReusable() && (query.asker().maxAgeMs() > 0 || kept.containsKey(query.query()));
    }

    /** Keeps the part of a query in place of the one before, unless it has an error, or is not to be kept. */
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
