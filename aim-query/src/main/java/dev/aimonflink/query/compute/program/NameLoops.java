package dev.aimonflink.query.compute.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a scan's programs compute of names instead of rows, once for all of them. An evaluation may take long and a column may have very
 * many names, so it goes in steps: a step whose time is up ends by an {@link UnfinishedException}, and the next one restarts the programs,
 * which find what has been computed.
 *
 * <p>It pays while names are fewer than rows. Conditions may leave few rows, so all loops share a time limit, after which rows are computed
 * one by one.
 */
public final class NameLoops {
    /** Up to this many names are always computed: vectors are worth it even for a few rows. */
    private static final int FEW = 1_024;

    /**
     * The time limit of all loops: many times what usual expressions take for as many texts as a partition may have. A loop that is half
     * done by then goes on.
     */
    private static final long MOST_NANOS = 250_000_000;

    /** About what is kept for each name: a value, and what is made of it. */
    private static final long BYTES_OF_NAME = 32;

    private final long rows;
    private final long nanosOfStep;

    /** By what they compute; null for those given up. */
    private final Map<List<Object>, NameLoop> loops = new HashMap<>();

    /** The loop that the last step left unfinished, or null. */
    private NameLoop unfinished;

    private long leftOfStep;
    private long usedNanos;
    private long names;

    private NameLoops(long rows, long nanosOfStep) {
        this.rows = rows;
        this.nanosOfStep = nanosOfStep;
        leftOfStep = nanosOfStep;
    }

    /** @param rows how many the scan will read */
    public static NameLoops inSteps(long rows) {
        return new NameLoops(rows, RowPace.WANTED_NANOS);
    }

    /** All in one step, where nobody waits. */
    static NameLoops atOnce() {
        return new NameLoops(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Begins a step; returns whether programs can be restarted because what they waited for has been computed. */
    public boolean beginStep() {
        leftOfStep = nanosOfStep;
        return unfinished == null || hasRun(unfinished);
    }

    boolean pay(int names) {
        return names <= FEW || names <= rows;
    }

    /**
     * A loop that has run to its end, or null if there is no time for it.
     *
     * @param what it computes, beside its class
     */
    <T extends NameLoop> T ended(Class<T> kind, List<?> what, Supplier<T> made) {
        List<Object> key = new ArrayList<>(what);
        key.add(kind);
        if (!loops.containsKey(key)) {
            final NameLoop begun = made.get();
            names += begun.size();
            loops.put(key, begun);
        }
        final NameLoop loop = loops.get(key);
        if (loop == null) {
            return null;
        }
        if (!hasRun(loop)) {
            throw new UnfinishedException();
        }
        if (!loop.hasEnded()) {
            names -= loop.size();
            loops.put(key, null);
            return null;
        }
        return kind.cast(loop);
    }

    <T extends NameLoop> T required(Class<T> kind, List<?> what, Supplier<T> made) {
        T loop = ended(kind, what, made);
        if (loop == null) {
            throw new NoVectorsException("there is no time to compute it for each name");
        }
        return loop;
    }

    private boolean isTooLong(NameLoop loop) {
        return usedNanos >= MOST_NANOS && loop.size() > FEW && loop.hasMostBeforeIt() && loop.isLong();
    }

    public long keptBytes() {
        return names * BYTES_OF_NAME;
    }

    /** False if the step's time is over; true if the loop has ended, or no step has time for it. */
    private boolean hasRun(NameLoop loop) {
        unfinished = null;
        while (!loop.hasEnded() && !isTooLong(loop)) {
            if (leftOfStep <= 0) {
                unfinished = loop;
                return false;
            }
            final long nanos = loop.runPart();
            leftOfStep -= nanos;
            usedNanos += nanos;
        }
        return true;
    }
}
